//! Many generated cards in a store: import, find, get and report, each with its times. `bench/cards/run` runs it.
//!
//! `cargo bench -p secondtry-cards --bench cards -- ADDRESS COUNT [QUERIES]`

#[path = "cards/generated.rs"]
mod generated;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use secondtry_cards::card::Status;
use secondtry_cards::day::Moment;
use secondtry_cards::store::{self, FindQuery, NewOutcome, Options, Store};

use crate::generated::{card, error, words};

const NOW: Moment = Moment::from_ms(1_796_040_000_000);

#[expect(clippy::print_stdout, reason = "a bench tells what it measured")]
fn main() {
    let arguments: Vec<String> =
        std::env::args().filter(|argument| argument != "--bench").collect();
    let [_, address, count, rest @ ..] = arguments.as_slice() else {
        println!("skipped: no store named (-- ADDRESS COUNT [QUERIES])");
        return;
    };
    let count: u64 = count.parse().expect("a number of cards");
    let queries: u64 = rest.first().map_or(1000, |queries| queries.parse().expect("a number"));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let options = Options { connections: 16, ..Options::default() };
        let store: Arc<dyn Store> =
            store::open_with(address, &options).await.expect("it opens").into();
        let there = store.counts().await.expect("counts").accepted;
        if there < count {
            let (wall, cpu) = (now(), processor());
            for from in (there..count).step_by(5000) {
                let cards: Vec<_> = (from..(from + 5000).min(count)).map(card).collect();
                store.import(&cards, "bench", NOW).await.expect("kept");
            }
            println!(
                "import of {} cards: {:.1} s, {:.1} s of the processor, the making of the cards included",
                count - there,
                wall.elapsed().as_secs_f64(),
                processor().saturating_sub(cpu).as_secs_f64()
            );
        }
        for round in ["first", "second"] {
            find(&*store, round, "error", queries, count).await;
            find(&*store, round, "words", queries, count).await;
        }
        get(&*store, queries, count).await;
        for clients in [1, 4, 16, 64] {
            load(&store, clients, count).await;
        }
        println!("memory: {} MiB", memory());
    });
}

#[expect(clippy::print_stdout, reason = "a bench tells what it measured")]
async fn find(store: &dyn Store, round: &str, kind: &str, queries: u64, count: u64) {
    let (mut walls, mut cpus, mut first, mut five) = (Vec::new(), Vec::new(), 0_u64, 0_u64);
    for query in 0..queries {
        let number = (query * 7919 + 13) % count;
        let text = if kind == "error" { error(number, query) } else { words(number) };
        let query = if kind == "error" {
            FindQuery { error: Some(&text), ..FindQuery::default() }
        } else {
            FindQuery { query: Some(&text), ..FindQuery::default() }
        };
        let (wall, cpu) = (now(), processor());
        let page = store.find(&query).await.expect("found");
        walls.push(wall.elapsed());
        cpus.push(processor().saturating_sub(cpu));
        let wanted = card(number);
        let place = page.items.iter().position(|found| found.card.id == wanted.id());
        first += u64::from(place == Some(0));
        five += u64::from(place.is_some_and(|place| place < 5));
    }
    let share = |hits: u64| hits * 1000 / queries;
    println!(
        "find by {kind}, {round} round: wall p50 {} p99 {}, processor of this process p50 {} p99 {}; recall@1 {} ‰, recall@5 {} ‰",
        at(&mut walls, 50),
        at(&mut walls, 99),
        at(&mut cpus, 50),
        at(&mut cpus, 99),
        share(first),
        share(five)
    );
}

#[expect(clippy::print_stdout, reason = "a bench tells what it measured")]
async fn get(store: &dyn Store, queries: u64, count: u64) {
    let mut walls = Vec::new();
    for query in 0..queries {
        let id = format!("generated-{}", (query * 104_729) % count);
        let wall = now();
        store.card(&id).await.expect("read").expect("it is there");
        walls.push(wall.elapsed());
    }
    println!("get: wall p50 {} p99 {}", at(&mut walls, 50), at(&mut walls, 99));
}

/// Two seconds of reports, and two of reads, by several clients at once.
#[expect(clippy::print_stdout, reason = "a bench tells what it measured")]
async fn load(store: &Arc<dyn Store>, clients: u64, count: u64) {
    let mut rates = Vec::new();
    for is_report in [false, true] {
        let mut tasks = Vec::new();
        for client in 0..clients {
            let store = Arc::clone(store);
            tasks.push(tokio::spawn(async move {
                let (begin, mut done) = (now(), 0_u64);
                while begin.elapsed() < Duration::from_secs(2) {
                    let id = format!("generated-{}", (client * 31 + done * 17) % count);
                    if is_report {
                        let outcome = NewOutcome {
                            card: &id,
                            worked: done % 3 != 0,
                            note: None,
                            note_status: Status::Pending,
                            client: None,
                            client_key: None,
                        };
                        store.report_outcome(&outcome, NOW).await.expect("kept");
                    } else {
                        store.card(&id).await.expect("read").expect("it is there");
                    }
                    done += 1;
                }
                done
            }));
        }
        let mut all = 0;
        for task in tasks {
            all += task.await.expect("it ends well");
        }
        rates.push(all / 2);
    }
    println!("{clients} clients: {} gets a second, {} reports a second", rates[0], rates[1]);
}

fn at(times: &mut [Duration], percent: usize) -> String {
    times.sort_unstable();
    let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    format!("{:.2} ms", times[place].as_secs_f64() * 1000.0)
}

#[expect(clippy::disallowed_methods, reason = "a bench measures")]
fn now() -> Instant {
    Instant::now()
}

/// What this process has had of the processor.
fn processor() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The most memory that this process has held, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or_default()
        / 1024
}
