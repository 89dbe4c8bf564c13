use super::*;

#[test]
fn each_server_has_its_path() {
    let text = r#"
        fail_on = "error"
        [servers.time]
        command = ["uvx", "mcp-server-time"]
        [servers.weather]
        url = "https://weather.example/mcp"
        path = "/weather"
        repair = { arguments = "off" }
    "#;
    let entries = entries(text).expect("it is right");
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["time", "weather"]);
    assert_eq!(entries[0].1.command, ["uvx", "mcp-server-time"]);
    assert_eq!(entries[1].1.path.as_deref(), Some("/weather"));
    assert_eq!(entries[1].1.repair, [(RepairName::Arguments, Mode::Off)]);
}

#[test]
fn fault_is_told_with_its_place() {
    for (text, said) in [
        ("[servers.a]\n", "`a` needs either a `command` or a `url`"),
        (
            "[servers.a]\ncommand = [\"x\"]\nurl = \"http://x\"\n",
            "`a` needs either a `command` or a `url`",
        ),
        ("[servers.a]\ncomand = [\"x\"]\n", "`a`: no setting `comand` (did you mean `command`?)"),
        ("[servers.a]\ncommand = \"x\"\n", "`a`: `command` is no list of texts"),
        (
            "[servers.a]\ncommand = [\"x\"]\npath = \"mcp\"\n",
            "`a`: `path` is \"mcp\" (such as /weather/mcp)",
        ),
        (
            "[servers.\"a b\"]\ncommand = [\"x\"]\n",
            "`a b` cannot be part of a path (letters, digits, - _ .)",
        ),
        (
            "[servers.a]\ncommand = [\"x\"]\npath = \"/b/mcp\"\n[servers.b]\ncommand = [\"x\"]\n",
            "`b` has the path of `a`: /b/mcp",
        ),
        ("servers = 1\n", "`servers` is no table of servers"),
    ] {
        let (_, what) = entries(text).expect_err("it is wrong");
        assert_eq!(what, said);
    }
}
