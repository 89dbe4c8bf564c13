//! A plan as people read it.

use std::fmt::Write;

use secondtry_failure::probe::plan::Plan;
use secondtry_failure::probe::plan::request::PlannedRequest;

/// A line a call: tool, kind, argument, what is sent; then what is left out.
pub(crate) fn write(plan: &Plan) -> String {
    let mut text = String::new();
    for call in &plan.calls {
        let tool = call.tool.as_deref().unwrap_or("-");
        let parameter = call.parameter.as_ref().map_or("", |parameter| parameter.as_str());
        let sent = match &call.request {
            PlannedRequest::Raw(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            request => {
                request.params().map(|params| params.to_value().to_string()).unwrap_or_default()
            }
        };
        let _ = writeln!(text, "{tool}\t{}\t{parameter}\t{sent}", call.kind.name());
    }
    for skipped in &plan.skipped {
        let tool = skipped.tool.as_deref().unwrap_or("(a tool without a name)");
        let _ = writeln!(text, "skipped: {tool} ({})", skipped.why);
    }
    text
}
