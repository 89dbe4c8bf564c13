//! A client that writes and reads lines, and a server made of a router.

use std::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, ServiceExt, tool_handler};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::time::timeout;

/// A server with the tools of a router, and answers to malformed calls.
#[derive(Clone)]
pub(crate) struct Served {
    pub(crate) tool_router: ToolRouter<Self>,
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Served {
    secondtry::answer_malformed_calls!();
}

/// How the client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    Legacy,
    Modern,
}

pub(crate) struct Client {
    era: Era,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    next_id: i64,
}

impl Client {
    /// Guards `router` and begins a conversation with it.
    pub(crate) async fn guarded(router: ToolRouter<Served>) -> Self {
        Self::to(secondtry::guard(router).unwrap(), Era::Legacy).await
    }

    pub(crate) async fn to(tool_router: ToolRouter<Served>, era: Era) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            if let Ok(running) = (Served { tool_router }).serve(theirs).await {
                let _ = running.waiting().await;
            }
        });
        let (reader, writer) = tokio::io::split(ours);
        let mut client = Self { era, lines: BufReader::new(reader).lines(), writer, next_id: 1 };
        if era == Era::Legacy {
            let hello = json!({
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
            });
            client.ask("initialize", hello).await;
            client.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        }
        client
    }

    /// Calls a tool and returns the whole answer.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// Calls a tool and returns the text of the failure, which must be a tool execution error.
    pub(crate) async fn failure_of(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert_eq!(answer["result"].get("structuredContent"), None, "{answer}");
        answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        self.answer(id).await
    }

    /// Sends a request without waiting for its answer.
    pub(crate) async fn begin(&mut self, method: &str, mut params: Value) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        if self.era == Era::Modern
            && let Some(params) = params.as_object_mut()
        {
            let meta = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            });
            params.insert("_meta".into(), meta);
        }
        self.tell(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        id
    }

    pub(crate) async fn tell(&mut self, message: &Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    /// Waits for the answer to `id`; others are passed over.
    pub(crate) async fn answer(&mut self, id: i64) -> Value {
        loop {
            let line = timeout(PATIENCE, self.lines.next_line()).await.expect("an answer in time");
            let line = line.unwrap().expect("the server lives");
            let message: Value = serde_json::from_str(&line).expect("protocol messages alone");
            if message["id"] == id {
                return message;
            }
        }
    }
}

const PATIENCE: Duration = Duration::from_secs(20);
