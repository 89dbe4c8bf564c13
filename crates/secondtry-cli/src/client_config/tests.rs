use secondtry_failure::transcript::TransportKind;

use super::*;

/// The one server of a file at `path` with `text`.
fn reach(path: &str, text: &str) -> Result<Reach, ConfigError> {
    let environment = Environment::of(&[("TOKEN", "t"), ("HOME", "/home/ada")], "/here");
    let value = document::parse(path, text)?;
    let mut servers = servers(path, text, &value, Path::new(path), &environment)?;
    servers.remove(0).reach
}

fn process(path: &str, text: &str) -> secondtry_failure::transport::stdio::ServerCommand {
    match reach(path, text) {
        Ok(Reach::Process(command)) => command,
        other => panic!("no process: {other:?}"),
    }
}

#[test]
fn project_file_starts_servers_in_its_project() {
    let text = r#"{"mcpServers": {"a": {"command": "./serve", "args": ["${workspaceFolder}"]}}}"#;
    for (path, folder) in [
        (".mcp.json", "/here"),
        ("shop/.mcp.json", "/here/shop"),
        ("/p/.cursor/mcp.json", "/p"),
        ("/p/.vscode/mcp.json", "/p"),
    ] {
        let command = process(path, text);
        assert_eq!(command.directory.as_deref(), Some(Path::new(folder)), "{path}");
        assert_eq!(Path::new(&command.program), Path::new(folder).join("serve"), "{path}");
        assert_eq!(command.arguments, [folder], "{path}");
    }
}

#[test]
fn file_outside_a_project_keeps_the_working_directory() {
    let text = r#"{"mcpServers": {"a": {"command": "serve", "args": ["${workspaceFolder}"]}}}"#;
    let command = process("/etc/claude_desktop_config.json", text);
    assert_eq!((command.directory, command.program), (None, "serve".into()));
    assert_eq!(command.arguments, ["/here"]);
}

#[test]
fn cwd_is_taken_from_the_workspace() {
    let text = r#"{"servers": {"a": {"command": "../bin/serve", "cwd": "sub"}}}"#;
    let command = process("/p/.vscode/mcp.json", text);
    assert_eq!(command.directory.as_deref(), Some(Path::new("/p/sub")));
    assert_eq!(command.program, "/p/sub/../bin/serve");
    let text = r#"{"servers": {"a": {"command": "~/serve", "cwd": "~/x"}}}"#;
    let command = process("/p/.vscode/mcp.json", text);
    assert_eq!(command.directory.as_deref(), Some(Path::new("/home/ada/x")));
    assert_eq!(command.program, "/home/ada/serve");
}

#[test]
fn variables_may_be_numbers_and_null_removes_one() {
    let text = r#"{"servers": {"a": {"command": "s", "env": {"A": 1, "B": null, "C": "${env:TOKEN}", "D": true}}}}"#;
    let command = process("mcp.json", text);
    let expected = [("A", "1"), ("C", "t"), ("D", "true")];
    assert_eq!(command.environment, expected.map(|(name, value)| (name.into(), value.into())));
    assert_eq!(command.removed, ["B"]);
}

#[test]
fn address_keeps_its_headers_and_shows_no_value() {
    let text = r#"{"mcpServers": {"a": {"type": "sse", "url": "http://h/${TOKEN}", "headers": {"X-Key": "k-${TOKEN}"}}}}"#;
    let Ok(Reach::Url(url)) = reach("mcp.json", text) else { panic!("no address") };
    assert_eq!((url.url.as_str(), url.transport), ("http://h/t", Some(TransportKind::Sse)));
    assert_eq!(url.headers, [("X-Key".to_owned(), "k-t".to_owned())]);
    assert!(!format!("{url:?}").contains("k-t"));
}

#[test]
fn user_settings_of_vscode_hold_servers_under_mcp() {
    let text = r#"{"editor.tabSize": 2, "mcp": {"servers": {"a": {"command": "s"}}}}"#;
    assert_eq!(process("/x/settings.json", text).program, "s");
}

#[test]
fn entry_without_a_way_is_refused() {
    for (entry, said) in [
        (r#"{"type": "stdio", "url": "http://h"}"#, "is of type stdio and has no `command`"),
        (r#"{"type": "http", "command": "s"}"#, "is reached over HTTP and has no `url`"),
        (r#"{"command": ""}"#, "is empty"),
        (r#"{"command": "s", "args": "x"}"#, "is a string, not an array"),
        (r#"{"command": "s", "env": {"A": []}}"#, "is an array, not a string"),
        (
            r#"{"command": "s", "envFile": "no-such-file"}"#,
            "names `/here/no-such-file`, which cannot be read",
        ),
        (r#"{"url": "http://h", "headersHelper": "x"}"#, "is a program that is not run here"),
        ("7", "is a number, not an object"),
    ] {
        let error =
            reach("mcp.json", &format!("{{\"mcpServers\": {{\"a\": {entry}}}}}")).expect_err(entry);
        assert!(error.to_string().contains(said), "{entry}: {error}");
    }
}

#[test]
fn disabled_server_is_left_out_unless_named() {
    let text = r#"{"mcpServers": {"a": {"command": "s", "disabled": true}}}"#;
    let config = || {
        let environment = Environment::default();
        let value = document::parse("mcp.json", text).expect("it parses");
        let servers = servers("mcp.json", text, &value, Path::new("mcp.json"), &environment)
            .expect("servers");
        ClientConfig { file: "mcp.json".to_owned(), servers }
    };
    assert!(matches!(config().chosen(None), Err(ConfigError::AllDisabled { .. })));
    assert_eq!(config().chosen(Some("a")).expect("it is there").len(), 1);
    assert_eq!(config().disabled().collect::<Vec<_>>(), ["a"]);
}

#[test]
fn claude_code_keeps_servers_for_each_project() {
    let text = r#"{
        "mcpServers": {"a": {"command": "user"}, "b": {"command": "user"}},
        "projects": {
            "/here": {"mcpServers": {"b": {"command": "local"}}},
            "/there": {"mcpServers": {"c": {"command": "other"}}}
        }
    }"#;
    let environment = Environment::of(&[], "/here");
    let value = document::parse("c.json", text).expect("it parses");
    let servers =
        servers("c.json", text, &value, Path::new("c.json"), &environment).expect("servers");
    let told: Vec<_> = servers
        .into_iter()
        .map(|server| match server.reach {
            Ok(Reach::Process(command)) => (server.name, command.program),
            other => panic!("no process: {other:?}"),
        })
        .collect();
    assert_eq!(told, [("a".into(), "user".into()), ("b".into(), "local".into())]);
}
