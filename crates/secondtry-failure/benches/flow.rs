//! The steps of the flow at their rising prices: a glance, a look, a parse; then classifying, judging and planning.
//!
//! Messages have the two shapes that bulk comes in, one long text and many small rows, in three sizes. Where the system
//! tells it, the time is that of the processor: what else a machine does then changes little.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use secondtry_failure::classify::run::runs;
use secondtry_failure::judge::facts::{Breach, Broken, GradedCall, facts};
use secondtry_failure::judge::judge;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::message::parse::parse;
use secondtry_failure::message::peek::{glance, peek};
use secondtry_failure::probe::base_call::base_call;
use secondtry_failure::probe::mutate::mutations;
use secondtry_failure::probe::plan::{Options, plan};
use secondtry_failure::schema::compile::Schema;
use secondtry_failure::schema::fault::Pointer;
use secondtry_failure::transcript::read::read;
use serde_json::{Value, json};

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Clock::default());
    targets = messages, transcripts, texts, plans
}
criterion_main!(benches);

fn messages(criterion: &mut Criterion<Clock>) {
    let mut group = criterion.benchmark_group("message");
    for (shape, size, line) in lines() {
        group.throughput(Throughput::Bytes(line.len() as u64));
        let line = line.as_bytes();
        let id = |step| BenchmarkId::new(step, format!("{shape}/{size}"));
        group.bench_function(id("glance"), |bencher| bencher.iter(|| glance(black_box(line))));
        group.bench_function(id("peek"), |bencher| bencher.iter(|| peek(black_box(line))));
        group.bench_function(id("parse"), |bencher| bencher.iter(|| parse(black_box(line))));
    }
}

fn transcripts(criterion: &mut Criterion<Clock>) {
    let mut group = criterion.benchmark_group("transcript");
    group.sample_size(20);
    for (shape, size, line) in lines() {
        let recorded = conversation(&line);
        let transcript = read(recorded.as_bytes()).expect("a slice can always be read");
        group.throughput(Throughput::Bytes(recorded.len() as u64));
        let id = |step| BenchmarkId::new(step, format!("{shape}/{size}"));
        group.bench_function(id("read"), |bencher| {
            bencher.iter(|| read(black_box(recorded.as_bytes())));
        });
        group.bench_function(id("classify"), |bencher| {
            bencher.iter(|| runs(black_box(&transcript)));
        });
        let runs = runs(&transcript);
        let policy = Policy::default();
        group.bench_function(id("judge"), |bencher| {
            bencher.iter(|| judge(black_box(&runs), &policy));
        });
    }
}

fn texts(criterion: &mut Criterion<Clock>) {
    let mut group = criterion.benchmark_group("facts");
    let schema = schema();
    let arguments = json!({"unit": "yard", "amount": 1});
    let unit = Pointer::root().child("unit");
    let broken = Broken::Argument { parameter: &unit, breach: Breach::Choice };
    let call = GradedCall { tool: "convert", input_schema: &schema, arguments: &arguments, broken };
    let short =
        "`unit` is \"yard\", which is none of \"metre\", \"foot\". Send one of these.".to_owned();
    let long = short.repeat(1400);
    for (name, text) in [("70 B", short), ("100 KB", long)] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| facts(black_box(&text), &call)));
    }
}

fn plans(criterion: &mut Criterion<Clock>) {
    let mut group = criterion.benchmark_group("probe");
    let definition = schema();
    group.bench_function("compile", |bencher| {
        bencher.iter(|| Schema::compile(black_box(&definition)));
    });
    let schema = Schema::compile(&definition).expect("the schema is sound");
    let base = base_call(&definition, 0).expect("a valid call can be made");
    group.bench_function("mutate", |bencher| {
        bencher.iter(|| mutations(black_box(&schema), black_box(&base), 0));
    });
    let tools: Vec<Value> = (0..20).map(|number| tool(&format!("tool_{number}"))).collect();
    group.bench_function("plan/20 tools", |bencher| {
        bencher.iter(|| plan(black_box(&tools), Options::default()));
    });
}

/// Answers to a call in two shapes and three sizes, members in the order in which the TypeScript SDK writes them.
fn lines() -> Vec<(&'static str, &'static str, String)> {
    let mut lines = Vec::new();
    for (size, bytes) in [("1 KB", 1_000), ("100 KB", 100_000), ("5 MB", 5_000_000)] {
        let sentence = "A line of \"quoted\" text, as a tool returns it.\n";
        let text = sentence.repeat(bytes / 48);
        let row = |number| json!({"id": number, "name": "row", "price": 9.5, "tags": ["a", "b"]});
        let rows: Vec<Value> = (0..bytes / 52).map(row).collect();
        let answer = |result: Value| format!(r#"{{"result":{result},"jsonrpc":"2.0","id":2}}"#);
        let content = |text: &str| json!([{"type": "text", "text": text}]);
        lines.push(("text", size, answer(json!({"content": content(&text), "isError": true}))));
        let structured = json!({"content": content("rows"), "structuredContent": {"rows": rows}});
        lines.push(("rows", size, answer(structured)));
    }
    lines
}

/// What a checker records of one call that is answered with `line`.
fn conversation(line: &str) -> String {
    let list = json!({"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool("convert")]}}});
    let arguments = json!({"unit": "yard", "amount": 1});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "convert", "arguments": arguments}});
    let lines = [
        json!({"event": "start", "transport": "stdio", "protocol": "2025-11-25"}).to_string(),
        json!({"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}})
            .to_string(),
        list.to_string(),
        json!({"event": "probe", "id": 2, "tool": "convert", "kind": "enum", "parameter": "/unit"})
            .to_string(),
        json!({"from": "client", "message": call}).to_string(),
        format!(r#"{{"from":"server","message":{line}}}"#),
    ];
    lines.join("\n")
}

fn tool(name: &str) -> Value {
    json!({"name": name, "inputSchema": schema(), "annotations": {"readOnlyHint": true}})
}

fn schema() -> Value {
    json!({"type": "object", "required": ["unit", "amount"], "additionalProperties": false, "properties": {
        "unit": {"enum": ["metre", "foot"]},
        "amount": {"type": "integer", "minimum": 1, "maximum": 1000},
        "date": {"type": "string", "format": "date"},
        "note": {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[A-Z]"},
        "to": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true},
    }})
}

#[cfg(not(unix))]
type Clock = criterion::measurement::WallTime;
#[cfg(unix)]
type Clock = cpu_time::CpuTime;

#[cfg(unix)]
mod cpu_time {
    use std::time::Duration;

    use criterion::measurement::{Measurement, ValueFormatter, WallTime};
    use rustix::time::{ClockId, clock_gettime};

    /// The time for which a processor ran this thread.
    #[derive(Default)]
    pub(super) struct CpuTime;

    impl Measurement for CpuTime {
        type Intermediate = Duration;
        type Value = Duration;

        fn start(&self) -> Duration {
            let time = clock_gettime(ClockId::ThreadCPUTime);
            let part = |number| u64::try_from(number).expect("a thread's time is not negative");
            Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
        }

        fn end(&self, start: Duration) -> Duration {
            self.start().saturating_sub(start)
        }

        fn add(&self, one: &Duration, other: &Duration) -> Duration {
            *one + *other
        }

        fn zero(&self) -> Duration {
            Duration::ZERO
        }

        fn to_f64(&self, value: &Duration) -> f64 {
            WallTime.to_f64(value)
        }

        fn formatter(&self) -> &dyn ValueFormatter {
            WallTime.formatter()
        }
    }
}
