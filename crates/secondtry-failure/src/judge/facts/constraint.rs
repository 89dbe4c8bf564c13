//! Whether a message tells what would be accepted.
//!
//! Each mechanism is a way in which English or a library states a rule: what is expected, what must
//! be, that something is required, bounds, lists, named forms, dependencies.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::pattern::{Pattern, any_case, exact};
use super::reading::{PLACEHOLDER, Reading};
use super::spot::{Spot, clipped};
use super::{Breach, Broken, GradedCall, imperative, subschema, value};

#[cfg(test)]
mod tests;

/// Returns whether `reading` states a constraint; `None` for an upstream failure.
pub(super) fn states(reading: &Reading, call: &GradedCall<'_>, is_named: bool) -> Option<bool> {
    let text = without_given(&reading.prose, call);
    let stated = match call.broken {
        Broken::Argument { parameter, breach } => {
            let subschema = subschema::at(call.input_schema, parameter);
            states_rule(&text, is_named)
                || imperative::directs(&text)
                || value::lists_values(&text, call)
                || subschema.is_some_and(|schema| value::lists_choices(&reading.prose, schema))
                || breach == Breach::Missing && tells_of_absence(&text, is_named)
                || breach == Breach::Extra && TOO_MANY.is_match(&text)
        }
        Broken::MalformedCall { given: _ } => {
            states_rule(&text, false) || imperative::directs(&text)
        }
        Broken::UnknownTool => value::lists_values(&text, call) || imperative::directs(&text),
        Broken::Upstream => return None,
    };
    Some(stated)
}

fn states_rule(text: &str, is_named: bool) -> bool {
    RULES.iter().any(|rule| rule.is_match(text))
        || expects(text)
        || obliges(text)
        || requires(text, is_named)
        || is_not_a(text)
        || forbids_a_kind(text)
}

/// Whether something is said to be missing that is named, or is no mere "arguments".
fn tells_of_absence(text: &str, is_named: bool) -> bool {
    is_named && ABSENT.is_match(text)
        || NOTHING_GIVEN.captures_iter(text).any(|found| !VAGUE_THING.is_match(&found[1]))
}

/// Whether something that a reader can act on is called expected.
fn expects(text: &str) -> bool {
    EXPECTED.find_iter(text).any(|found| {
        let rest = following(text, found.end());
        !rest.trim().is_empty()
            && !EXPECTED_BY_PARSER.is_match(rest)
            && !INTERNAL_TYPE.is_match(rest)
    })
}

/// Whether something must or must not be, with more than "valid" or "one of the allowed values".
fn obliges(text: &str) -> bool {
    OBLIGED.find_iter(text).any(|found| !SAYS_NOTHING.is_match(following(text, found.end())))
}

/// Whether something is required that is no credential, and named or more than "arguments".
fn requires(text: &str, is_named: bool) -> bool {
    REQUIRED.find_iter(text).any(|found| {
        (is_named || !VAGUE_REQUIREMENT.is_match(following(text, found.end())))
            && !CREDENTIAL.is_match(clause_before(text, found.start()))
            && !CREDENTIAL.is_match(found.as_str())
    })
}

/// Whether the value is said not to be of a kind that a reader knows.
fn is_not_a(text: &str) -> bool {
    NOT_A.captures_iter(text).any(|found| !VAGUE_KIND.is_match(&found[1]))
}

/// Whether a kind of thing, rather than this very value, is not allowed.
fn forbids_a_kind(text: &str) -> bool {
    FORBIDDEN.find_iter(text).any(|found| {
        let subject = clause_before(text, found.start()).trim();
        !subject.is_empty() && !subject.contains(PLACEHOLDER)
    })
}

/// The last words before `at` that belong to its clause.
fn clause_before(text: &str, at: usize) -> &str {
    let spot = Spot { before: &text[..at], after: &text[at..] };
    spot.just_before().rsplit(['\n', '.', ':', ';', ',']).next().unwrap_or_default()
}

/// The rest of the line after `at`, cut after a few words.
fn following(text: &str, at: usize) -> &str {
    clipped(&text[at..]).split('\n').next().unwrap_or_default()
}

/// Puts the placeholder where the value at fault is repeated, so that its words do not count.
fn without_given<'t>(text: &'t str, call: &GradedCall<'_>) -> Cow<'t, str> {
    let given = match call.broken {
        Broken::Argument { parameter, breach: _ } => parameter.look_up(call.arguments),
        Broken::MalformedCall { given } => given,
        Broken::UnknownTool | Broken::Upstream => None,
    };
    match given {
        Some(Value::String(given)) if given.len() > 2 && text.contains(given.as_str()) => {
            Cow::Owned(text.replace(given.as_str(), &PLACEHOLDER.to_string()))
        }
        Some(_) | None => Cow::Borrowed(text),
    }
}

