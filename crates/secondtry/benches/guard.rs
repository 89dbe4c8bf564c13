//! What the guard costs a call: the same tool with it and without, and the refusal of wrong arguments.
//!
//! Where the system tells it, the time is that of the processor: what else a machine does then changes little.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use criterion::{Criterion, criterion_group, criterion_main};
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Tool, object,
};
use rmcp::service::{RequestContext, RoleServer, RunningService};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

struct Bench;

impl ServerHandler for Bench {}

fn router() -> ToolRouter<Bench> {
    let schema = json!({
        "type": "object",
        "properties": {
            "from": {"type": "string", "format": "date"},
            "nights": {"type": "integer", "minimum": 1, "maximum": 30},
            "currency": {"enum": ["EUR", "GBP", "USD"]},
            "guests": {"type": "array", "maxItems": 6, "items": {
                "type": "object",
                "properties": {"name": {"type": "string", "minLength": 1}, "age": {"type": "integer", "minimum": 0}},
                "required": ["name"]
            }}
        },
        "required": ["from", "nights", "currency"],
        "additionalProperties": false
    });
    let mut router = ToolRouter::new();
    let tool = Tool::new("book_room", "Books a room", object(schema));
    router.add_route(ToolRoute::new_dyn(tool, |context| {
        Box::pin(async move {
            black_box(context.arguments);
            Ok(CallToolResult::success(vec![ContentBlock::text("booked")]).into())
        })
    }));
    router
}

fn arguments() -> Value {
    json!({
        "from": "2027-04-03", "nights": 3, "currency": "EUR",
        "guests": [{"name": "Ada", "age": 36}, {"name": "Charles"}]
    })
}

/// rmcp makes a context only for a peer, and a peer only for a conversation that has begun.
async fn conversation() -> (RunningService<RoleServer, Bench>, tokio::io::DuplexStream) {
    let (mut ours, theirs) = tokio::io::duplex(1 << 16);
    let serving = tokio::spawn(Bench.serve(theirs));
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}
        }
    });
    ours.write_all(format!("{hello}\n").as_bytes()).await.expect("the server reads");
    let mut line = String::new();
    BufReader::new(&mut ours).read_line(&mut line).await.expect("the server answers");
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    ours.write_all(format!("{begun}\n").as_bytes()).await.expect("the server reads");
    (serving.await.expect("no panic").expect("a handshake"), ours)
}

fn call(
    router: &ToolRouter<Bench>,
    running: &RunningService<RoleServer, Bench>,
    arguments: Value,
) -> Result<CallToolResponse, ErrorData> {
    let params = CallToolRequestParams::new("book_room").with_arguments(object(arguments));
    let context =
        RequestContext::new(rmcp::model::NumberOrString::Number(1), running.peer().clone());
    let context = ToolCallContext::new(running.service(), params, context);
    let future = pin!(router.call(context));
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the tool never waits"),
    }
}

fn guard(c: &mut Criterion<Clock>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(1)
        .build()
        .expect("a runtime");
    let _entered = runtime.enter();
    let (running, _pipe) = runtime.block_on(conversation());
    let bare = router();
    let guarded = secondtry::guard(router()).expect("schemas that compile");
    let mut group = c.benchmark_group("call");
    let cases = [("bare", &bare, arguments()), ("guarded", &guarded, arguments())];
    for (name, router, arguments) in cases {
        group.bench_function(name, |b| {
            b.iter_batched(
                || arguments.clone(),
                |arguments| call(router, &running, arguments),
                criterion::BatchSize::SmallInput,
            );
        });
    }
    let wrong = json!({"from": "2027-04-03", "nights": 31, "currency": "eur"});
    group.bench_function("refused", |b| {
        b.iter_batched(
            || wrong.clone(),
            |arguments| call(&guarded, &running, arguments),
            criterion::BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Clock::default());
    targets = guard
}
criterion_main!(benches);

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
