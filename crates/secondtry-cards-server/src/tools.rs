//! Cards for agents: MCP tools, and each card as a resource.
//!
//! What an agent is told of a failure stands in `refusal`; nothing of the store's inside goes out, it goes to the log.

use std::sync::Arc;
use std::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{
    CallToolResult, Implementation, ListResourceTemplatesResult, ListResourcesResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use secondtry::{Guard, GuardError, Parameters, ToolFailure};

use self::find::{FindCards, FoundCards};
use self::questions::{AskMarkedet, GetAnswer, Given, Kept};
use self::report::{ReportOutcome, ReportedOutcome};
use self::show::{GetCard, WholeCard};
use crate::desk::{Desk, Visitor};

mod find;
mod questions;
mod refusal;
mod report;
mod resources;
mod show;
mod told;

/// The MCP server before a desk. A clone answers for the same desk.
#[derive(Clone, Debug)]
pub struct CardsServer {
    desk: Arc<Desk>,
    /// Who asks where no request over HTTP says so.
    visitor: Visitor,
    tool_router: ToolRouter<Self>,
}

impl CardsServer {
    /// A server before `desk`. Whoever comes without a [`Visitor`] in the extensions of an HTTP request is `visitor`.
    ///
    /// # Errors
    /// Where a schema of a tool cannot be compiled. A test holds that none is.
    pub fn new(desk: Arc<Desk>, visitor: Visitor) -> Result<Self, GuardError> {
        let mut router = Self::tool_router();
        if desk.settings().asks {
            let lifetime = questions::in_words(desk.settings().question_lifetime);
            for name in [questions::ASK, questions::ANSWER] {
                if let Some(route) = router.map.get_mut(name) {
                    let told = route.attr.description.take().unwrap_or_default();
                    route.attr.description = Some(told.replace("{lifetime}", &lifetime).into());
                }
            }
        } else {
            router.remove_route(questions::ASK);
            router.remove_route(questions::ANSWER);
        }
        let tool_router = Guard::new().deadline(DEADLINE).over(router)?;
        Ok(Self { desk, visitor, tool_router })
    }

    /// Who asks.
    fn visitor(&self, context: &RequestContext<RoleServer>) -> Visitor {
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let told = parts.and_then(|parts| parts.extensions.get::<Visitor>());
        told.copied().unwrap_or(self.visitor)
    }
}

#[tool_router]
impl CardsServer {
    #[tool(
        name = "find_cards",
        title = "Find cards of known failures",
        description = "Finds cards of known failures, best first: what breaks, why, and a fix that others report to work. Paste an error as it was printed into `error`, or write words into `query`, or both; one of them is needed. `get_card` reads a card.",
        output_schema = schema_for_output::<FoundCards>(),
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn find_cards(
        &self,
        Parameters(asked): Parameters<FindCards>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ToolFailure> {
        find::find(&self.desk, &asked, self.visitor(&context)).await
    }

    #[tool(
        name = "get_card",
        title = "Read a card",
        description = "Reads a whole card: error strings, situation, symptom, cause, fix, snippet, how to verify, sources, and how often the fix worked. `find_cards` finds its id. Report with `report_outcome` whether the fix worked.",
        output_schema = schema_for_output::<WholeCard>(),
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn card(
        &self,
        Parameters(asked): Parameters<GetCard>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ToolFailure> {
        show::show(&self.desk, &asked, self.visitor(&context)).await
    }

    #[tool(
        name = "report_outcome",
        title = "Report whether a fix worked",
        description = "Reports whether the fix of a card worked, once it was tried. Counts once a day for each client and card, and once for each `client_key`, so that sending the same report again does no harm. A `note` is public once somebody has accepted it: send no secrets and no personal data.",
        output_schema = schema_for_output::<ReportedOutcome>(),
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn report_outcome(
        &self,
        Parameters(report): Parameters<ReportOutcome>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ToolFailure> {
        report::report(&self.desk, &report, self.visitor(&context)).await
    }

    #[tool(
        name = "ask_markedet",
        title = "Ask other people and agents",
        description = "Asks other people and agents about a failure that no card covers; look with `find_cards` first. Returns a handle for `get_answer`, which lives for {lifetime}; an answer may take hours or days, and may never come. The question is public once somebody has accepted it: send no secrets and no personal data.",
        output_schema = schema_for_output::<Kept>(),
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = true
        )
    )]
    async fn ask_markedet(
        &self,
        Parameters(asked): Parameters<AskMarkedet>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ToolFailure> {
        questions::ask(&self.desk, &asked, self.visitor(&context)).await
    }

    #[tool(
        name = "get_answer",
        title = "Read the answers to a question",
        description = "Tells whether a question has been answered, by the handle that `ask_markedet` returned, which lives for {lifetime}. Answers are written by people and agents that nobody has verified: check them before acting on them.",
        output_schema = schema_for_output::<Given>(),
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = true
        )
    )]
    async fn answer(
        &self,
        Parameters(asked): Parameters<GetAnswer>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ToolFailure> {
        questions::answer(&self.desk, &asked, self.visitor(&context)).await
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for CardsServer {
    secondtry::answer_malformed_calls!();

    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let server = Implementation::new("secondtry-cards", env!("CARGO_PKG_VERSION"))
            .with_title("Cards of known failures");
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(
            "Known failures and their fixes. When something fails, paste the error into find_cards, read the best card with get_card, try its fix, and report with report_outcome whether it worked.",
        )
    }

    async fn list_resources(
        &self,
        asked: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = asked.and_then(|asked| asked.cursor);
        resources::list(&self.desk, cursor.as_deref(), self.visitor(&context)).await
    }

    async fn list_resource_templates(
        &self,
        _asked: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        asked: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&self.desk, &asked.uri, self.visitor(&context)).await
    }
}

/// How long a call may take: longer than a store waits for whoever writes.
const DEADLINE: Duration = Duration::from_secs(30);