/// Types as schemas and languages call them.
const TYPE: &str = concat!(
    r"(?:System\.)?(?:\*|\[\])?(?:string|str|text|number|numeric|int(?:eger|8|16|32|64)?|uint(?:8|16|32|64)?|[iuf](?:8|16|32|64|128)",
    r"|[iu]size|float(?:32|64)?|double|decimal|bool(?:ean)?|array|list|sequence|slice|map|mapping",
    r"|dict(?:ionary)?|object|record|tuple|null)s?\b",
);

/// Forms that have a name of their own.
const FORM: &str = concat!(
    r"(?:iso(?:[ -]?\d+)?(?:format)?|rfc[ -]?\d+|ur[li]s?|e-?mails?|uuid|guid|ulid|cuid|base ?64(?:url)?|ip(?:v[46])?(?: address| network)?|cidr",
    r"|json|ya?ml|xml|hex(?:adecimal)?|jwt|cron|semver|semantic version|reg(?:ex|ular expression)|iana",
    r"|e\.164|absolute path|hostname)\b",
);

/// A number, in digits or as a word.
const NUMBER: &str = r"(?:-?\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b)";

/// What each number has in it.
const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "zero", "one", "two", "three", "four",
    "five", "six", "seven", "eight", "nine", "ten",
];

/// What each range in brackets or with dots has in it.
const RANGES: &[&str] = &[
    "(0", "(1", "(2", "(3", "(4", "(5", "(6", "(7", "(8", "(9", "(-", "[0", "[1", "[2", "[3", "[4",
    "[5", "[6", "[7", "[8", "[9", "[-", "..",
];

/// What the name of each form has in it.
const FORMS: &[&str] = &[
    "iso",
    "rfc",
    "uri",
    "url",
    "mail",
    "uid",
    "ulid",
    "cuid",
    "base64",
    "base 64",
    "ip",
    "cidr",
    "json",
    "yaml",
    "yml",
    "xml",
    "hex",
    "jwt",
    "cron",
    "sem",
    "reg",
    "iana",
    "e.164",
    "absolute path",
    "hostname",
];

/// A pattern in which `TYPE`, `FORM` and `NUMBER` stand for what is above.
const fn rule(needles: &'static [&'static str], text: &'static str) -> Pattern {
    Pattern::any_case_with(&[("TYPE", TYPE), ("FORM", FORM), ("NUMBER", NUMBER)], needles, text)
}

fn pattern(text: &str) -> Regex {
    any_case(&text.replace("TYPE", TYPE).replace("FORM", FORM))
}

static EXPECTED: Pattern = rule(
    &["expect", "want"],
    r"\b(?:expect(?:ed|ing|s)|wants?|wanted)\b(?: (?:an?|the|to be|type|value of type|format))*[\s:(\[]*",
);

/// What parsers expect of a text, rather than a schema of a value.
static EXPECTED_BY_PARSER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r#"^(?:value at\b|value\s*$|ident\b|(?:unit |newtype |tuple )?(?:struct|enum|variant)\b|(?:internally|adjacently|externally) tagged"#,
        r#"|[`'"][^`'"]?[`'"]|`[,:}\]]`|end of|eof\b|token\b"#,
        r#"|(?:error|exception|behaviou?r|response|output)\b|to (?:find|see)\b|by\b|at\b|but\b|[.;,)])"#,
    ))
});

/// A name that only the server's own source explains.
static INTERNAL_TYPE: LazyLock<Regex> =
    LazyLock::new(|| exact(r"^(?:[A-Z][a-z0-9]+){2,}\b|^(?:\w+(?:::|\.))+[A-Z]\w+"));

static OBLIGED: Pattern = rule(
    &["must", "should", "shall", "ha", "need", "ought", "may", "can"],
    concat!(
        r"\b(?:must|should|shall|ha(?:s|ve) to|needs? to|ought to|may not|(?:can|must|should)(?:not|n't| not)|can only|may only)\s+(?:not\s+|never\s+|only\s+|also\s+|either\s+)*",
        r"(?:be|have|contain|match|start|begin|end|include|exist|equal|come|lie|precede|follow|use|refer|point|specify|provide|differ|consist|sum|fit|fall|conform|exceed)\b\s*",
    ),
);

