use super::*;
use crate::catalogue::{CLEAN, server};
use crate::era::Eras;

#[test]
fn every_row_names_a_server_and_its_tool() {
    for row in EXPECTED {
        let server = server(row.server, Eras::Both).expect(row.server);
        let has = |name| server.tools.iter().any(|tool| tool.name() == name);
        assert!(row.tool.is_none_or(has), "{row:?}");
    }
}

#[test]
fn every_flaw_has_a_row() {
    for flaw in FLAWS {
        assert!(EXPECTED.iter().any(|row| row.server == flaw.name), "{}", flaw.name);
    }
}

#[test]
fn nothing_is_expected_of_the_clean_server() {
    for era in [Era::Legacy, Era::Modern] {
        for transport in [Transport::Http, Transport::Stdio] {
            assert_eq!(findings(CLEAN, era, transport), Some(Vec::new()));
        }
    }
}

#[test]
fn unknown_server_has_no_expectation() {
    assert_eq!(findings("spotless", Era::Modern, Transport::Stdio), None);
}
