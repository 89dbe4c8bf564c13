//! A `$ref` in a tool's schema leads nowhere, or out of it.

use crate::classify::run::Run;
use crate::judge::rule::{
    Breach, Group, Level, Look, Observation, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::schema::compile::{Schema, Uncompilable};

pub(super) const RULE: Rule = Rule {
    code: "ref-unresolvable",
    group: Group::Definition,
    page: include_str!("ref_unresolvable.md"),
    weight: |_| Weight::of(Level::Warning),
    spec: |version| SpecReference::new(version, "server/tools#tool", Strength::Should),
    is_server_wide: false,
    look: Look::Run(look),
};

fn look(run: &Run) -> Vec<Observation> {
    let tools = run.tools.iter().map(|listed| {
        let schemas =
            [("inputSchema", Some(&listed.input)), ("outputSchema", listed.output.as_ref())];
        let lost =
            schemas.into_iter().find_map(|(member, schema)| Some((member, lost_in(schema?)?)));
        Observation {
            tool: Some(listed.tool.name.clone()),
            exchange: None,
            verdict: lost.map_or(Verdict::Passed, |(member, error)| verdict(member, error)),
        }
    });
    tools.collect()
}

fn lost_in(schema: &Result<Schema, Uncompilable>) -> Option<&Uncompilable> {
    schema.as_ref().err().filter(|error| match error {
        Uncompilable::ExternalRef(_) | Uncompilable::UnresolvableRef(_) => true,
        Uncompilable::EndlessReference
        | Uncompilable::Invalid { .. }
        | Uncompilable::OverBound(_)
        | Uncompilable::UnknownDialect(_) => false,
    })
}

fn verdict(member: &str, error: &Uncompilable) -> Verdict {
    Verdict::found(Breach {
        got: format!("in `{member}` {error}"),
        expected: "references to places in the same schema, such as `#/$defs/NAME`".into(),
        advice: "bring the definition along under `$defs`, or write it in place".into(),
        key: member.into(),
        ..Breach::default()
    })
}