/// What follows an obligation without telling anything, or tells of an action that failed.
static SAYS_NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:(?:a |an )?(?:valid|correct|proper)\s*(?:$|[.;,])|(?:equal to )?one of the (?:allowed|supported|valid|permitted|accepted) \w+\s*(?:$|[.;])",
        r"|(?:found|read|opened|parsed|processed|reached|resolved|loaded|completed|performed|executed|delivered|fetched|retrieved|determined|recognized",
        r"|recogni[sz]ed|accessed|converted|deserialized|established|solved|undone|located|verified",
        r"|identified|created|called|invoked|closed|saved|written)\b)",
    ))
});

static REQUIRED: Pattern = rule(
    &[
        "requ",
        "mandatory",
        "obligat",
        "erforderlich",
        "обязател",
        "必填",
        "必需",
        "必須",
        "不能为空",
        "필수",
    ],
    concat!(
        r"\b(?:required|mandatory)\b|\brequires?\s+\S+(?: \S+)?",
        r"|\b(?:requise?s?|obligatoire|erforderlich|requerid[oa]s?|obligatori[oa]s?)\b|обязател|必填|必需|必須",
        r"|不能为空|필수",
    ),
);

static VAGUE_REQUIREMENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^ (?:\w+ )?(?:arguments?|args|param(?:eter)?s?|fields?|propert(?:y|ies)|inputs?|schemas?|values?|data|information)\s*(?:$|[.!;,)])",
    )
});

static CREDENTIAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:auth\w*|log[- ]?in|sign[- ]?in|permissions?|credentials?|api[ _-]?keys?|access tokens?|subscription|payment|scopes?|no|not)\b",
    )
});

static NOT_A: Pattern = rule(
    &["not ", "n't "],
    r#"\b(?:not|isn't|aren't) (?:an?|of) (?:valid |proper |correct |known )?["'`]?([\w-]+(?: \w+)?)"#,
);

/// Kinds that say nothing about what is accepted.
static VAGUE_KIND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:function|constructor|iterable|valid|value|known|recogni[sz]ed|supported|option|choice|input|argument|parameter|date|datetime|time|timestamp|duration",
        r"|time ?zone|identifier|id|name|key|path|expression|query|command|format|tool|one|member|problem",
        r"|bug|mistake|match)\b",
    ))
});

static FORBIDDEN: Pattern = rule(
    &["not ", "forbidden", "prohibited", "disallowed"],
    concat!(
        r"\b(?:is|are) not (?:allowed|permitted|supported|accepted)\b",
        r"|\b(?:is|are) (?:forbidden|prohibited|disallowed)\b",
    ),
);

static ABSENT: Pattern = rule(
    &["missing", "not ", "nor ", "never ", "n't ", "need", "no value", "omitted", "absent"],
    concat!(
        r"\bmissing\b",
        r"|\b(?:not|nor|never|wasn't|isn't) (?:\w+ )?(?:provided|given|specified|supplied|passed|set|present|sent)\b",
        r"|\bneeds? (?:an?|the)\b|\bno value\b|\bomitted\b|\babsent\b",
    ),
);

static NOTHING_GIVEN: Pattern = rule(
    &["no "],
    r"\bno ([^.\n]{1,60}?) (?:was |were |has been )?(?:provided|given|specified|supplied|passed|set)\b",
);

static VAGUE_THING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:required |valid )?(?:arguments?|args|param(?:eter)?s?|inputs?|data|values?|options?)$",
    )
});

static TOO_MANY: Pattern = rule(
    &[
        "recogni",
        "unexpected",
        "unknown",
        "unsupported",
        "additional",
        "extra",
        "undeclared",
        "superfluous",
        "surplus",
        "no such",
        "not ",
    ],
    concat!(
        r"\b(?:unrecogni[sz]ed|unexpected|unknown|unsupported|additional|extra|undeclared|superfluous|surplus|no such)\b",
        r"|\bnot (?:an? )?(?:supported|allowed|permitted|accepted|known|recogni[sz]ed|expected|valid)\b",
        r"|\bdoes not (?:accept|take|have)\b",
    ),
);

