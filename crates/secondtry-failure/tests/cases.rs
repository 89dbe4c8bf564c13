//! The rules on recorded exchanges: each file of `cases/` is named after a rule and says what must be found.
//!
//! Findings above advice must be the listed ones and no others, those of the file's own rule at every level; other advice
//! counts where it is listed.

use secondtry_failure::classify::run::runs;
use secondtry_failure::judge::finding::Finding;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::judge::rule::Level;
use secondtry_failure::judge::{judge, rules};
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::text::Colour;
use secondtry_failure::report::{JudgedRun, Report, json, text};
use secondtry_failure::transcript::read::read;
use secondtry_failure::transcript::write::line;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    description: String,
    transcript: Vec<Value>,
    findings: Vec<Expected>,
    /// What the server is built on.
    sdk: Option<String>,
    /// What no report may show.
    #[serde(default)]
    secrets: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct Expected {
    tool: Option<String>,
    level: String,
    rule: String,
    /// As JSON; looked at only where it is listed.
    suggestion: Option<JsonText>,
}

/// A suggestion as its JSON text, so that it can be ordered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct JsonText(String);

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self(value.to_string()))
    }
}

#[test]
fn each_case_has_the_findings_listed() {
    each_case(|rule, case| {
        let report = judged(&text_of(case));
        let mut expected = case.findings.clone();
        expected.sort();
        let counts = |finding: &Expected| {
            finding.level != "advice"
                || finding.rule == rule
                || expected.iter().any(|listed| is_alike(listed, finding))
        };
        let mut found: Vec<Expected> = report
            .findings()
            .map(|(_, finding)| told(finding))
            .filter(counts)
            .map(|finding| without_unlisted(finding, &expected))
            .collect();
        found.sort();
        assert_eq!(found, expected, "{rule}: {}", case.description);
        if let Some(sdk) = &case.sdk {
            let named = report.runs[0].judgement.sdk.map(|sdk| sdk.name().to_owned());
            assert_eq!(named.as_ref(), Some(sdk), "{rule}: {}", case.description);
        }
    });
}

#[test]
fn same_transcript_gives_the_same_report() {
    each_case(|rule, case| {
        let transcript = read(text_of(case).as_bytes()).unwrap();
        let written: String = transcript
            .entries
            .iter()
            .flat_map(|entry| [line(entry, Mask::Show), "\n".to_owned()])
            .collect();
        let once = json::write(&judged(&text_of(case)), Mask::Hide);
        let again = json::write(&judged(&text_of(case)), Mask::Hide);
        let rewritten = json::write(&judged(&written), Mask::Hide);
        assert_eq!(once, again, "{rule}: {}", case.description);
        assert_eq!(once, rewritten, "{rule}: {}", case.description);
    });
}

#[test]
fn reports_show_no_masked_value() {
    each_case(|rule, case| {
        let report = judged(&text_of(case));
        let shown = [
            json::write(&report, Mask::Hide),
            text::write(&report, Colour::Off, Mask::Hide),
            text::write(&report, Colour::On, Mask::Hide),
        ];
        for secret in &case.secrets {
            for shown in &shown {
                assert!(!shown.contains(secret.as_str()), "{rule}: {}: {shown}", case.description);
            }
        }
    });
}

#[test]
fn a_transcript_cut_anywhere_is_judged() {
    each_case(|_, case| {
        for end in 0..case.transcript.len() {
            let cut: String = case.transcript[..end]
                .iter()
                .flat_map(|line| [line.to_string(), "\n".to_owned()])
                .collect();
            let _ = text::write(&judged(&cut), Colour::Off, Mask::Hide);
        }
    });
}

#[test]
fn every_rule_has_a_case_for_and_against() {
    for rule in rules::ALL {
        let file = FILES.iter().find(|(code, _)| *code == rule.code);
        let (_, file) = file.unwrap_or_else(|| panic!("no file of cases for {}", rule.code));
        let cases: Vec<Case> = serde_json::from_str(file).unwrap();
        let is_for = |case: &Case| case.findings.iter().any(|finding| finding.rule == rule.code);
        assert!(cases.iter().any(is_for), "{} has no case that it matches", rule.code);
        assert!(!cases.iter().all(is_for), "{} has no case that it must not match", rule.code);
    }
    assert_eq!(FILES.len(), rules::ALL.len());
}

fn each_case(check: impl Fn(&str, &Case)) {
    for (rule, file) in FILES {
        let cases: Vec<Case> =
            serde_json::from_str(file).unwrap_or_else(|error| panic!("{rule}: {error}"));
        for case in &cases {
            check(rule, case);
        }
    }
}

