use serde_json::json;

use super::*;

#[test]
fn error_member_is_a_protocol_error() {
    let response = json!({"id": 3, "error": {"code": -32602, "message": "unknown tool `sum`"}});
    assert_eq!(channel_of(&response), Ok(Channel::ProtocolError(ErrorCode::INVALID_PARAMS)));
}

#[test]
fn is_error_is_a_tool_execution_error() {
    let response = json!({"id": 4, "result": {"content": [], "isError": true}});
    assert_eq!(channel_of(&response), Ok(Channel::ToolExecutionError));
}

#[test]
fn absent_members_count_as_a_complete_success() {
    for result in [json!({}), json!({"resultType": "complete", "isError": false})] {
        assert_eq!(channel_of(&json!({"id": 5, "result": result})), Ok(Channel::Complete));
    }
}

#[test]
fn input_required_outranks_is_error() {
    let response = json!({"id": 6, "result": {"resultType": "input_required", "isError": true}});
    assert_eq!(channel_of(&response), Ok(Channel::InputRequired));
}

#[test]
fn handles_and_unknown_result_types_are_extensions() {
    for result in [json!({"task": {"taskId": "1"}}), json!({"resultType": "task", "isError": true})]
    {
        assert_eq!(channel_of(&json!({"result": result})), Ok(Channel::Extension), "{result}");
    }
}

#[test]
fn null_error_beside_a_result_is_no_second_answer() {
    assert_eq!(channel_of(&json!({"result": {}, "error": null})), Ok(Channel::Complete));
}

#[test]
fn ambiguous_answer_names_the_member_at_fault() {
    for (response, said) in [
        (json!({"result": {}, "error": {"code": 1}}), "the answer has both `result` and `error`"),
        (json!({"result": []}), "the answer has neither a `result` object nor an `error` object"),
        (json!({"error": "no"}), "the answer has neither a `result` object nor an `error` object"),
        (json!({"error": {"code": 1.5}}), "`error.code` is 1.5, not an integer"),
        (json!({"result": {"isError": "true"}}), r#"`isError` is "true", not a boolean"#),
        (json!({"result": {"resultType": 1}}), "`resultType` is 1, not a string"),
    ] {
        let ambiguous = channel_of(&response).expect_err("two readings");
        assert_eq!(ambiguous.to_string(), said, "{response}");
    }
}
