// What the four tools do. They throw, as an author who reads no spec would write them.

const invoices = new Map([
  ["INV-1001", "INV-1001: 120.00 EUR, paid"],
  ["INV-1002", "INV-1002: 75.50 USD, open"],
]);

export function divide(a, b) {
  if (b === 0) throw new Error("Cannot divide by zero");
  return String(a / b);
}

export function bookFlight(date) {
  if (new Date(date) <= new Date()) {
    throw new Error(`Invalid departure date ${date}: must be in the future`);
  }
  return `Booked a flight on ${date}`;
}

export function getInvoice(id) {
  const invoice = invoices.get(id);
  if (!invoice) throw new Error(`Invoice '${id}' not found`);
  return invoice;
}

export function convert(amount, currency) {
  return `Converted ${amount} ${currency}`;
}
