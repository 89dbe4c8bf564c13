//! What a run found, independent of any format, and the formats.
//!
//! [`json`] and [`baseline`] write what is there. Every other format is written from `shown`, where each text that a
//! server said is masked and made harmless once; a format then only escapes for its own syntax.

pub mod baseline;
pub mod format;
pub mod json;
pub mod mask;
pub mod reproduce;
pub mod text;

mod github;
mod html;
mod junit;
mod markdown;
mod page;
mod sarif;
mod shown;
pub mod visible;

use self::baseline::Baseline;
use crate::classify::exchange::Exchange;
use crate::classify::run::Run;
use crate::judge::Judgement;
use crate::judge::finding::Finding;
use crate::judge::rule::Level;

/// Everything there is to report about one or more runs.
#[derive(Debug, Default)]
pub struct Report {
    /// Nothing was cut short.
    pub is_complete: bool,
    /// The seed of the plan, where there was a plan.
    pub seed: Option<u64>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Each run with what the rules say of it.
    pub runs: Vec<JudgedRun>,
    /// The findings that the user knows of, where there is such a list.
    pub baseline: Option<Baseline>,
}

/// A run with what the rules say of it.
#[derive(Debug)]
pub struct JudgedRun {
    /// What was exchanged.
    pub run: Run,
    /// What the rules say.
    pub judgement: Judgement,
}

/// How many findings there are of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Pieces of advice.
    pub advice: usize,
}

impl Report {
    /// How many findings there are of each level.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (_, finding) in self.findings() {
            match finding.level {
                Level::Error => counts.errors += 1,
                Level::Warning => counts.warnings += 1,
                Level::Advice => counts.advice += 1,
            }
        }
        counts
    }

    /// The worst level among the findings that the baseline does not know.
    pub fn worst(&self) -> Option<Level> {
        let new = self.findings().filter(|(_, finding)| !self.is_known(finding));
        new.map(|(_, finding)| finding.level).min()
    }

    /// Whether the baseline knows `finding`.
    pub fn is_known(&self, finding: &Finding) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.knows(&finding.fingerprint))
    }

    /// Every finding with the index of its run.
    pub fn findings(&self) -> impl Iterator<Item = (usize, &Finding)> {
        let runs = self.runs.iter().enumerate();
        runs.flat_map(|(index, judged)| {
            judged.judgement.findings.iter().map(move |finding| (index, finding))
        })
    }

    /// How many calls were made in all.
    pub fn call_count(&self) -> usize {
        self.runs.iter().map(|judged| judged.run.exchanges.len()).sum()
    }

    /// The id of exchange `number` of run `index`: `c1`, `c2`, … over all runs.
    pub fn call_id(&self, index: usize, number: usize) -> String {
        let before: usize =
            self.runs.iter().take(index).map(|judged| judged.run.exchanges.len()).sum();
        format!("c{}", before + number + 1)
    }
}

impl JudgedRun {
    /// The exchange that speaks for `finding`.
    pub fn shown_by(&self, finding: &Finding) -> Option<&Exchange> {
        self.run.exchanges.get(*finding.calls.first()?)
    }
}

/// How long an exchange took, where known.
pub(crate) fn duration_ms(exchange: &Exchange) -> Option<u64> {
    Some(exchange.ended_ms?.saturating_sub(exchange.sent_ms?))
}
