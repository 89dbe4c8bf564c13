use super::Controls;
use crate::classify::call::Standing;
use crate::classify::run::{Run, runs};
use crate::transcript::read::read;

fn run_of(lines: &str) -> Run {
    let transcript = read(lines.as_bytes()).unwrap();
    runs(&transcript).remove(0)
}

#[test]
fn same_words_for_a_valid_call_mask_a_bad_one() {
    let run = run_of(
        r#"{"event":"probe","id":1,"tool":"find","kind":"valid"}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"city":"Ghent"}}}
{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"Cannot look up Ghent: no API key (request 4711)"}]}}
{"event":"probe","id":2,"tool":"find","kind":"type"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find","arguments":{"city":"Antwerp"}}}
{"jsonrpc":"2.0","id":2,"result":{"isError":true,"content":[{"type":"text","text":"Cannot look up Antwerp: no API key (request 4712)"}]}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find","arguments":{"city":7}}}
{"jsonrpc":"2.0","id":3,"result":{"isError":true,"content":[{"type":"text","text":"city must be a string"}]}}
"#,
    );
    let controls = Controls::of(&run);
    let alike: Vec<bool> =
        run.exchanges.iter().map(|exchange| controls.refuse_alike(exchange, None)).collect();
    assert_eq!(alike, [true, true, false]);
}

#[test]
fn complaint_of_another_argument_is_masked() {
    let run = run_of(
        r#"{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{}}
{"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"compare","inputSchema":{"type":"object","properties":{"time_a":{"type":"string"},"time_b":{"type":"string"}}}}]}}
{"event":"probe","id":1,"tool":"compare","kind":"valid"}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"compare","arguments":{"time_a":"14:30","time_b":"14:30"}}}
{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"invalid format for time_a"}]}}
{"event":"probe","id":2,"tool":"compare","kind":"type","parameter":"/time_a"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"compare","arguments":{"time_a":7,"time_b":"14:30"}}}
{"jsonrpc":"2.0","id":2,"result":{"isError":true,"content":[{"type":"text","text":"invalid format for time_b"}]}}
"#,
    );
    let controls = Controls::of(&run);
    let Standing::BadArguments(faults) = &run.exchanges[1].standing else { panic!("no fault") };
    assert!(controls.refuse_alike(&run.exchanges[1], faults.first()));
    assert!(!controls.refuse_alike(&run.exchanges[1], None));
}
