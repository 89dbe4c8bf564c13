use super::*;

fn found(text: &str) -> Vec<&str> {
    internals(text, &|word| word == "/srv/sent/a.txt" || word == "localhost:3000")
        .into_iter()
        .map(|place| &text[place])
        .collect()
}

#[test]
fn inside_of_a_server_is_found() {
    for (text, inside) in [
        (
            "x failed\n    at getInvoice (/srv/app/dist/tools.js:77:14)\nend",
            "    at getInvoice (/srv/app/dist/tools.js:77:14)",
        ),
        (
            "Cannot read properties of undefined (reading 'map')",
            "Cannot read properties of undefined (reading 'map')",
        ),
        (
            "into Go struct field SilenceParam.name of type string",
            "Go struct field SilenceParam.name",
        ),
        ("open '/home/deploy/data/notes.ics'", "/home/deploy/data/notes.ics"),
        ("connect ECONNREFUSED 127.0.0.1:5432", "127.0.0.1:5432"),
        ("browserBackend.callTool: closed", "browserBackend.callTool"),
        ("could not be converted to Shop.OrderStatus", "Shop.OrderStatus"),
        ("refused: inventory.svc.cluster.local", "inventory.svc.cluster.local"),
        ("'NoneType' object has no attribute 'x'", "'NoneType' object has no attribute"),
        ("called `Option::unwrap()` on it", "called `Option::unwrap()`"),
    ] {
        assert!(found(text).contains(&inside), "{text}: {:?}", found(text));
    }
}

#[test]
fn vocabulary_of_validators_is_no_inside() {
    for text in [
        "1 validation error for call[x]\ndate\n  Input should be a valid date [type=date, input_value='x', input_type=str]",
        "invalid type: string \"x\", expected f64",
        "could not be converted to System.Int32",
        "GET https://api.github.com/repos/a/b: 404",
        "TypeError: fetch failed",
        "ENOENT: no such file, open '/srv/sent/a.txt'",
        "refused localhost:3000",
        "path outside allowed directories: not in /srv/data/root",
        "The page is closed. Please open one.",
    ] {
        assert_eq!(found(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn places_stand_in_order_and_apart() {
    let text = "dial tcp 10.0.0.1:80 and 10.0.0.2:80 in main.go:12";
    let places = internals(text, &|_| false);
    assert!(places.windows(2).all(|pair| pair[0].end <= pair[1].start), "{places:?}");
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&PATH].into_iter().chain(&RUNTIME).chain(&UNLESS_KNOWN) {
        pattern.assert_needles_are_needed();
    }
}
