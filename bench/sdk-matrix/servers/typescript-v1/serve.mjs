// Serves on stdio, or with `--http PORT` on http://127.0.0.1:PORT/mcp with a session for each client.

import { randomUUID } from "node:crypto";

import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";

export async function serve(createServer) {
  const [option, port] = process.argv.slice(2);
  if (option === undefined) {
    await createServer().connect(new StdioServerTransport());
  } else if (option === "--http" && /^\d+$/.test(port)) {
    serveHttp(createServer, Number(port));
  } else {
    console.error("usage: node SERVER.mjs [--http PORT]");
    process.exit(2);
  }
}

function serveHttp(createServer, port) {
  const transports = new Map();
  const app = createMcpExpressApp();

  app.post("/mcp", async (req, res) => {
    const sessionId = req.headers["mcp-session-id"];
    let transport = transports.get(sessionId);
    if (!transport && !sessionId && isInitializeRequest(req.body)) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => transports.set(id, transport),
        onsessionclosed: (id) => transports.delete(id),
      });
      await createServer().connect(transport);
    }
    if (transport) await transport.handleRequest(req, res, req.body);
    else noSession(res, sessionId);
  });
  for (const method of ["get", "delete"]) {
    app[method]("/mcp", async (req, res) => {
      const sessionId = req.headers["mcp-session-id"];
      const transport = transports.get(sessionId);
      if (transport) await transport.handleRequest(req, res);
      else noSession(res, sessionId);
    });
  }
  const listener = app.listen(port, "127.0.0.1", () => {
    console.error(`listening on ${listener.address().port}`);
  });
}

function noSession(res, sessionId) {
  const [status, message] = sessionId ? [404, "Session not found"] : [400, "No session ID"];
  res.status(status).json({ jsonrpc: "2.0", error: { code: -32000, message }, id: null });
}
