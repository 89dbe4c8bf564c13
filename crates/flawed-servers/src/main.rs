//! MCP servers with one flaw a tool.

fn main() {}