fn text_of(case: &Case) -> String {
    case.transcript.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

fn judged(transcript: &str) -> Report {
    let runs = runs(&read(transcript.as_bytes()).expect("bytes in memory can be read"));
    let judgements = judge(&runs, &Policy::default());
    let runs = runs
        .into_iter()
        .zip(judgements)
        .map(|(run, judgement)| JudgedRun { run, judgement })
        .collect();
    Report { is_complete: true, runs, ..Report::default() }
}

fn told(finding: &Finding) -> Expected {
    let level = match finding.level {
        Level::Advice => "advice",
        Level::Error => "error",
        Level::Warning => "warning",
    };
    Expected {
        tool: finding.tool.clone(),
        level: level.to_owned(),
        rule: finding.rule.code.to_owned(),
        suggestion: finding.suggestion.as_ref().map(|value| JsonText(value.to_string())),
    }
}

fn is_alike(one: &Expected, other: &Expected) -> bool {
    (&one.rule, &one.level, &one.tool) == (&other.rule, &other.level, &other.tool)
}

/// Drops a suggestion that no listed finding asks about.
fn without_unlisted(finding: Expected, expected: &[Expected]) -> Expected {
    let is_listed =
        expected.iter().any(|listed| is_alike(listed, &finding) && listed.suggestion.is_some());
    if is_listed { finding } else { Expected { suggestion: None, ..finding } }
}

const FILES: [(&str, &str); 40] = [
    ("ambiguous-envelope", include_str!("cases/ambiguous_envelope.json")),
    ("channel-differs-by-era", include_str!("cases/channel_differs_by_era.json")),
    ("constraint-not-stated", include_str!("cases/constraint_not_stated.json")),
    ("content-missing", include_str!("cases/content_missing.json")),
    ("error-breaks-output-schema", include_str!("cases/error_breaks_output_schema.json")),
    ("failure-without-is-error", include_str!("cases/failure_without_is_error.json")),
    ("faults-not-all-told", include_str!("cases/faults_not_all_told.json")),
    ("handle-lifetime-not-stated", include_str!("cases/handle_lifetime_not_stated.json")),
    ("hangs-on-eof", include_str!("cases/hangs_on_eof.json")),
    ("http-status-wrong", include_str!("cases/http_status_wrong.json")),
    ("input-error-as-protocol-error", include_str!("cases/input_error_as_protocol_error.json")),
    ("input-schema-invalid", include_str!("cases/input_schema_invalid.json")),
    ("internals-in-message", include_str!("cases/internals_in_message.json")),
    ("invalid-arguments-accepted", include_str!("cases/invalid_arguments_accepted.json")),
    ("malformed-call-as-result", include_str!("cases/malformed_call_as_result.json")),
    ("message-not-text", include_str!("cases/message_not_text.json")),
    ("no-reason-given", include_str!("cases/no_reason_given.json")),
    ("no-response", include_str!("cases/no_response.json")),
    ("oversized-message", include_str!("cases/oversized_message.json")),
    ("parameter-not-named", include_str!("cases/parameter_not_named.json")),
    ("reason-only-in-error-data", include_str!("cases/reason_only_in_error_data.json")),
    ("ref-unresolvable", include_str!("cases/ref_unresolvable.json")),
    ("reserved-error-code", include_str!("cases/reserved_error_code.json")),
    ("response-id-mismatch", include_str!("cases/response_id_mismatch.json")),
    ("result-breaks-output-schema", include_str!("cases/result_breaks_output_schema.json")),
    ("result-type-missing", include_str!("cases/result_type_missing.json")),
    ("retry-not-advised", include_str!("cases/retry_not_advised.json")),
    ("secret-in-message", include_str!("cases/secret_in_message.json")),
    ("server-exited", include_str!("cases/server_exited.json")),
    ("stdout-not-protocol", include_str!("cases/stdout_not_protocol.json")),
    ("tool-failure-as-http-error", include_str!("cases/tool_failure_as_http_error.json")),
    ("tool-failure-as-protocol-error", include_str!("cases/tool_failure_as_protocol_error.json")),
    ("tool-name-duplicate", include_str!("cases/tool_name_duplicate.json")),
    ("tool-name-invalid", include_str!("cases/tool_name_invalid.json")),
    ("tools-order-unstable", include_str!("cases/tools_order_unstable.json")),
    ("unknown-tool-as-result", include_str!("cases/unknown_tool_as_result.json")),
    ("valid-call-rejected", include_str!("cases/valid_call_rejected.json")),
    ("value-not-given", include_str!("cases/value_not_given.json")),
    ("wrapped-error-text", include_str!("cases/wrapped_error_text.json")),
    ("wrong-error-code", include_str!("cases/wrong_error_code.json")),
];
