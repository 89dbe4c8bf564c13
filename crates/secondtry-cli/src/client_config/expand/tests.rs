use super::*;

fn surroundings(environment: &Environment, dialect: Dialect) -> Surroundings<'_> {
    let inputs = [("units".to_owned(), Some("metric".to_owned())), ("key".to_owned(), None)];
    Surroundings {
        dialect,
        environment,
        workspace: "/work place/shop".into(),
        inputs: inputs.into(),
    }
}

fn shared(given: &str) -> Result<String, String> {
    let environment =
        Environment::of(&[("KEY", "k1"), ("EMPTY", ""), ("HOME", "/home/ada")], "/tmp");
    text(given, &surroundings(&environment, Dialect::Shared))
}

fn vscode(given: &str) -> Result<String, String> {
    let environment = Environment::of(&[("KEY", "k1"), ("SECONDTRY_INPUT_API_KEY", "s")], "/tmp");
    text(given, &surroundings(&environment, Dialect::VsCode))
}

#[test]
fn variables_give_way_to_their_values() {
    for (given, expected) in [
        ("Bearer ${KEY}", "Bearer k1"),
        ("${env:KEY}${KEY}", "k1k1"),
        ("${NONE:-eu}-${KEY:-x}", "eu-k1"),
        ("${EMPTY:-x}|${NONE:-}", "|"),
        ("${userHome}/a", "/home/ada/a"),
        ("${workspaceFolder}${/}db", "/work place/shop/db"),
        ("${workspaceFolderBasename}", "shop"),
    ] {
        assert_eq!(shared(given).as_deref(), Ok(expected), "{given}");
    }
}

#[test]
fn what_is_no_variable_stays() {
    for text in ["$KEY", "${", "${KEY", "100 %", "${#list}", "${}", "${a b}", "}${"] {
        assert_eq!(shared(text).as_deref(), Ok(text));
    }
    assert_eq!(vscode("${KEY} ${KEY:-x} ${env:KEY}").as_deref(), Ok("${KEY} ${KEY:-x} k1"));
}

#[test]
fn value_is_not_expanded_again() {
    let environment = Environment::of(&[("KEY", "${KEY}")], "/tmp");
    let expanded = text("${KEY}", &surroundings(&environment, Dialect::Shared));
    assert_eq!(expanded.as_deref(), Ok("${KEY}"));
}

#[test]
fn missing_variable_is_refused_by_name() {
    for (got, expected) in [
        (
            shared("${NONE}"),
            "uses the variable `NONE`, which is not set (set NONE, or write ${NONE:-default})",
        ),
        (shared("${env:NONE}"), "uses the variable `NONE`, which is not set (set NONE)"),
        (shared("${A:-${B}}"), "has a variable in the default of `A` (write the value there)"),
        (vscode("${userHome}"), "uses `${userHome}`, but HOME is not set"),
        (
            vscode("${command:pick}"),
            "uses `${command:pick}`, and a command is known only to the editor (write its value)",
        ),
    ] {
        assert_eq!(got, Err(expected.to_owned()));
    }
}

#[test]
fn input_comes_from_its_variable_or_its_default() {
    assert_eq!(vscode("${input:api-key}").as_deref(), Ok("s"));
    assert_eq!(vscode("${input:units}").as_deref(), Ok("metric"));
    let asked = "uses `${input:key}`, which a client asks its user for (set SECONDTRY_INPUT_KEY)";
    assert_eq!(vscode("${input:key}"), Err(asked.to_owned()));
}
