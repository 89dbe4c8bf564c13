use flawed_servers::expected::{EXPECTED, Finding, Level, Transport, findings};
use flawed_servers::{Era, names};

#[test]
fn expectations_name_only_known_servers() {
    let names: Vec<&str> = names().collect();
    let unknown: Vec<_> = EXPECTED.iter().filter(|row| !names.contains(&row.server)).collect();
    assert_eq!(unknown, [] as [&flawed_servers::expected::Expected; 0]);
}

#[test]
fn every_server_has_expectations_in_each_era() {
    for name in names() {
        for era in [Era::Legacy, Era::Modern] {
            assert!(findings(name, era, Transport::Stdio).is_some(), "{name}");
        }
    }
}

#[test]
fn level_of_a_disputed_flaw_depends_on_the_era() {
    let finding = |level| Finding {
        rule: "input-error-as-protocol-error",
        tool: Some("quote_exchange"),
        level,
    };
    let found = |era| findings("input_error_as_protocol_error", era, Transport::Http);
    assert_eq!(found(Era::Legacy), Some(vec![finding(Level::Error)]));
    assert_eq!(found(Era::Modern), Some(vec![finding(Level::Warning)]));
}
