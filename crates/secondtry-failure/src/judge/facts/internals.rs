//! Places of a text that show the inside of a server.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::GradedCall;
use super::pattern::{Pattern, any_case, exact};
use super::reading::head;
use super::spot::merged;

#[cfg(test)]
mod tests;

/// Returns the places in `text` that show stack frames, the exceptions of a runtime, names from the source,
/// command lines, addresses of a back end or paths of the server, in order and apart from each other.
///
/// `known` says whether a path, an address or a name stands in the call, the schema or the description: it is none then.
pub fn internals(text: &str, known: &dyn Fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for shape in &RUNTIME {
        found.extend(shape.find_iter(text).map(|place| place.range()));
    }
    for shape in &UNLESS_KNOWN {
        for place in shape.captures_iter(text) {
            let Some(place) = place.get(1).or_else(|| place.get(0)) else { continue };
            if !known(place.as_str()) && !BUILT_IN.is_match(place.as_str()) {
                found.push(place.range());
            }
        }
    }
    for place in PATH.captures_iter(text) {
        let Some(path) = place.get(1) else { continue };
        if !known(path.as_str()) && !tells_what_is_allowed(text, path.start()) {
            found.push(path.range());
        }
    }
    merged(found)
}

/// Whether `text` shows internals that the call and its schema do not hold.
pub(super) fn leaks(text: &str, call: &GradedCall<'_>) -> bool {
    let secrets = super::secrets(text);
    places(text, call).iter().any(|place| {
        !secrets.iter().any(|secret| secret.start <= place.start && place.end <= secret.end)
    })
}

/// The internals in `text` that the call and its schema do not hold.
pub(crate) fn places(text: &str, call: &GradedCall<'_>) -> Vec<Range<usize>> {
    let said = said_before(call);
    let known = |word: &str| {
        said.iter().any(|text| {
            text.contains(word)
                || word.len() > 3
                    && text.len() > 3
                    && text.starts_with('/')
                    && word.starts_with(*text)
        })
    };
    internals(text, &known)
}

/// The texts of the call and the schema, as many as are looked at.
fn said_before<'a>(call: &GradedCall<'a>) -> Vec<&'a str> {
    let mut said = Vec::new();
    let mut bytes = 0;
    let mut open = vec![call.input_schema, call.arguments];
    while let Some(value) = open.pop() {
        if bytes > MOST_SAID {
            break;
        }
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                said.extend(members.keys().map(String::as_str));
                bytes += members.keys().map(|key| key.len() + 16).sum::<usize>();
                open.extend(members.values());
            }
            Value::String(text) => {
                bytes += text.len();
                said.push(head(text));
            }
            Value::Bool(_) | Value::Null | Value::Number(_) => bytes += 1,
        }
    }
    said
}

/// Whether the words before `at` announce what is accepted.
fn tells_what_is_allowed(text: &str, at: usize) -> bool {
    let spot = super::spot::Spot { before: &text[..at], after: &text[at..] };
    ALLOWED_BEFORE.is_match(spot.just_before())
}

const MOST_SAID: usize = 128 * 1024;

