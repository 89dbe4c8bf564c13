use super::*;

fn key(line: &str) -> String {
    ErrorLine::read(line).key().join(" ")
}

fn skeleton(line: &str) -> String {
    ErrorLine::read(line).skeleton().join(" ")
}

#[test]
fn what_differs_from_run_to_run_goes() {
    for (line, expected) in [
        ("MCP error -32001: Request timed out", "mcp error e32001 request timeout"),
        ("ENOENT: no such file, open '/home/me/a.txt'", "enoent no such file open *"),
        ("at file:///srv/app/dist/index.js:12:3)", "at *"),
        ("GET https://api.example.com/v1?x=1, status 404: gone.", "get * status 404 gone"),
        ("2026-11-30T19:46:12.123Z took 15000ms", "* took *"),
        ("session 3f2504e0-4f89-11d3-9a0c-0305e82c3301 not found", "session * not found"),
        ("\u{1b}[31mError\u{1b}[0m at 0x7ffee4", "error at *"),
        (r"C:\Users\me\server.exe: access denied", "* access denied"),
        ("list_tools of mcp.server.fastmcp", "list_tools of mcp server fastmcp"),
        ("can't open it", "can t open it"),
        ("@modelcontextprotocol/sdk tools/call", "modelcontextprotocol sdk tools call"),
    ] {
        assert_eq!(key(line), expected, "{line}");
    }
}

#[test]
fn quoted_text_is_one_mark() {
    for line in [
        r#"Unexpected token 'S', "Server run"... is not valid JSON"#,
        r#"Unexpected token 'I', "[INFO] Sta"... is not valid JSON"#,
        "SyntaxError Unexpected token `x`, “y z” is not valid JSON",
    ] {
        let skeleton = skeleton(line);
        assert!(skeleton.ends_with("unexpected token * is not valid json"), "{skeleton}");
    }
    assert_eq!(key("Unknown tool: 'no_such'"), "unknown tool no_such");
    assert_eq!(skeleton("Unknown tool: 'no_such'"), "unknown tool *");
}

#[test]
fn lines_of_escaped_json_are_read_apart() {
    let read = lines(r#"{"message":"Tool failed\nTraceback: \"x\" is bad"}"#);
    assert_eq!(read.len(), 2);
}

#[test]
fn any_text_is_read_within_bounds() {
    for text in ["", "\u{1b}[", "'''''", "////", "-", "日本語 エラー", &"a'".repeat(20_000)] {
        assert!(lines(text).iter().all(|line| line.tokens.len() <= MAX_TOKENS));
    }
    assert_eq!(key("日本語 エラー"), "日本語 エラー");
}
