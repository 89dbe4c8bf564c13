//! How far a check is, on standard error while somebody watches.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use secondtry_check::event::Event;

/// A line that tells how far a check is. Draws nothing where standard error is no terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Starts to show that `what` is waited for.
    pub(crate) fn start(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        bar.set_style(style("{spinner} {msg}"));
        bar.set_message(format!("waiting for `{what}`"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    /// Shows what `event` tells.
    pub(crate) fn show(&self, event: &Event) {
        match event {
            Event::Called { done, total } => {
                self.bar.set_length(*total as u64);
                self.bar.set_position(*done as u64);
            }
            Event::Connected { server, protocol, tools } => {
                let server: String = server.chars().filter(|c| !c.is_control()).take(40).collect();
                self.bar.set_style(style("{spinner} {pos}/{len} calls  {bar:30} {msg}"));
                self.bar.set_message(format!("{server}, {protocol}, {tools} tools"));
            }
            Event::Restarted => self.bar.set_message("the server ended and was started again"),
        }
    }

    /// Takes the line away.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates above are well-formed")
}
