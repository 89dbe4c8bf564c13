use std::fs;

use clap::{CommandFactory, Parser};

use secondtry_failure::message::protocol_version::ProtocolVersion;

use super::*;
use crate::args::{Cli, Command};

/// The settings of `secondtry` with these arguments, over a file with `text` and these variables.
fn resolved(
    text: &str,
    variables: &[(&str, &str)],
    arguments: &[&str],
) -> Result<Settings, String> {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let path = std::env::temp_dir()
        .join(format!("secondtry-settings-{}-{count}.toml", std::process::id()));
    fs::write(&path, text).unwrap();
    let environment = Environment::of(variables, "/nowhere");
    let below = below_flags(Some(&path), &environment);
    fs::remove_file(&path).unwrap();
    let below =
        below.map_err(|error| error.to_string().replace(&path.display().to_string(), "FILE"))?;
    let cli = Cli::try_parse_from([&["secondtry"], arguments].concat())
        .map_err(|error| error.to_string())?;
    Ok(match cli.command {
        Command::Call(args) => below.with_server(&args.server),
        Command::Check(args) => below.with_check(&args),
        Command::Judge(args) => below.with_reports(&args.reports),
        #[cfg(feature = "cards")]
        Command::Cards(args) => below.with_store(args.store.as_ref()),
        Command::Completions(_) | Command::Explain(_) | Command::GuardProcesses => below,
        Command::Wrap(args) => below.with_wrap(&args),
    })
}

fn refused(text: &str) -> String {
    resolved(text, &[], &["check"]).expect_err("a fault")
}

#[test]
fn flag_wins_over_variable_over_file_over_default() {
    let (file, variable) = ("seed = 2", [("SECONDTRY_SEED", "3")]);
    let seed =
        |text, variables: &[_], arguments| resolved(text, variables, arguments).unwrap().plan.seed;
    assert_eq!(seed("", &[], &["check"]), 1);
    assert_eq!(seed(file, &[], &["check"]), 2);
    assert_eq!(seed(file, &variable, &["check"]), 3);
    assert_eq!(seed(file, &variable, &["check", "--seed", "4"]), 4);
    assert_eq!(
        seed(file, &[("SECONDTRY_SEED", "")], &["check"]),
        2,
        "an empty variable sets nothing"
    );
}

#[test]
fn every_setting_is_taken_from_a_file() {
    let text = r#"
        allow_writes = true
        baseline = "known.json"
        bearer_env = "TOKEN"
        call_timeout = "500ms"
        config = ".mcp.json"
        era = "bridge"
        fail_on = "warning"
        include_destructive = true
        jobs = 4
        cards = "known.db"
        observe = true
        protocol = "2025-11-25"
        record = "run.jsonl"
        report = ["text", "json=out/report.json"]
        seed = 7
        server = "weather"
        skip_tool = "delete_*"
        start_timeout = 5
        store = "cards.db"
        strict = true
        tool = ["get_*", "list_*"]
        wrap_call_timeout = "2m"
        [repair]
        channel = "off"
        false-success = "on"
        [rule]
        no-response = "off"
        retry-not-advised = "error"
    "#;
    let settings = resolved(text, &[], &["check"]).unwrap();
    let pattern = |text: &str| text.parse::<glob::Pattern>().unwrap();
    let folder = std::env::temp_dir();
    let plan = PlanSettings {
        allow_writes: true,
        include_destructive: true,
        jobs: 4,
        record: Some(folder.join("run.jsonl")),
        seed: 7,
        skip_tool: vec![pattern("delete_*")],
        tool: vec![pattern("get_*"), pattern("list_*")],
    };
    assert_eq!(settings.plan, plan);
    let reports = &settings.reports;
    assert_eq!(reports.baseline, Some(folder.join("known.json")));
    assert_eq!(reports.fail_on, Level::Warning);
    assert_eq!(reports.report[1].path, Some(folder.join("out/report.json")));
    let rule =
        [("no-response".to_owned(), None), ("retry-not-advised".to_owned(), Some(Level::Error))];
    assert_eq!(reports.rule, rule.into());
    let server = &settings.server;
    assert_eq!(server.bearer_env.as_deref(), Some("TOKEN"));
    assert_eq!(server.call_timeout, Duration::from_millis(500));
    assert_eq!(
        (server.config.clone(), server.server.as_deref()),
        (Some(folder.join(".mcp.json")), Some("weather"))
    );
    assert_eq!(server.start_timeout, Some(Duration::from_secs(5)));
    assert_eq!(settings.store, Some(folder.join("cards.db").display().to_string()));
    let wrap = WrapSettings {
        call_timeout: Duration::from_secs(120),
        cards: Some(folder.join("known.db").display().to_string()),
        era: Era::Bridge,
        observe: true,
        repair: [(RepairName::Channel, Mode::Off), (RepairName::FalseSuccess, Mode::On)].into(),
        strict: true,
    };
    assert_eq!(settings.wrap, wrap);
    assert_eq!(server.protocol, Some(Revisions::Only(ProtocolVersion::NEWEST_LEGACY)));
}

