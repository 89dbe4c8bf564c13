use super::Controls;
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
        run.exchanges.iter().map(|exchange| controls.refuse_alike(exchange)).collect();
    assert_eq!(alike, [true, true, false]);
}
