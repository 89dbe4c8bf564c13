// The four tools on McpServer, the high-level API.

import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

import { serve } from "./serve.mjs";
import { bookFlight, convert, divide, getInvoice } from "./tools.mjs";

function createServer() {
  const server = new McpServer({ name: "typescript-v2", version: "1.0.0" });
  const annotations = { readOnlyHint: true };

  server.registerTool(
    "divide",
    {
      description: "Divides a by b",
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      annotations,
    },
    async ({ a, b }) => text(divide(a, b)),
  );
  server.registerTool(
    "book_flight",
    {
      description: "Books a flight on a day in the future",
      inputSchema: z.object({ date: z.iso.date().describe("Day of departure, YYYY-MM-DD") }),
      annotations,
    },
    async ({ date }) => text(bookFlight(date)),
  );
  server.registerTool(
    "get_invoice",
    {
      description: "Returns an invoice",
      inputSchema: z.object({ id: z.string().describe("Number of the invoice") }),
      annotations,
    },
    async ({ id }) => text(getInvoice(id)),
  );
  server.registerTool(
    "convert",
    {
      description: "Converts an amount of money",
      inputSchema: z.object({ amount: z.number().min(0), currency: z.enum(["USD", "EUR", "GBP"]) }),
      annotations,
    },
    async ({ amount, currency }) => text(convert(amount, currency)),
  );
  return server;
}

function text(text) {
  return { content: [{ type: "text", text }] };
}

serve(createServer);