static RULES: [Pattern; 26] = [
    // Types.
    rule(
        &["type"],
        r"\b(?:of|into|for) (?:an? )?(?:Go (?:value|struct field \S+) )?(?:of )?type[\s:]+[`'\x22]?TYPE",
    ),
    rule(&["convert"], r"\bconvert(?:ed)?\b.{0,40}\bto (?:an? )?TYPE"),
    rule(&["valid", "proper", "match"], r"\b(?:valid|proper|matche?s?) (?:type )?['\x22`]?TYPE"),
    rule(
        &["pars", "interpret", "decod"],
        r"\b(?:pars\w+|interpret\w*|decod\w+)\b.{0,40}\b(?:as|type|to|into) (?:an? )?['\x22`]?TYPE",
    ),
    rule(&["expected"], r"\bTYPE expected\b"),
    // Bounds.
    rule(
        &["at least", "at most", "than", "up to", "min", "max", "multiple of", ">", "<", "≥", "≤"],
        r"(?:\b(?:at least|at most|no more than|no (?:less|fewer) than|(?:more|less|greater|fewer|larger|smaller|longer|shorter|higher|lower|bigger) than|up to|minimum|maximum|min|max|multiple of)\b|>=|<=|≥|≤|[<>] ?(?:-?\d))[^.;\n\d]{0,30}NUMBER",
    ),
    rule(&["exceed"], r"\bexceed(?:s|ed|ing)?\b[^.;\n\d]{0,40}NUMBER"),
    rule(
        NUMBERS,
        r"\b(?:between|from|in|within|range)\b[^.;\n\d]{0,20}NUMBER[\d.,]*\s*(?:\.\.+|to|and|-|–|,)\s*NUMBER",
    ),
    rule(RANGES, r"[(\[]-?\d[\d.]*\s*(?:\.\.=?|to|-|–|,)\s*-?\d[\d.]*[)\]]|\d\s?\.\.=?\s?\d"),
    rule(
        &["beyond", "above", "below", "start", "begin", "end"],
        r"\b(?:beyond|above|below|starts? (?:at|with|from)|begins? with|ends? with)\b[^.;\n\d]{0,20}(?:NUMBER|['\x22`])",
    ),
    rule(&["insufficient", "not enough"], r"\binsufficient\b|\bnot enough\b"),
    rule(&["out of"], r"\bout of range (?:for|of) \w+|\bout of (?:range|bounds)\b[^.\n]{0,40}\b\d"),
    rule(
        &["empty", "null", "unique", "divi"],
        r"\bnon-?empty\b|\bnon-?null\b|\bunique\b|\bdivi(?:sion|ded?) by zero\b",
    ),
    // Forms.
    rule(
        FORMS,
        r"\b(?:invalid|malformed|bad|valid|proper|not an?|not|well-formed|correct|relative|as|in|like|use) (?:an? )?(?:valid )?FORM",
    ),
    rule(FORMS, r"\bFORM (?:pars(?:e|ing)|syntax) error"),
    rule(
        &["yy", "dd", "mm", "hh", "%"],
        r"\b(?:yyyy|yy|dd|mm|hh|%[ymdh])(?:[-/.: ](?:%?(?:yyyy|yy|mmm?|dd?|hh?|ss?|[ymdhs])\b))+",
    ),
    rule(&["as \"2006"], r"\bas \x222006[-0-9T:Z]+"),
    rule(
        &["match"],
        r"\bmatch(?:es)?\b.{0,30}(?:pattern|regex|regular expression|format|schema)\b\W+\S",
    ),
    rule(&["does not match"], r"\bdoes not match ['\x22/`^]\S"),
    rule(&["match"], r"\bexact(?:ly)? match"),
    // What it depends on.
    rule(
        &["both", "either", "exclusive", "depends on", "together with"],
        concat!(
            r"\b(?:cannot|can't|can not|not|specify|provide|use)\b.{0,30}\b(?:both|either)\b",
            r"|\bmutually exclusive\b|\bdepends on\b|\btogether with\b",
        ),
    ),
    rule(&["only "], r"\bonly (?:be )?(?:\w+ )?(?:when|with|if|while|in combination)\b"),
    rule(&["need"], r"\bneed(?:s|ed)? (?:at least|to\b.{1,60}\bfirst)\b"),
    rule(
        &["outside "],
        r"\boutside (?:of )?(?:the )?(?:\w+ ){0,2}(?:allowed|workspace|root|sandbox|permitted|project|working|base|range)\b",
    ),
    rule(
        &["in the past", "in the future", "not a directory"],
        r"\bin the (?:past|future)\b|\bnot a directory\b",
    ),
    rule(
        &["only"],
        concat!(
            r"\bonly\b.{1,60}\b(?:allowed|supported|permitted|accepted|available)\b",
            r"|\bonly (?:supports?|accepts?|allows?)\b|\bonly\b.{1,60}\b(?:can|may|must|should) be\b",
        ),
    ),
];