#[test]
fn variables_hold_lists_with_commas() {
    let variables = [
        ("SECONDTRY_REPORT", "text, json=r.json"),
        ("SECONDTRY_RULE", "no-response=off,retry-not-advised=error"),
        ("SECONDTRY_ALLOW_WRITES", "1"),
        ("SECONDTRY_CALL_TIMEOUT", "2m"),
    ];
    let settings = resolved("", &variables, &["check"]).unwrap();
    assert_eq!(settings.reports.report.len(), 2);
    assert_eq!(settings.reports.rule.len(), 2);
    assert!(settings.plan.allow_writes);
    assert_eq!(settings.server.call_timeout, Duration::from_secs(120));
}

#[test]
fn rules_of_all_places_count() {
    let settings = resolved(
        "rule = {no-response = \"off\", retry-not-advised = \"off\"}",
        &[("SECONDTRY_RULE", "server-exited=off")],
        &["judge", "--rule", "no-response=advice", "-"],
    );
    let rule = settings.unwrap().reports.rule;
    let levels: Vec<_> = rule.iter().map(|(code, level)| (code.as_str(), *level)).collect();
    let expected = [
        ("no-response", Some(Level::Advice)),
        ("retry-not-advised", None),
        ("server-exited", None),
    ];
    assert_eq!(levels, expected);
}

#[test]
fn repairs_of_all_places_count() {
    let settings = resolved(
        "call_timeout = \"1s\"\nrepair = {channel = \"off\", message = \"off\", noise = \"off\"}",
        &[("SECONDTRY_REPAIR", "message=observe, loop=off"), ("SECONDTRY_STRICT", "1")],
        &["wrap", "--repair", "noise=observe", "--strict=false", "--", "server"],
    );
    let wrap = settings.unwrap().wrap;
    let repairs = wrap.of_gateway().repairs;
    let modes: Vec<Mode> = RepairName::ALL.into_iter().map(|repair| repairs.mode(repair)).collect();
    let (on, observe, off) = (Mode::On, Mode::Observe, Mode::Off);
    assert_eq!(modes, [on, off, off, on, observe, on, off, observe, observe, on, on]);
    assert!(!repairs.is_strict);
    assert_eq!(wrap.call_timeout, Duration::from_secs(600), "a probe's time is no call's");
}

#[test]
fn observing_outranks_what_repairs_are_set_to() {
    let wrap = |arguments: &[_]| {
        let text = "observe = true\n[repair]\nchannel = \"on\"";
        resolved(text, &[], arguments).unwrap().wrap.of_gateway()
    };
    let observing = wrap(&["wrap", "--", "server"]);
    assert_eq!(observing.repairs, RepairSettings::all(Mode::Observe));
    let repairing = wrap(&["wrap", "--observe=false", "--call-timeout", "30s", "--", "server"]);
    assert_eq!(repairing.repairs, RepairSettings::default());
    assert_eq!(repairing.call_timeout, Duration::from_secs(30));
}

#[test]
fn flag_may_turn_a_switch_off() {
    let file = "allow_writes = true";
    let writes = |arguments| resolved(file, &[], arguments).unwrap().plan.allow_writes;
    assert!(writes(&["check"]));
    assert!(!writes(&["check", "--allow-writes=false"]));
    assert!(resolved("", &[], &["check", "--allow-writes"]).unwrap().plan.allow_writes);
}

#[test]
fn server_on_the_command_line_replaces_the_file_s() {
    let text = "config = \"a.json\"\nserver = \"a\"\nbearer_env = \"TOKEN\"";
    let server = |variables: &[_], arguments| resolved(text, variables, arguments).unwrap().server;
    let typed = server(&[], &["check", "--", "node", "server.js"]);
    assert_eq!((typed.config, typed.server, typed.bearer_env), (None, None, None));
    let other = server(&[], &["check", "--config", "b.json"]);
    assert_eq!((other.config, other.server), (Some("b.json".into()), None));
    let variable = server(&[("SECONDTRY_CONFIG", "c.json")], &["check"]);
    assert_eq!((variable.config, variable.server), (Some("c.json".into()), None));
    let one = server(&[], &["call", "--tool", "t", "--server", "b"]);
    assert_eq!(one.server.as_deref(), Some("b"));
    assert!(one.config.is_some());
}

