//! Stands between the router and its tools, so that whatever a tool does, the model gets to know of it.

mod call;
mod checked_tool;
mod kept_call;
mod unwinding;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use secondtry_failure::schema::compile::Uncompilable;

use self::checked_tool::CheckedTool;

pub(crate) use self::call::{Checked, refused_arguments};
pub(crate) use self::kept_call::KeptCall;

/// Guards every tool of `router` with the settings of [`Guard::new`].
///
/// ```
/// # use rmcp::handler::server::router::tool::ToolRouter;
/// # use rmcp::{tool, tool_router};
/// struct Bookings {
///     tool_router: ToolRouter<Self>,
/// }
///
/// #[tool_router]
/// impl Bookings {
///     fn new() -> Result<Self, secondtry::GuardError> {
///         Ok(Self { tool_router: secondtry::guard(Self::tool_router())? })
///     }
///
///     #[tool(description = "Tells how many rooms are free")]
///     fn free_rooms(&self) -> String {
///         "3 rooms are free".into()
///     }
/// }
/// # Bookings::new().unwrap();
/// ```
pub fn guard<S: Send + Sync + 'static>(router: ToolRouter<S>) -> Result<ToolRouter<S>, GuardError> {
    Guard::new().over(router)
}

/// What is done around each call of a tool.
///
/// - The arguments are checked against the tool's own `inputSchema`, and all faults told at once.
/// - A panic is caught and answered; its message goes to the log.
/// - `Err(McpError)` becomes a result with `isError: true`, cleaned of internals. Errors that speak of the protocol stay
///   what they are, as does a [`HostFailure`](crate::HostFailure).
/// - A call that passes its deadline is dropped and answered.
/// - A result that breaks the tool's `outputSchema` becomes a result with `isError: true`, since strict clients would
///   drop it whole; the log says so too, because it is a mistake in the tool.
///
/// Schemas are compiled here, once; clones of the router share them. Build the server once and clone it for each HTTP
/// session.
///
/// ```
/// use std::time::Duration;
///
/// use secondtry::Guard;
/// # use rmcp::{tool, tool_router};
/// # struct Bookings;
/// # #[tool_router]
/// # impl Bookings {
/// #     #[tool(description = "Searches rooms")]
/// #     fn search(&self) -> String { "3 rooms".into() }
/// # }
///
/// let router = Guard::new()
///     .deadline(Duration::from_secs(60))
///     .deadline_of("search", Duration::from_secs(5))
///     .over(Bookings::tool_router())?;
/// # Ok::<(), secondtry::GuardError>(())
/// ```
///
/// # Limits
///
/// - A tool that blocks its thread, by a loop or a blocking call outside `spawn_blocking`, cannot be interrupted, so its
///   deadline passes unanswered until it returns.
/// - A panic while another one unwinds ends the process, whatever catches the first.
/// - The runtime needs its timer: `enable_time` or `enable_all`.
#[derive(Clone, Debug)]
#[must_use = "it guards nothing until `over` gives it a router"]
pub struct Guard {
    deadline: Option<Duration>,
    deadlines: HashMap<String, Duration>,
}

/// Why tools cannot be guarded. All of these show at start, before the first call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuardError {
    /// A schema of a tool cannot be compiled.
    #[error("cannot compile the `{member}` of tool `{tool}`")]
    #[non_exhaustive]
    Schema {
        /// The tool.
        tool: String,
        /// `inputSchema` or `outputSchema`.
        member: &'static str,
        /// What is wrong with it.
        source: Uncompilable,
    },
    /// A deadline is meant for a tool that is not there.
    #[error("no tool `{tool}` to set a deadline for (there are: {there})")]
    #[non_exhaustive]
    UnknownTool {
        /// The tool.
        tool: String,
        /// The tools that there are.
        there: String,
    },
}

impl Guard {
    /// Every repair, and a deadline of ten minutes.
    pub fn new() -> Self {
        Self { deadline: Some(DEADLINE), deadlines: HashMap::new() }
    }

    /// Sets how long each call may take.
    pub fn deadline(mut self, limit: Duration) -> Self {
        self.deadline = Some(limit);
        self
    }

    /// Sets how long a call of `tool` may take.
    pub fn deadline_of(mut self, tool: impl Into<String>, limit: Duration) -> Self {
        self.deadlines.insert(tool.into(), limit);
        self
    }

    /// Lets calls take as long as they will, save those with a deadline of their own.
    pub fn without_deadline(mut self) -> Self {
        self.deadline = None;
        self
    }

    /// Guards every tool that `router` has by now.
    pub fn over<S: Send + Sync + 'static>(
        self,
        mut router: ToolRouter<S>,
    ) -> Result<ToolRouter<S>, GuardError> {
        let mut meant: Vec<&String> = self.deadlines.keys().collect();
        meant.sort();
        if let Some(tool) = meant.into_iter().find(|tool| !router.map.contains_key(tool.as_str())) {
            let mut there: Vec<String> =
                router.map.keys().map(|name| format!("`{name}`")).collect();
            there.sort();
            return Err(GuardError::UnknownTool { tool: tool.clone(), there: there.join(", ") });
        }
        // In order of their names, so that the same mistake gives the same error.
        let mut tools: Vec<_> = router.map.values_mut().collect();
        tools.sort_by(|a, b| a.attr.name.cmp(&b.attr.name));
        for route in tools {
            let deadline = self.deadlines.get(route.name()).copied().or(self.deadline);
            let tool = Arc::new(CheckedTool::new(&route.attr, deadline)?);
            let unguarded = Arc::clone(&route.call);
            route.call = Arc::new(move |context| {
                Box::pin(call::guarded(Arc::clone(&unguarded), Arc::clone(&tool), context))
            });
        }
        Ok(router)
    }
}

impl Default for Guard {
    fn default() -> Self {
        Self::new()
    }
}

/// How long a call may take unless settings say otherwise.
const DEADLINE: Duration = Duration::from_secs(600);
