use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::model::{CallToolResult, ContentBlock, Tool, object};
use rmcp::tool_handler;
use serde_json::json;

use super::printing::places;
use super::*;

#[derive(Clone)]
struct Served {
    tool_router: ToolRouter<Self>,
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Served {
    crate::answer_malformed_calls!();
}

/// A tool that panics on anything but a sign up to three letters long.
fn careless() -> ToolRouter<Served> {
    let schema = json!({
        "type": "object",
        "properties": {"sign": {"type": "string", "enum": ["a", "b"]}},
        "required": ["sign"]
    });
    let tool = Tool::new("look_up", "Looks a sign up", object(schema));
    let mut router = ToolRouter::new();
    router.add_route(ToolRoute::new_dyn(tool, |context| {
        let arguments = context.arguments.unwrap_or_default();
        Box::pin(async move {
            assert!(arguments["sign"].as_str().is_some_and(|sign| sign.len() == 1), "no sign");
            Ok(CallToolResult::success(vec![ContentBlock::text("found")]).into())
        })
    }));
    router
}

fn probing() -> Probing {
    Probing::new().call_timeout(Duration::from_millis(300))
}

#[tokio::test]
async fn guarded_server_is_clean_in_both_eras() {
    let server = Served { tool_router: crate::guard(careless()).unwrap() };
    let probed = probing().report(server).await.unwrap();
    assert!(probed.is_clean(), "{probed}");
    let text = probed.to_string();
    assert!(text.contains("2025-11-25") && text.contains("2026-07-28"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
#[should_panic(expected = "no-response")]
async fn unguarded_server_fails_with_the_report() {
    probing().assert(Served { tool_router: careless() }).await;
}

#[tokio::test]
async fn rule_that_is_off_does_not_fail() {
    let mut probing = probing();
    let server = Served { tool_router: careless() };
    for rule in probing.clone().report(server.clone()).await.unwrap().rules() {
        probing = probing.rule(rule, None);
    }
    assert!(probing.report(server).await.unwrap().is_clean());
}

#[tokio::test]
async fn server_without_tools_is_an_error() {
    let error = probing().report(Served { tool_router: ToolRouter::new() }).await.unwrap_err();
    assert!(matches!(error, ProbingError::NoTools), "{error}");
}

#[tokio::test]
#[should_panic(expected = "the server lists no tools")]
async fn server_without_tools_fails_the_test() {
    probing().assert(Served { tool_router: ToolRouter::new() }).await;
}

#[test]
fn printing_is_found_by_its_line() {
    let source = "fn main() {\n    println!(\"a\");\n    std::print!(\"b\");\n    io::stdout().flush();\n}\n";
    assert_eq!(places(source), [(2, "println!"), (3, "print!"), (4, "stdout()")]);
}

#[test]
fn comments_texts_and_stderr_do_not_count() {
    let source = r##"
// println!("a")
/* print!("b") /* nested println!() */ */
fn f<'a>(quote: &'a str) -> char {
    eprintln!("println!(1) \" println!(2)");
    let raw = r#"println!("c")"#;
    my_println!();
    '"'
}
"##;
    assert_eq!(places(source), []);
}

#[test]
fn printing_in_tests_does_not_count() {
    let inline = "#[cfg(test)]\nmod tests {\n    fn f() { println!(); }\n}\n";
    let a_file = "#[cfg(test)]\nmod tests;\n\nfn f() { println!(); }\n";
    assert_eq!(places(inline), []);
    assert_eq!(places(a_file), [(4, "println!")]);
}

#[test]
fn strange_source_is_read_to_its_end() {
    for source in ["\"", "r#\"", "'\\", "/*", "r#type", "'", "b'\"' println!()", "é\"é"] {
        let _ = places(source);
    }
    assert_eq!(places("let r#type = b'\"'; println!()"), [(1, "println!")]);
}

#[test]
fn this_crate_prints_nothing() {
    assert_nothing_prints(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
}