#[test]
fn fault_names_line_and_nearest_setting() {
    for (text, said) in [
        ("\nfail-on = \"error\"", "FILE:2: no setting `fail-on` (did you mean `fail_on`?)"),
        ("\n\n[rules]\nno-response = \"off\"", "FILE:3: no setting `rules` (did you mean `rule`?)"),
        ("fail_on = \"eror\"", "FILE:1: `fail_on`: no such level (error, warning or advice)"),
        ("seed = \"7\"", "FILE:1: `seed` has a text where a whole number belongs"),
        ("seed = -1", "FILE:1: `seed`: no whole number"),
        ("allow_writes = \"yes\"", "FILE:1: `allow_writes` has a text where true or false belongs"),
        ("report = [\"text\",\n\"yaml\"]", "FILE:2: `report`: no format `yaml` (known: "),
        ("report = [1]", "FILE:1: `report` has a number where a text belongs"),
        ("[rule]\nno-respose = \"off\"", "FILE:2: `rule`: no rule `no-respose` ("),
        ("rule = \"off\"", "FILE:1: `rule` has a text where a table belongs"),
        ("[repair]\nchanel = \"on\"", "FILE:2: `repair`: no repair `chanel` ("),
        (
            "[repair]\nchannel = \"yes\"",
            "FILE:2: `repair`: `yes` is neither on nor observe nor off",
        ),
        ("era = \"both\"", "FILE:1: `era`: no such way (pass or bridge)"),
        ("tool = \"[\"", "FILE:1: `tool`: `[` is no pattern: "),
        ("config = \"\"", "FILE:1: `config`: is empty"),
        ("seed = 1\nseed = 2", "FILE:2: "),
        ("seed = ", "FILE:1: "),
        ("jobs = 0x10", "FILE:1: `jobs` has a number where"),
    ] {
        let error = refused(text);
        assert!(error.starts_with(said), "{text}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let far = refused("colour = true");
    assert!(far.contains("no setting `colour` (has: allow_writes, baseline, "), "{far}");
    let variable = resolved("", &[("SECONDTRY_JOBS", "many")], &["check"]).expect_err("no number");
    assert_eq!(variable, "SECONDTRY_JOBS: a number from 1 to 256");
}

#[test]
fn endless_nesting_in_a_file_is_refused() {
    assert!(resolved(&format!("tool = {}", "[".repeat(100_000)), &[], &["check"]).is_err());
    assert!(resolved(&format!("{}x = 1", "a.".repeat(100_000)), &[], &["check"]).is_err());
}

#[test]
fn every_row_has_a_flag_and_stands_in_order() {
    let cli = Cli::command();
    let commands =
        ["check", "cards", "wrap"].into_iter().filter_map(|name| cli.find_subcommand(name));
    let flags: Vec<&str> =
        commands.flat_map(clap::Command::get_arguments).filter_map(clap::Arg::get_long).collect();
    for pair in table::SETTINGS.windows(2) {
        assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
    }
    for setting in table::SETTINGS {
        let flag = setting.flag();
        let is_left_out = setting.name == "store" && cfg!(not(feature = "cards"));
        assert!(is_left_out || flags.contains(&&flag[2..]), "{flag}");
    }
}

#[test]
fn schema_and_documentation_are_up_to_date() {
    assert_generated("schemas/settings-1.schema.json", |_| generated::schema());
    assert_generated("docs/settings.md", |text| {
        let (before, rest) = text.split_once(BEGIN).expect("the begin of the table");
        let (_, after) = rest.split_once(END).expect("the end of the table");
        format!("{before}{BEGIN}\n\n{}\n{END}{after}", generated::table())
    });
}

/// Compares a generated file with what is in the repository, or with `UPDATE_GENERATED=1` writes it.
#[expect(clippy::disallowed_methods, reason = "a test may read the environment")]
fn assert_generated(path: &str, generate: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let found = fs::read_to_string(&path).unwrap_or_default();
    let expected = generate(&found);
    if std::env::var("UPDATE_GENERATED").is_ok_and(|value| value == "1") {
        fs::write(&path, &expected).unwrap();
        return;
    }
    assert!(found == expected, "{} is out of date: UPDATE_GENERATED=1 writes it", path.display());
}

const BEGIN: &str = "<!-- The table is written by a test: UPDATE_GENERATED=1 cargo test -p secondtry-cli settings -->";
const END: &str = "<!-- End of the table -->";
