//! What was typed wins over everything else.

use crate::args::{CheckArgs, ReportArgs, ServerArgs, WrapArgs};

use super::Settings;

impl Settings {
    /// These, with what the flags of `check` say.
    pub(crate) fn with_check(mut self, args: &CheckArgs) -> Self {
        let plan = &mut self.plan;
        replace(&mut plan.allow_writes, args.allow_writes.as_ref());
        replace(&mut plan.include_destructive, args.include_destructive.as_ref());
        replace(&mut plan.jobs, args.jobs.as_ref());
        replace(&mut plan.seed, args.seed.as_ref());
        fill(&mut plan.record, args.record.as_ref());
        replace_list(&mut plan.tool, &args.tool);
        replace_list(&mut plan.skip_tool, &args.skip_tool);
        self.with_server(&args.server).with_reports(&args.reports)
    }

    /// These, with what the flags about reports say. Each rule is a setting of its own.
    pub(crate) fn with_reports(mut self, args: &ReportArgs) -> Self {
        let reports = &mut self.reports;
        fill(&mut reports.baseline, args.baseline.as_ref());
        replace(&mut reports.fail_on, args.fail_on.as_ref());
        replace_list(&mut reports.report, &args.report);
        reports.rule.extend(args.rule.iter().cloned());
        reports.show_secrets = args.show_secrets;
        reports.update_baseline = args.update_baseline;
        self
    }

    /// These, with the store that a flag names.
    #[cfg(feature = "cards")]
    pub(crate) fn with_store(mut self, store: Option<&String>) -> Self {
        fill(&mut self.store, store);
        self
    }

    /// These, with what the flags about the server say. A server named there is the only one: the client's file and
    /// server of a file of settings belong together.
    pub(crate) fn with_server(mut self, args: &ServerArgs) -> Self {
        let server = &mut self.server;
        if args.config.is_some() || args.url.is_some() || !args.command.is_empty() {
            (server.config, server.server) = (None, None);
        }
        if !args.command.is_empty() {
            server.bearer_env = None;
        }
        fill(&mut server.bearer_env, args.bearer_env.as_ref());
        replace(&mut server.call_timeout, args.call_timeout.as_ref());
        fill(&mut server.config, args.config.as_ref());
        fill(&mut server.protocol, args.protocol.as_ref());
        fill(&mut server.server, args.server.as_ref());
        fill(&mut server.start_timeout, args.start_timeout.as_ref());
        server.command.clone_from(&args.command);
        server.header.clone_from(&args.header);
        server.url.clone_from(&args.url);
        self
    }

    /// These, with what the flags of `wrap` say. Each repair is a setting of its own.
    pub(crate) fn with_wrap(mut self, args: &WrapArgs) -> Self {
        if !args.command.is_empty() {
            self.server.bearer_env = None;
        }
        fill(&mut self.server.bearer_env, args.bearer_env.as_ref());
        let wrap = &mut self.wrap;
        fill(&mut wrap.cards, args.cards.as_ref());
        replace(&mut wrap.call_timeout, args.call_timeout.as_ref());
        replace(&mut wrap.era, args.era.as_ref());
        replace(&mut wrap.observe, args.observe.as_ref());
        wrap.repair.extend(args.repair.iter().copied());
        replace(&mut wrap.strict, args.strict.as_ref());
        self
    }
}

fn replace<T: Clone>(setting: &mut T, flag: Option<&T>) {
    if let Some(value) = flag {
        setting.clone_from(value);
    }
}

fn fill<T: Clone>(setting: &mut Option<T>, flag: Option<&T>) {
    if flag.is_some() {
        *setting = flag.cloned();
    }
}

fn replace_list<T: Clone>(setting: &mut Vec<T>, flags: &[T]) {
    if !flags.is_empty() {
        *setting = flags.to_vec();
    }
}
