// The four tools on Server, the low-level API: the schemas are only advertised, one handler serves all calls.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

import { serve } from "./serve.mjs";
import { bookFlight, convert, divide, getInvoice } from "./tools.mjs";

const annotations = { readOnlyHint: true };

const tools = [
  {
    name: "divide",
    description: "Divides a by b",
    inputSchema: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    },
    annotations,
  },
  {
    name: "book_flight",
    description: "Books a flight on a day in the future",
    inputSchema: {
      type: "object",
      properties: {
        date: { type: "string", format: "date", description: "Day of departure, YYYY-MM-DD" },
      },
      required: ["date"],
    },
    annotations,
  },
  {
    name: "get_invoice",
    description: "Returns an invoice",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string", description: "Number of the invoice" } },
      required: ["id"],
    },
    annotations,
  },
  {
    name: "convert",
    description: "Converts an amount of money",
    inputSchema: {
      type: "object",
      properties: {
        amount: { type: "number", minimum: 0 },
        currency: { type: "string", enum: ["USD", "EUR", "GBP"] },
      },
      required: ["amount", "currency"],
    },
    annotations,
  },
];

function createServer() {
  const server = new Server(
    { name: "typescript-v1-lowlevel", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const { name, arguments: args = {} } = request.params;
    return { content: [{ type: "text", text: call(name, args) }] };
  });
  return server;
}

function call(name, args) {
  switch (name) {
    case "divide":
      return divide(args.a, args.b);
    case "book_flight":
      return bookFlight(args.date);
    case "get_invoice":
      return getInvoice(args.id);
    case "convert":
      return convert(args.amount, args.currency);
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
}

await serve(createServer);