/// What no message to a model needs, whoever said it before.
static RUNTIME: [Pattern; 19] = [
    // Stack frames and places in sources.
    Pattern::exact(&["at "], r"^[ \t]+at \S.*(?:\(.*\)|:\d+(?::\d+)?|:line \d+)[ \t]*$"),
    Pattern::exact(
        &["traceback", "backtrace", "goroutine "],
        r"Traceback \(most recent call last\):?|\bstack backtrace:|\bgoroutine \d+ \[",
    ),
    Pattern::exact(&["file \""], r#"File "[^"\n]+", line \d+(?:, in \S+)?"#),
    Pattern::exact(
        &[
            ".rs", ".go", ".py", ".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts",
            ".java", ".cs", ".rb", ".php", ".kt", ".ex", ".swift",
        ],
        r"[\w./\\-]*\b[\w-]+\.(?:rs|go|py|[cm]?[jt]sx?|java|cs|rb|php|kt|exs?|swift)(?::\d+|\(\d+)(?::\d+)?\b",
    ),
    Pattern::exact(
        &["node_modules", "-packages", "node:internal/"],
        r"\S*\b(?:node_modules|site-packages|dist-packages)\b\S*|\bnode:internal/\S*",
    ),
    // Exceptions of runtimes.
    Pattern::exact(
        &["propert"],
        r"Cannot (?:read|set) propert(?:y|ies) (?:'?\w+'? )?of (?:undefined|null)(?: \((?:reading|setting) '[^']*'\))?",
    ),
    Pattern::exact(
        &["undefined", "nilclass", "recursion", "is not ", "not defined", "call stack"],
        concat!(
            r"\bundefined (?:local variable or )?method\b|\bNilClass\b|\bmaximum recursion depth exceeded",
            r"|\b[\w$.\[\]]+ is not (?:a function|iterable|a constructor)\b|\bundefined is not an? \w+",
            r"|\bname '\w+' is not defined\b|\bMaximum call stack size exceeded",
        ),
    ),
    Pattern::exact(
        &[" object "],
        r"'?\b\w+'? object (?:cannot be|has no attribute|is not (?:subscriptable|callable|iterable)|does not support)\b",
    ),
    Pattern::exact(
        &["operand", "index", "indices", "not supported between", "concatenate"],
        concat!(
            r"\bunsupported operand type\(?s?\)?",
            r"|\b(?:list|tuple|string) ind(?:ex|ices) (?:out of range|must be)",
            r"|\bnot supported between instances of\b|\bcan only concatenate \w+",
        ),
    ),
    Pattern::exact(
        &["()", ": argument must", "literal for"],
        concat!(
            r"\b[a-z_]\w*\(\) (?:missing|got|takes|expected|argument)\b|\b[a-z]\w*: argument must be \w+",
            r"|\binvalid literal for \w+\(\)|\b[a-z_]\w*\(\) with base \d+",
        ),
    ),
    Pattern::exact(
        &[
            "nil pointer",
            "out of range [",
            "memory address",
            "interface conversion:",
            "slice bounds",
        ],
        concat!(
            r"\bnil pointer dereference\b|\bindex out of range \[|\binvalid memory address\b",
            r"|\binterface conversion:|\bslice bounds out of range",
        ),
    ),
    Pattern::exact(
        &["panic", "called `", "none value"],
        r"\bpanicked at\b|\bpanic:|called `(?:Option|Result)::\w+\(\)`|\bNone value\b",
    ),
    Pattern::exact(
        &["exception", "error"],
        r"\b\w*(?:NullPointer|NullReference|IndexOutOf(?:Bounds|Range)|ClassCast|IllegalState|IllegalArgument|InvalidOperation|StackOverflow|ArgumentNull|NoSuchElement|Unchecked)\w*(?:Exception|Error)\b",
    ),
    Pattern::exact(
        &["object reference", "cannot invoke", "error"],
        concat!(
            r"\bObject reference not set to an instance\b|\bCannot invoke \x22",
            r"|\b(?:ReferenceError|KeyError|AttributeError|NameError|IndexError|UnboundLocalError)\b",
        ),
    ),
    Pattern::exact(
        &[
            "java",
            "kotlin",
            "org.springframework",
            "system.",
            "segmentation fault",
            "0x",
            " object at ",
        ],
        concat!(
            r"\b(?:java|javax|kotlin|org\.springframework|System)\.(?:\w+\.)*\w+(?:Exception|Error)\b",
            r"|\bSegmentation fault|\b0x[0-9a-f]{8,}\b|<\w[\w.]* object at ",
        ),
    ),
    // Names of the source.
    Pattern::exact(
        &["go struct field", "into a", "json.rawmessage", "marshaljson", "strconv.", "struct "],
        concat!(
            r"\bGo struct field \S+|\binto an? \*?\w+\.[A-Z]\w+|\bjson\.RawMessage\b|\bMarshalJSON\b",
            r"|\bstrconv\.\w+|\b(?:expected|into) struct [A-Z]\w+|\bstruct [A-Z]\w+ with \d+",
        ),
    ),
    Pattern::exact(&["."], r"\b(?:[a-z]\w*\.){2,}[A-Z]\w+(?:[$.\[(]|\b)"),
    // Commands.
    Pattern::exact(
        &["cmdline: ", "command ", "cmd(", "spawn ", "sql: "],
        concat!(
            r"\bcmdline: .*$|\bCommand failed: .*$|\bCmd\('[^']*'\) failed\b",
            r"|\bCommand '.*' returned non-zero\b|\bspawn \S+ E[A-Z]+\b",
            r"|\bSQL: (?i:select|insert|update|delete|with)\b",
        ),
    ),
    Pattern::exact(
        &["dial ", "lookup ", "connectionpool"],
        r"\bdial (?:tcp|udp|unix) \S+|\blookup \S+ on \S+:53\b|\bHTTPS?ConnectionPool\(",
    ),
];

/// What is internal unless the caller or the schema knows it.
static UNLESS_KNOWN: [Pattern; 9] = [
    // Addresses.
    Pattern::exact(
        &["localhost:", "127.", "10.", "192.168", "172.", "169.254"],
        r"\b(localhost:\d+|(?:127\.\d{1,3}|10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)(?:\.\d{1,3}){2}(?::\d+)?)\b",
    ),
    Pattern::exact(
        &["svc", "internal", "cluster.local", "lan", "corp", "intranet"],
        r"\b((?:[\w-]+\.)+(?:svc|internal|cluster\.local|lan|corp|intranet)(?:\.[\w-]+)*(?::\d+)?)\b",
    ),
    Pattern::any_case(
        &["://"],
        r"\b((?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|kafka|nats|jdbc:\w+)://\S+)",
    ),
    Pattern::exact(&["//"], r"(//\[?::1\]?(?::\d+)?)"),
    // Names of functions and types, by their spelling.
    Pattern::exact(&["."], r"\b([A-Z][a-z]\w*(?:\.[A-Z][a-z]\w*)+)\b"),
    Pattern::exact(&["."], r"\b([a-z]\w*\.[A-Z][a-z]\w*[A-Z]\w*)\b"),
    Pattern::exact(&["."], r"\b([a-z]\w*\.[a-z]+[A-Z]\w*(?:\.\w+)*):"),
    Pattern::exact(
        &["."],
        r"\b([a-z]\w*(?:\.[a-z]\w*)*\.[a-z]+[A-Z]\w*) (?:is|was|returned|threw)\b",
    ),
    Pattern::exact(
        &["roundtripper", "impl", "factory", "repository", "middleware", "interceptor"],
        r"\b([A-Z][a-z]\w*[A-Z]\w*(?:RoundTripper|Impl|Factory|Repository|Middleware|Interceptor))\b",
    ),
];

/// Types that every reader knows.
static BUILT_IN: LazyLock<Regex> = LazyLock::new(|| {
    exact(
        r"^System\.(?:U?Int\d+|Single|Double|Decimal|Boolean|String|Char|Byte|Object|Guid|DateTime\w*)$",
    )
});

static PATH: Pattern = Pattern::exact(
    &["/", ":\\"],
    concat!(
        r"(?:^|[^\w./:}-])((?:/(?:home|Users|srv|var|usr|opt|etc|tmp|app|root|mnt|data|private|proc|workspace|src|build|code)(?:/[\w.@+~-]+)+",
        r"|[A-Z]:\\[\w.@+~\\-]+))",
    ),
);

static ALLOWED_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(concat!(
        r"(?:\bnot (?:in|under|inside|within)|\b(?:allowed|permitted)\b[^.\n]{0,30}|\b(?:inside|within|under|below)|\b(?:root|workspace|sandbox)(?: directory)?(?: is|:)?)",
        r#"[\s:'"`\[(]*\z"#,
    ))
});
