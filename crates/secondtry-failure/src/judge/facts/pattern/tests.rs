use regex_syntax::ast::{
    Ast, ClassPerlKind, ClassSet, ClassSetItem, RepetitionKind, RepetitionRange, parse::Parser,
};

use super::*;

impl Pattern {
    /// Proves that each match has one of the needles in it, and that it compiles.
    pub(in crate::judge::facts) fn assert_needles_are_needed(&self) {
        let whole = self.whole();
        let ast =
            Parser::new().parse(&whole.to_lowercase().replace(r"\s", "[ ]")).expect("a pattern");
        assert!(needs(&ast, self.needles), "{:?} in {whole}", self.needles);
        compiled(self.flags, &whole);
        let is_small = |needle: &&str| **needle == needle.to_lowercase() && !needle.is_empty();
        assert!(self.needles.iter().all(is_small), "{:?}", self.needles);
    }
}

/// Whether everything that `ast` matches has one of `needles` in it.
fn needs(ast: &Ast, needles: &[&str]) -> bool {
    let told = |texts: &[String]| {
        texts.iter().all(|text| needles.iter().any(|needle| text.contains(needle)))
    };
    if let Some(texts) = texts(ast) {
        return told(&texts);
    }
    match ast {
        Ast::Alternation(branches) => branches.asts.iter().all(|branch| needs(branch, needles)),
        Ast::Concat(parts) => {
            let mut run = vec![String::new()];
            for part in &parts.asts {
                let longer = texts(part).and_then(|texts| joined(&run, &texts));
                if let Some(longer) = longer {
                    run = longer;
                    continue;
                }
                if told(&run) || needs(part, needles) {
                    return true;
                }
                run = texts(part).unwrap_or_else(|| vec![String::new()]);
            }
            told(&run)
        }
        Ast::Group(group) => needs(&group.ast, needles),
        Ast::Repetition(repeated) => {
            let is_optional = match &repeated.op.kind {
                RepetitionKind::OneOrMore => false,
                RepetitionKind::ZeroOrMore | RepetitionKind::ZeroOrOne => true,
                RepetitionKind::Range(
                    RepetitionRange::Exactly(least)
                    | RepetitionRange::AtLeast(least)
                    | RepetitionRange::Bounded(least, _),
                ) => *least == 0,
            };
            !is_optional && needs(&repeated.ast, needles)
        }
        _ => false,
    }
}

/// All that `ast` matches, where that is a few texts.
fn texts(ast: &Ast) -> Option<Vec<String>> {
    match ast {
        Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => Some(vec![String::new()]),
        Ast::Literal(literal) => Some(vec![literal.c.to_lowercase().to_string()]),
        Ast::ClassPerl(class) if class.kind == ClassPerlKind::Digit && !class.negated => {
            Some(('0'..='9').map(String::from).collect())
        }
        Ast::ClassBracketed(class) if !class.negated => {
            let ClassSet::Item(item) = &class.kind else { return None };
            let items = match item {
                ClassSetItem::Union(union) => &union.items[..],
                other => std::slice::from_ref(other),
            };
            let of_item = |item: &ClassSetItem| match item {
                ClassSetItem::Literal(literal) => Some(literal.c.to_lowercase().to_string()),
                _ => None,
            };
            items.iter().map(of_item).collect()
        }
        Ast::Group(group) => texts(&group.ast),
        Ast::Alternation(branches) => {
            let all: Option<Vec<_>> = branches.asts.iter().map(texts).collect();
            all.map(|all| all.concat()).filter(|all| all.len() <= MOST_TEXTS)
        }
        Ast::Concat(parts) => {
            parts.asts.iter().try_fold(vec![String::new()], |run, part| joined(&run, &texts(part)?))
        }
        Ast::Repetition(repeated) if matches!(repeated.op.kind, RepetitionKind::ZeroOrOne) => {
            let mut all = texts(&repeated.ast)?;
            all.push(String::new());
            Some(all)
        }
        _ => None,
    }
}

fn joined(starts: &[String], ends: &[String]) -> Option<Vec<String>> {
    (starts.len() * ends.len() <= MOST_TEXTS).then(|| {
        starts
            .iter()
            .flat_map(|start| ends.iter().map(move |end| format!("{start}{end}")))
            .collect()
    })
}

const MOST_TEXTS: usize = 4096;

#[test]
fn every_match_has_a_needle() {
    for (text, needles, expected) in [
        ("ab(?:c|d)e", &["bc", "de"][..], true),
        ("ab(?:c|d)e", &["bc"], false),
        (r"\bx+(?:foo)?", &["foo"], false),
        (r"\bx+(?:foo)+", &["foo"], true),
        (r"at\s+least", &["at least"], false),
        (r"recogni[sz]ed", &["gnised", "gnized"], true),
    ] {
        let ast = Parser::new().parse(text).expect("a pattern");
        assert_eq!(needs(&ast, needles), expected, "{text} {needles:?}");
    }
}

#[test]
fn pattern_without_its_needle_is_not_compiled() {
    let pattern = Pattern::any_case(&["left"], r"\b\d+ left\b");
    assert!(!pattern.is_match("3 remain"));
    assert!(pattern.compiled.get().is_none());
    assert!(pattern.is_match("3 LEFT"));
    assert!(pattern.compiled.get().is_some());
}

#[test]
fn letters_that_fold_to_ascii_are_no_obstacle() {
    assert!(Pattern::any_case(&["kelvin"], "kelvin").is_match("\u{212a}elvin"));
}
