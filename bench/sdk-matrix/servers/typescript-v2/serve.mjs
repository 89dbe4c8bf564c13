// Serves both eras on stdio, or with `--http PORT` on http://127.0.0.1:PORT/mcp without sessions.

import { createServer as createHttpServer } from "node:http";

import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

export function serve(createServer) {
  const [option, port] = process.argv.slice(2);
  if (option === undefined) {
    serveStdio(createServer);
  } else if (option === "--http" && /^\d+$/.test(port)) {
    serveHttp(createServer, Number(port));
  } else {
    console.error("usage: node SERVER.mjs [--http PORT]");
    process.exit(2);
  }
}

function serveHttp(createServer, port) {
  const validHost = localhostHostValidation();
  const validOrigin = localhostOriginValidation();
  const handle = toNodeHandler(createMcpHandler(createServer));

  const listener = createHttpServer(async (req, res) => {
    if (!validHost(req, res) || !validOrigin(req, res)) return;
    if (new URL(req.url, "http://127.0.0.1").pathname === "/mcp") await handle(req, res);
    else res.writeHead(404).end();
  });
  listener.listen(port, "127.0.0.1", () => {
    console.error(`listening on ${listener.address().port}`);
  });
}
