//! The texts in `cards/`, by file name.

pub(super) const TEXTS: &[(&str, &str)] = &[
    ("address-already-in-use.md", include_str!("../../cards/address-already-in-use.md")),
    (
        "already-connected-to-a-transport.md",
        include_str!("../../cards/already-connected-to-a-transport.md"),
    ),
    (
        "batch-of-messages-is-not-answered.md",
        include_str!("../../cards/batch-of-messages-is-not-answered.md"),
    ),
    (
        "bigint-in-a-result-is-never-sent.md",
        include_str!("../../cards/bigint-in-a-result-is-never-sent.md"),
    ),
    ("byte-order-mark-in-json.md", include_str!("../../cards/byte-order-mark-in-json.md")),
    ("cannot-find-the-server-file.md", include_str!("../../cards/cannot-find-the-server-file.md")),
    (
        "circular-structure-in-a-tool.md",
        include_str!("../../cards/circular-structure-in-a-tool.md"),
    ),
    (
        "client-must-accept-both-types.md",
        include_str!("../../cards/client-must-accept-both-types.md"),
    ),
    ("connection-closed-at-start.md", include_str!("../../cards/connection-closed-at-start.md")),
    ("content-type-must-be-json.md", include_str!("../../cards/content-type-must-be-json.md")),
    (
        "fastmcp-error-middleware-makes-protocol-errors.md",
        include_str!("../../cards/fastmcp-error-middleware-makes-protocol-errors.md"),
    ),
    ("fastmcp-masks-the-reason.md", include_str!("../../cards/fastmcp-masks-the-reason.md")),
    (
        "fetch-failed-hides-the-cause.md",
        include_str!("../../cards/fetch-failed-hides-the-cause.md"),
    ),
    ("go-sdk-error-code-zero.md", include_str!("../../cards/go-sdk-error-code-zero.md")),
    ("handler-returned-undefined.md", include_str!("../../cards/handler-returned-undefined.md")),
    ("invalid-host-header.md", include_str!("../../cards/invalid-host-header.md")),
    ("invalid-origin-header.md", include_str!("../../cards/invalid-origin-header.md")),
    (
        "json-config-with-a-comma-too-many.md",
        include_str!("../../cards/json-config-with-a-comma-too-many.md"),
    ),
    (
        "low-level-typescript-server-checks-no-schema.md",
        include_str!("../../cards/low-level-typescript-server-checks-no-schema.md"),
    ),
    (
        "low-level-typescript-server-throws-protocol-errors.md",
        include_str!("../../cards/low-level-typescript-server-throws-protocol-errors.md"),
    ),
    (
        "mcp-go-runs-a-malformed-call.md",
        include_str!("../../cards/mcp-go-runs-a-malformed-call.md"),
    ),
    (
        "mcp-remote-html-in-the-error.md",
        include_str!("../../cards/mcp-remote-html-in-the-error.md"),
    ),
    (
        "method-not-found-for-prompts-or-resources.md",
        include_str!("../../cards/method-not-found-for-prompts-or-resources.md"),
    ),
    ("modern-request-without-meta.md", include_str!("../../cards/modern-request-without-meta.md")),
    ("nan-in-a-result-is-no-json.md", include_str!("../../cards/nan-in-a-result-is-no-json.md")),
    (
        "native-module-without-bindings.md",
        include_str!("../../cards/native-module-without-bindings.md"),
    ),
    (
        "node-is-too-old-for-the-server.md",
        include_str!("../../cards/node-is-too-old-for-the-server.md"),
    ),
    (
        "not-connected-after-the-server-ended.md",
        include_str!("../../cards/not-connected-after-the-server-ended.md"),
    ),
    (
        "output-schema-without-structured-content.md",
        include_str!("../../cards/output-schema-without-structured-content.md"),
    ),
    (
        "pip-externally-managed-environment.md",
        include_str!("../../cards/pip-externally-managed-environment.md"),
    ),
    (
        "print-in-a-python-tool-breaks-stdio.md",
        include_str!("../../cards/print-in-a-python-tool-breaks-stdio.md"),
    ),
    (
        "pydantic-dump-in-the-tool-text.md",
        include_str!("../../cards/pydantic-dump-in-the-tool-text.md"),
    ),
    (
        "python-banner-at-import-breaks-stdio.md",
        include_str!("../../cards/python-banner-at-import-breaks-stdio.md"),
    ),
    (
        "python-cancel-scope-in-another-task.md",
        include_str!("../../cards/python-cancel-scope-in-another-task.md"),
    ),
    (
        "python-low-level-server-says-internal-server-error.md",
        include_str!("../../cards/python-low-level-server-says-internal-server-error.md"),
    ),
    (
        "python-mcp-2-1-withholds-exception-text.md",
        include_str!("../../cards/python-mcp-2-1-withholds-exception-text.md"),
    ),
    (
        "python-mcp-2-has-no-fastmcp-module.md",
        include_str!("../../cards/python-mcp-2-has-no-fastmcp-module.md"),
    ),
    (
        "python-mcp-2-server-has-no-decorators.md",
        include_str!("../../cards/python-mcp-2-server-has-no-decorators.md"),
    ),
    (
        "python-mcp-proxy-empty-error-text.md",
        include_str!("../../cards/python-mcp-proxy-empty-error-text.md"),
    ),
    ("python-module-mcp-not-found.md", include_str!("../../cards/python-module-mcp-not-found.md")),
    (
        "python-run-inside-a-running-loop.md",
        include_str!("../../cards/python-run-inside-a-running-loop.md"),
    ),
    (
        "python-stdout-encoding-is-not-utf8.md",
        include_str!("../../cards/python-stdout-encoding-is-not-utf8.md"),
    ),
    (
        "python-sys-exit-in-a-tool-hangs.md",
        include_str!("../../cards/python-sys-exit-in-a-tool-hangs.md"),
    ),
    (
        "request-timed-out-after-sixty-seconds.md",
        include_str!("../../cards/request-timed-out-after-sixty-seconds.md"),
    ),
    (
        "rmcp-err-mcperror-is-a-protocol-error.md",
        include_str!("../../cards/rmcp-err-mcperror-is-a-protocol-error.md"),
    ),
    (
        "rmcp-malformed-call-is-method-not-found.md",
        include_str!("../../cards/rmcp-malformed-call-is-method-not-found.md"),
    ),
    (
        "rmcp-missing-field-without-a-path.md",
        include_str!("../../cards/rmcp-missing-field-without-a-path.md"),
    ),
    (
        "script-with-windows-line-ends.md",
        include_str!("../../cards/script-with-windows-line-ends.md"),
    ),
    (
        "sdk-import-without-js-ending.md",
        include_str!("../../cards/sdk-import-without-js-ending.md"),
    ),
    ("server-already-initialized.md", include_str!("../../cards/server-already-initialized.md")),
    (
        "server-dies-on-server-discover.md",
        include_str!("../../cards/server-dies-on-server-discover.md"),
    ),
    (
        "server-does-not-support-tools.md",
        include_str!("../../cards/server-does-not-support-tools.md"),
    ),
    ("session-id-is-missing.md", include_str!("../../cards/session-id-is-missing.md")),
    (
        "session-not-found-after-a-restart.md",
        include_str!("../../cards/session-not-found-after-a-restart.md"),
    ),
    ("spawn-enoent.md", include_str!("../../cards/spawn-enoent.md")),
    ("sqlite-database-is-locked.md", include_str!("../../cards/sqlite-database-is-locked.md")),
    (
        "structured-content-does-not-match-in-the-client.md",
        include_str!("../../cards/structured-content-does-not-match-in-the-client.md"),
    ),
    (
        "supergateway-body-over-100-kb.md",
        include_str!("../../cards/supergateway-body-over-100-kb.md"),
    ),
    (
        "supergateway-server-process-failed.md",
        include_str!("../../cards/supergateway-server-process-failed.md"),
    ),
    ("tool-is-already-registered.md", include_str!("../../cards/tool-is-already-registered.md")),
    ("typescript-empty-error-text.md", include_str!("../../cards/typescript-empty-error-text.md")),
    (
        "typescript-throw-of-an-object.md",
        include_str!("../../cards/typescript-throw-of-an-object.md"),
    ),
    (
        "unsupported-protocol-version-header.md",
        include_str!("../../cards/unsupported-protocol-version-header.md"),
    ),
    (
        "variables-do-not-reach-a-stdio-server.md",
        include_str!("../../cards/variables-do-not-reach-a-stdio-server.md"),
    ),
    ("zod-4-has-no-errors-member.md", include_str!("../../cards/zod-4-has-no-errors-member.md")),
    ("zod-4-with-an-sdk-for-zod-3.md", include_str!("../../cards/zod-4-with-an-sdk-for-zod-3.md")),
];
