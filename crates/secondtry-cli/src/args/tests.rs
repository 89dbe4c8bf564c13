use super::*;

#[test]
fn command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn durations_take_units() {
    assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
    assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
    for text in ["", "s", "0s", "3h", "1e9s", "99999999999999999999s"] {
        assert!(duration(text).is_err(), "{text}");
    }
}

#[test]
fn report_may_name_a_file() {
    assert_eq!(report("json"), Ok(ReportTarget { format: Format::Json, path: None }));
    let path = Some(PathBuf::from("a=b.txt"));
    assert_eq!(report("text=a=b.txt"), Ok(ReportTarget { format: Format::Text, path }));
    assert!(report("yaml").is_err());
}

#[test]
fn rule_levels_are_checked() {
    assert_eq!(rule_level("no-response=off"), Ok(("no-response".into(), None)));
    assert_eq!(rule_level("no-response=advice"), Ok(("no-response".into(), Some(Level::Advice))));
    assert!(rule_level("no-respose=off").is_err() && rule_level("no-response").is_err());
}
