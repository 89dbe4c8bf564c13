//! One guarded call, from the arguments to the answer.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::handler::server::tool::{DynCallToolHandler, ToolCallContext};
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode};
use secondtry_failure::classify::run::ListedTool;
use secondtry_failure::judge::facts::without_secrets;
use secondtry_failure::repair::{
    End, FAILURE_META, Mode, RepairName, RepairSettings, ending_answer, refuse_faults,
    repair_answer,
};
use secondtry_failure::schema::fault::Fault;
use serde_json::{Value, json};

use super::checked_tool::CheckedTool;
use super::kept_call::KeptCall;
use super::unwinding::{Ending, run};
use crate::answer::{is_host_failure, own_failure};
use crate::reference::new_reference;
use crate::tool_failure::{ToolFailure, milliseconds};

/// Marks a request whose arguments the guard has checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked;

type Answer = Result<CallToolResponse, ErrorData>;

/// Calls `unguarded` with what `context` brings, and answers for whatever comes of it.
pub(super) async fn guarded<S: Send + Sync + 'static>(
    unguarded: Arc<DynCallToolHandler<S>>,
    tool: Arc<CheckedTool>,
    mut context: ToolCallContext<'_, S>,
) -> Answer {
    let arguments = Value::Object(context.arguments.take().unwrap_or_default());
    let faults = tool.input().map(|schema| schema.faults(&arguments)).unwrap_or_default();
    if !faults.is_empty() {
        let call = KeptCall::new(arguments, &context);
        let request = call.request(&tool.listed.tool.name);
        return Ok(result_of(refuse_faults(&faults, &call.known(&request, &tool.listed))).into());
    }
    let call = KeptCall::of(&arguments, &context);
    if let Value::Object(arguments) = arguments {
        context.arguments = Some(arguments);
    }
    context.request_context.extensions.insert(Checked);
    // A tool that is no async one runs while the call is made, so that belongs inside.
    let work = async move { unguarded(context).await };
    match run(work, tool.deadline).await {
        Ending::Returned(answer) => settled(answer, &call, &tool),
        Ending::OutOfTime => {
            let after_ms = tool.deadline.map(milliseconds).unwrap_or_default();
            tracing::error!(tool = tool.listed.tool.name, after_ms, "a tool passed its deadline");
            let request = call.request(&tool.listed.tool.name);
            let known = call.known(&request, &tool.listed);
            Ok(result_of(ending_answer(End::Deadline { after_ms }, &known)).into())
        }
        Ending::Panicked(message) => {
            let reference = new_reference();
            let detail = without_secrets(&message);
            tracing::error!(%reference, tool = tool.listed.tool.name, %detail, "a tool panicked");
            Ok(CallToolResult::from(ToolFailure::panicked(&tool.listed.tool, reference)).into())
        }
    }
}

/// The answer that is right for what the tool returned.
fn settled(answer: Answer, call: &KeptCall, tool: &CheckedTool) -> Answer {
    match answer {
        Ok(CallToolResponse::Complete(result)) if result.is_error == Some(true) => {
            Ok(failed(result, call, tool).into())
        }
        Ok(CallToolResponse::Complete(result)) if breaks_output(&result, tool) => {
            Ok(repaired_result(result, call, tool).into())
        }
        Err(error) => match own_failure(&error) {
            Some(failure) => Ok(CallToolResult::from(failure).into()),
            None if is_host_failure(&error) => Err(error),
            None => repaired_error(error, call, tool),
        },
        // A success; a request for input or a task, which are no matter of failures.
        Ok(response) => Ok(response),
    }
}

/// A failure that the tool made itself: one of ours stays as it is.
fn failed(mut result: CallToolResult, call: &KeptCall, tool: &CheckedTool) -> CallToolResult {
    let is_ours = result.meta.as_ref().is_some_and(|meta| meta.0.contains_key(FAILURE_META));
    if is_ours {
        result.structured_content = None;
        return result;
    }
    repaired_result(result, call, tool)
}

fn breaks_output(result: &CallToolResult, tool: &CheckedTool) -> bool {
    let Some(schema) = tool.output() else { return false };
    let structured = result.structured_content.as_ref().unwrap_or(&Value::Null);
    !schema.accepts(structured)
}

fn repaired_result(result: CallToolResult, call: &KeptCall, tool: &CheckedTool) -> CallToolResult {
    let Ok(value) = serde_json::to_value(&result) else { return result };
    match repaired(&KeptCall::answer("result", value), call, tool) {
        Some(answer) => result_of(answer),
        None => result,
    }
}

fn repaired_error(error: ErrorData, call: &KeptCall, tool: &CheckedTool) -> Answer {
    let mut value = json!({"code": error.code.0, "message": cut(&error.message)});
    if let Some(data) = &error.data {
        value["data"] = data.clone();
    }
    let Some(mut answer) = repaired(&KeptCall::answer("error", value), call, tool) else {
        return Err(error);
    };
    if answer.get("result").is_some() {
        return Ok(result_of(answer).into());
    }
    let mut error = answer["error"].take();
    let code = error["code"].as_i64().and_then(|code| i32::try_from(code).ok());
    Err(ErrorData::new(
        code.map_or(ErrorCode::INTERNAL_ERROR, ErrorCode),
        error["message"].as_str().unwrap_or_default().to_owned(),
        error.get_mut("data").map(Value::take),
    ))
}

/// The answer as it should be; `None` where it is right, or nothing is known to be wrong.
fn repaired(answer: &Value, call: &KeptCall, tool: &CheckedTool) -> Option<Value> {
    let mut settings = RepairSettings::default();
    settings.set(RepairName::FalseSuccess, Mode::Off);
    let request = call.request(&tool.listed.tool.name);
    let known = call.known(&request, &tool.listed);
    let repaired = repair_answer(answer, &known, &settings, &new_reference)?;
    let name = &tool.listed.tool.name;
    if let Some(withheld) = &repaired.withheld {
        let detail = without_secrets(&withheld.text);
        tracing::error!(reference = withheld.reference, tool = name, %detail, "withheld from a failure");
    }
    tracing::warn!(tool = name, rules = repaired.rules.join(", "), "a failure was repaired");
    repaired.answer
}

/// A model reads no more of a sentence than this, and what follows is seldom for it.
fn cut(message: &str) -> &str {
    let end = (0..=message.len().min(LONGEST)).rev().find(|at| message.is_char_boundary(*at));
    &message[..end.unwrap_or(0)]
}

/// The error for arguments with `faults`, such that rmcp makes a result of it even without the guard.
pub(crate) fn refused_arguments(
    name: &str,
    faults: &[Fault],
    call: &KeptCall,
    tool: &ListedTool,
) -> ErrorData {
    let request = call.request(name);
    let answer = refuse_faults(faults, &call.known(&request, tool));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
    let meta = &answer["result"]["_meta"][FAILURE_META];
    crate::answer::argument_error(text, meta)
}

/// The result in a whole answer that was made here.
fn result_of(mut answer: Value) -> CallToolResult {
    let result = answer["result"].take();
    let text = || result["content"][0]["text"].as_str().unwrap_or("The tool failed.").to_owned();
    serde_json::from_value(result.clone())
        .unwrap_or_else(|_| CallToolResult::error(vec![ContentBlock::text(text())]))
}

/// How much of an error's message is kept, in bytes.
const LONGEST: usize = 4096;
