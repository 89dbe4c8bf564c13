//! A plan as people read it.

use std::fmt::Write;

use secondtry_failure::probe::plan::Plan;
use secondtry_failure::probe::plan::request::PlannedRequest;
use secondtry_failure::report::visible;

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
        let (tool, parameter, sent) =
            (visible::line(tool), visible::line(parameter), visible::line(&sent));
        let _ = writeln!(text, "{tool}\t{}\t{parameter}\t{sent}", call.kind.name());
    }
    for skipped in &plan.skipped {
        let tool = skipped.tool.as_deref().unwrap_or("(a tool without a name)");
        let why = skipped.why.to_string();
        let _ = writeln!(text, "skipped: {} ({})", visible::line(tool), visible::line(&why));
    }
    text
}
