"""Shapes of v3 of the API.

Written by `bun run gen` from the endpoints of the platform. Do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias, TypedDict

from .._models import NOT_GIVEN, Model, NotGiven

__all__ = [
    "AccountView",
    "AgentModel",
    "AgentSessionStatus",
    "BrowserDownloadFile",
    "BrowserDownloadListResponse",
    "BrowserParams",
    "BrowserSessionItemView",
    "BrowserSessionListResponse",
    "BrowserSessionStatus",
    "BrowserSessionUpdateAction",
    "BrowserSessionView",
    "CustomProxy",
    "DeliveryItemView",
    "DeliveryListResponse",
    "DeliveryState",
    "DeliveryView",
    "ErrorResponse",
    "FileInfo",
    "FileListResponse",
    "FileUploadItem",
    "FileUploadResponse",
    "FileUploadResponseItem",
    "MessageListResponse",
    "MessageResponse",
    "ModelCapabilities",
    "ModelListResponse",
    "ModelPrices",
    "ModelView",
    "PlanInfo",
    "ProfileListResponse",
    "ProfileView",
    "ProxyCountryCode",
    "ResendResponse",
    "SessionFilter",
    "SessionListResponse",
    "SessionResponse",
    "StopStrategy",
    "TaskParams",
    "ThinkingLevel",
    "UsageItem",
    "UsageResponse",
    "UsageTotals",
    "ValidationErrorResponse",
    "WebhookEvent",
    "WebhookListResponse",
    "WebhookSecretView",
    "WebhookView",
    "WorkspaceListResponse",
    "WorkspaceSize",
    "WorkspaceView",
]


AgentModel: TypeAlias = str
"""Name of a language model of the server."""

AgentSessionStatus: TypeAlias = (
    Literal[
        "created", "idle", "running", "stopped", "timed_out", "error",
    ]
    | str
)

BrowserSessionStatus: TypeAlias = Literal["active", "stopped"] | str

BrowserSessionUpdateAction: TypeAlias = Literal["stop"] | str

DeliveryState: TypeAlias = Literal["waiting", "delivered", "dead"] | str

ProxyCountryCode: TypeAlias = (
    Literal[
        "ad", "ae", "af", "ag", "ai", "al", "am", "an", "ao", "aq", "ar", "as", "at", "au", "aw",
        "ax", "az", "ba", "bb", "bd", "be", "bf", "bg", "bh", "bi", "bj", "bl", "bm", "bn", "bo",
        "bq", "br", "bs", "bt", "bv", "bw", "by", "bz", "ca", "cc", "cd", "cf", "cg", "ch", "ci",
        "ck", "cl", "cm", "cn", "co", "cr", "cs", "cu", "cv", "cw", "cx", "cy", "cz", "de", "dj",
        "dk", "dm", "do", "dz", "ec", "ee", "eg", "eh", "er", "es", "et", "fi", "fj", "fk", "fm",
        "fo", "fr", "ga", "gb", "gd", "ge", "gf", "gg", "gh", "gi", "gl", "gm", "gn", "gp", "gq",
        "gr", "gs", "gt", "gu", "gw", "gy", "hk", "hm", "hn", "hr", "ht", "hu", "id", "ie", "il",
        "im", "in", "io", "iq", "ir", "is", "it", "je", "jm", "jo", "jp", "ke", "kg", "kh", "ki",
        "km", "kn", "kp", "kr", "kw", "ky", "kz", "la", "lb", "lc", "li", "lk", "lr", "ls", "lt",
        "lu", "lv", "ly", "ma", "mc", "md", "me", "mf", "mg", "mh", "mk", "ml", "mm", "mn", "mo",
        "mp", "mq", "mr", "ms", "mt", "mu", "mv", "mw", "mx", "my", "mz", "na", "nc", "ne", "nf",
        "ng", "ni", "nl", "no", "np", "nr", "nu", "nz", "om", "pa", "pe", "pf", "pg", "ph", "pk",
        "pl", "pm", "pn", "pr", "ps", "pt", "pw", "py", "qa", "re", "ro", "rs", "ru", "rw", "sa",
        "sb", "sc", "sd", "se", "sg", "sh", "si", "sj", "sk", "sl", "sm", "sn", "so", "sr", "ss",
        "st", "sv", "sx", "sy", "sz", "tc", "td", "tf", "tg", "th", "tj", "tk", "tl", "tm", "tn",
        "to", "tr", "tt", "tv", "tw", "tz", "ua", "ug", "uk", "um", "us", "uy", "uz", "va", "vc",
        "ve", "vg", "vi", "vn", "vu", "wf", "ws", "xk", "ye", "yt", "za", "zm", "zw",
    ]
    | str
)
"""Two-letter country code (ISO 3166-1; also uk, an, cs, xk), case-insensitive."""

SessionFilter: TypeAlias = Literal["active", "ended"] | str
"""`active`: created, idle or running. Extension of this server."""

StopStrategy: TypeAlias = Literal["task", "session"] | str
"""`session` ends the session; `task` stops its task and leaves the session idle."""

ThinkingLevel: TypeAlias = Literal["disabled", "low", "medium", "high"] | str
"""Reasoning effort, for models that support it."""

WebhookEvent: TypeAlias = Literal["agent.task.status_update", "test"] | str


class AccountView(Model):
    name: str | None = None

    total_credits_balance_usd: float
    """Amount that can still be spent; 0 if `is_unlimited`."""

    monthly_credits_balance_usd: float
    """Remainder of this month's budget (UTC) of the project or of this key."""

    additional_credits_balance_usd: float
    """Remainder of the granted credits."""

    is_unlimited: bool
    """True if the operator has set no limit. Extension of this server."""

    rate_limit: int
    """Requests per minute allowed for one key; 0 means unlimited."""

    plan_info: PlanInfo

    is_free_tier: bool = False
    """Default: false."""

    project_id: str

    tracing_disabled: bool
    """Always true: this server sends nothing to tracing services."""


class BrowserDownloadFile(Model):
    path: str

    size: int

    last_modified: datetime
    """ISO 8601."""

    url: str | None


class BrowserDownloadListResponse(Model):
    files: list[BrowserDownloadFile]

    next_cursor: str | None

    has_more: bool


class BrowserSessionItemView(Model):
    id: str

    status: BrowserSessionStatus

    live_url: str | None
    """Page that shows the browser and accepts input. Anyone with this URL can control the
    browser: treat it as a secret.
    """

    read_only_live_url: str | None
    """The same page without input, for viewers. Extension of this server."""

    cdp_url: str | None
    """WebSocket URL of the browser's DevTools protocol, with its own token. `GET
    <url>/json/version` over HTTP returns it too. Closing the connection does not stop the
    browser.
    """

    timeout_at: datetime
    """Latest time at which the browser is stopped. ISO 8601."""

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    proxy_cost: Decimal
    """Decimal number as a string."""

    browser_cost: Decimal
    """Decimal number as a string."""

    agent_session_id: str | None

    profile_error: str | None
    """Why the state of the browser was not saved to its profile; null if it was saved or there
    is no profile. Extension of this server.
    """

    recording_url: str | None
    """Recording, available after the browser has ended; always null in lists."""

    metadata: dict[str, str]


class BrowserSessionListResponse(Model):
    items: list[BrowserSessionItemView]

    total_items: int

    page_number: int

    page_size: int


class BrowserSessionView(Model):
    id: str

    status: BrowserSessionStatus

    live_url: str | None
    """Page that shows the browser and accepts input. Anyone with this URL can control the
    browser: treat it as a secret.
    """

    read_only_live_url: str | None
    """The same page without input, for viewers. Extension of this server."""

    cdp_url: str | None
    """WebSocket URL of the browser's DevTools protocol, with its own token. `GET
    <url>/json/version` over HTTP returns it too. Closing the connection does not stop the
    browser.
    """

    timeout_at: datetime
    """Latest time at which the browser is stopped. ISO 8601."""

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    proxy_cost: Decimal
    """Decimal number as a string."""

    browser_cost: Decimal
    """Decimal number as a string."""

    agent_session_id: str | None

    profile_error: str | None
    """Why the state of the browser was not saved to its profile; null if it was saved or there
    is no profile. Extension of this server.
    """

    recording_url: str | None
    """Recording, available after the browser has ended; always null in lists."""

    metadata: dict[str, str]

    recording_available: bool
    """False if there will never be a recording: none was requested, or the browser ended long
    ago without one. Do not wait for `recording_url` then.
    """


class CustomProxy(Model):
    """HTTP or SOCKS5 proxy of the caller."""

    host: str
    """1 to 255 characters."""

    port: int
    """1 to 65535."""

    username: str | None | NotGiven = NOT_GIVEN
    """1 to 255 characters."""

    password: str | None | NotGiven = NOT_GIVEN
    """1 to 255 characters."""

    ignore_cert_errors: bool | NotGiven = NOT_GIVEN
    """Default: false."""


class DeliveryItemView(Model):
    id: str
    """Value of the header `webhook-id` of every attempt."""

    event: WebhookEvent

    session_id: str | None

    task_id: str | None

    state: DeliveryState

    attempts: int

    next_attempt_at: datetime | None
    """ISO 8601."""

    last_attempt_at: datetime | None
    """ISO 8601."""

    duration_ms: int | None
    """Duration of the last attempt."""

    status_code: int | None

    error: str | None
    """Why the last attempt failed; null if it succeeded."""

    created_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""


class DeliveryListResponse(Model):
    deliveries: list[DeliveryItemView]

    next_cursor: str | None

    has_more: bool


class DeliveryView(Model):
    id: str
    """Value of the header `webhook-id` of every attempt."""

    event: WebhookEvent

    session_id: str | None

    task_id: str | None

    state: DeliveryState

    attempts: int

    next_attempt_at: datetime | None
    """ISO 8601."""

    last_attempt_at: datetime | None
    """ISO 8601."""

    duration_ms: int | None
    """Duration of the last attempt."""

    status_code: int | None

    error: str | None
    """Why the last attempt failed; null if it succeeded."""

    created_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    body: str
    """Request body."""

    response: str | None
    """First 1,000 bytes of the last response."""


class ErrorResponse(Model):
    detail: str
    """Error message."""

    hint: str | None = None
    """How to fix the error, if it can be fixed."""

    request_id: str | None = None
    """`X-Request-Id` of this response; the server log has details under it."""


class FileInfo(Model):
    path: str

    size: int

    last_modified: datetime
    """ISO 8601."""

    url: str | None = None


class FileListResponse(Model):
    files: list[FileInfo]

    folders: list[str] | None = None

    next_cursor: str | None = None

    has_more: bool = False
    """Default: false."""


class FileUploadItem(Model):
    name: str
    """1 to 255 characters."""

    content_type: str | NotGiven = NOT_GIVEN
    """Media type, such as text/csv; the upload must send the same. At most 255 characters.
    Default: "application/octet-stream".
    """

    size: int | None | NotGiven = NOT_GIVEN
    """Size in bytes. At least 1."""


class FileUploadResponse(Model):
    files: list[FileUploadResponseItem]


class FileUploadResponseItem(Model):
    name: str

    upload_url: str
    """PUT the bytes to this URL with the declared content type."""

    path: str


class MessageListResponse(Model):
    messages: list[MessageResponse]

    has_more: bool


class MessageResponse(Model):
    id: str

    session_id: str

    role: str
    """`human` or `ai`."""

    data: str
    """Text; for an action `{id, tool, args}` as JSON, for its result the output of the tool."""

    type: str = ""
    """`user_message`, `assistant_message`, `planning`, `browser_action`, `file_operation`,
    `code_execution`, the action types with `_result` or `_error` for their outcome, or
    `completion`. New types can be added. Default: "".
    """

    summary: str = ""
    """Default: ""."""

    screenshot_url: str | None = None

    hidden: bool = False
    """Default: false."""

    created_at: datetime
    """ISO 8601."""


class ModelCapabilities(Model):
    """Detected capabilities. Missing ones are emulated."""

    tools: bool

    streamed_tools: bool

    required_tool: bool
    """Can be forced to call a tool."""

    json_schema: bool

    vision: bool

    usage: bool
    """Reports its token usage; otherwise usage is estimated."""


class ModelListResponse(Model):
    items: list[ModelView]


class ModelPrices(Model):
    """US dollars per million tokens."""

    input: Decimal
    """Decimal number as a string."""

    cached_input: Decimal
    """Decimal number as a string."""

    output: Decimal
    """Decimal number as a string."""


class ModelView(Model):
    name: str
    """Value for `model` and `llm`."""

    provider: Literal["openai", "anthropic"] | str
    """Protocol of the model server."""

    is_default: bool

    is_fallback: bool
    """Used when another model fails."""

    context_tokens: int

    prices: ModelPrices | None
    """US dollars per million tokens."""

    capabilities: ModelCapabilities | None
    """Null until the model is used for the first time."""


class PlanInfo(Model):
    plan_name: str

    subscription_status: str | None

    subscription_id: str | None

    subscription_current_period_end: str | None

    subscription_canceled_at: str | None


class ProfileListResponse(Model):
    items: list[ProfileView]

    total_items: int

    page_number: int

    page_size: int


class ProfileView(Model):
    id: str

    user_id: str | None

    name: str | None

    last_used_at: datetime | None
    """ISO 8601."""

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""

    cookie_domains: list[str] | None
    """Hosts that have cookies in the profile."""


class ResendResponse(Model):
    resent: int


class SessionListResponse(Model):
    sessions: list[SessionResponse]

    total: int

    page: int

    page_size: int


class SessionResponse(Model):
    id: str

    status: AgentSessionStatus

    model: AgentModel
    """Name of a language model of the server."""

    thinking_level: ThinkingLevel | None = None
    """Reasoning effort, for models that support it."""

    title: str | None = None

    output: Any = None
    """Text, or a value that matches `output_schema`."""

    output_schema: dict[str, Any] | None = None

    step_count: int = 0
    """Default: 0."""

    last_step_summary: str | None = None

    is_task_successful: bool | None = None
    """Null until the task has ended."""

    end_reason: str | None = None
    """Why the task failed or the session ended. Extension of this server."""

    question: str | None = None
    """Question of the agent; the next `task` of the session answers it. Extension of this
    server.
    """

    live_url: str | None = None
    """Page that shows the browser and accepts input. Anyone with this URL can control the
    browser: treat it as a secret.
    """

    recording_urls: list[str]
    """Recordings of browsers that have ended."""

    profile_id: str | None = None

    workspace_id: str | None = None

    proxy_country_code: ProxyCountryCode | None = None
    """Two-letter country code (ISO 3166-1; also uk, an, cs, xk), case-insensitive."""

    browser_screen_width: int | None = None

    browser_screen_height: int | None = None

    max_cost_usd: Decimal | None = None
    """Decimal number as a string."""

    total_input_tokens: int = 0
    """Default: 0."""

    total_output_tokens: int = 0
    """Default: 0."""

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    llm_cost_usd: Decimal
    """Decimal number as a string."""

    proxy_cost_usd: Decimal
    """Decimal number as a string."""

    browser_cost_usd: Decimal
    """Decimal number as a string."""

    total_cost_usd: Decimal
    """Decimal number as a string."""

    screenshot_url: str | None = None
    """The page after the last step; the URL is valid for 5 minutes."""

    agentmail_email: str | None = None

    integrations_used: list[str]

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""


class UsageItem(Model):
    group: str | None
    """Day, model or session id. Null for usage without a model (browsers and traffic) or without
    a session (standalone browsers, purged sessions).
    """

    tokens: int

    browser_minutes: int

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    llm_cost_usd: Decimal
    """Decimal number as a string."""

    browser_cost_usd: Decimal
    """Decimal number as a string."""

    proxy_cost_usd: Decimal
    """Decimal number as a string."""

    total_cost_usd: Decimal
    """Decimal number as a string."""


class UsageResponse(Model):
    from_: str

    to: str

    items: list[UsageItem]

    totals: UsageTotals

    total_items: int

    page_number: int

    page_size: int


class UsageTotals(Model):
    tokens: int

    browser_minutes: int

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    llm_cost_usd: Decimal
    """Decimal number as a string."""

    browser_cost_usd: Decimal
    """Decimal number as a string."""

    proxy_cost_usd: Decimal
    """Decimal number as a string."""

    total_cost_usd: Decimal
    """Decimal number as a string."""


class ValidationErrorResponse(Model):
    detail: list[dict[str, Any]]

    hint: str | None = None
    """How to fix the error, if it can be fixed."""


class WebhookListResponse(Model):
    items: list[WebhookView]

    total_items: int

    page_number: int

    page_size: int


class WebhookSecretView(Model):
    id: str

    url: str

    name: str | None

    events: list[WebhookEvent]

    header_prefix: str

    is_enabled: bool

    previous_secret_until: datetime | None
    """Time until which the previous secret also signs. ISO 8601."""

    waiting_deliveries: int
    """Counted up to 1,000."""

    dead_deliveries: int
    """Counted up to 1,000."""

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""

    secret: str
    """Signs the deliveries. Shown only in this response."""


class WebhookView(Model):
    id: str

    url: str

    name: str | None

    events: list[WebhookEvent]

    header_prefix: str

    is_enabled: bool

    previous_secret_until: datetime | None
    """Time until which the previous secret also signs. ISO 8601."""

    waiting_deliveries: int
    """Counted up to 1,000."""

    dead_deliveries: int
    """Counted up to 1,000."""

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""


class WorkspaceListResponse(Model):
    items: list[WorkspaceView]

    total_items: int

    page_number: int

    page_size: int


class WorkspaceSize(Model):
    """Each number under both field names that clients use."""

    size_bytes: int

    quota_bytes: int | None


class WorkspaceView(Model):
    id: str

    name: str | None = None

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""


class BrowserParams(TypedDict, total=False):
    """Arguments of `browsers.create`."""

    profile_id: str | None
    """Profile that provides the initial state of the browser."""

    proxy_country_code: ProxyCountryCode | None
    """Country of the proxy. If omitted, the server's default; null for no proxy."""

    timeout: int
    """Minutes until the browser is stopped; more than 240 is refused with 403. At least 1.
    Default: 60.
    """

    browser_screen_width: int | None
    """Width in pixels. 320 to 6144."""

    browser_screen_height: int | None
    """Height in pixels. 320 to 3456."""

    allow_resizing: bool
    """Clients can change the size of the window. Default: false."""

    custom_proxy: CustomProxy | None
    """Takes precedence over `proxy_country_code`."""

    enable_recording: bool
    """Record a video of the browser. Default: false."""

    metadata: Mapping[str, str] | None
    """Labels chosen by the caller, at most 10 pairs; returned in responses and usable as list
    filters.
    """

    pdf_renderer_enabled: bool
    """Accepted without effect: Chrome's headless shell downloads PDFs, a full Chrome displays
    them. Default: true.
    """

    solve_captchas: bool
    """Accepted without effect: this server solves no captchas; a person can solve them in the
    live view. Default: true.
    """


class TaskParams(TypedDict, total=False):
    """Further arguments of `sessions.create`."""

    start_url: str | None
    """URL to open first. Extension of this server."""

    url: str | None
    """Alias of `start_url`, which takes precedence."""

    model: AgentModel
    """Name of a language model of the server."""

    thinking_level: ThinkingLevel | None
    """Also applies to later tasks of the session."""

    session_id: str | None
    """Idle session to run the task in; requires `task`."""

    keep_alive: bool
    """Keep the session idle when the task ends. If omitted for an existing session, the value
    stays unchanged. Default: false.
    """

    max_cost_usd: float | Decimal | str | None
    """Stop the task when the session has cost this much at the operator's prices, as a number or
    a string. If omitted, no limit.
    """

    profile_id: str | None
    """Profile that provides the initial state of the browser."""

    workspace_id: str | None
    """Workspace whose files the agent reads and writes; if omitted, the session gets its own."""

    proxy_country_code: ProxyCountryCode | None
    """Country of the proxy. If omitted, the server's default; null for no proxy."""

    browser_screen_width: int | None
    """Width in pixels. 320 to 6144."""

    browser_screen_height: int | None
    """Height in pixels. 320 to 3456."""

    enable_scheduled_tasks: bool
    """Default: false."""

    sensitive_data: Mapping[str, str] | None
    """Secret values by name. The model sees only the names; the values are inserted when the
    agent types them.
    """

    enable_recording: bool
    """Default: false."""

    skills: bool
    """Let the agent run the enabled skills of the project. Default: true."""

    agentmail: bool
    """Default: true."""

    code_mode: bool
    """Default: false."""

    cache_script: bool | None
    """Store a script of the task in the workspace and run it the next time. Default: true if the
    task contains `@{{value}}`.
    """

    use_own_key: bool
    """Accepted without effect: this server always uses the operator's keys for models. Default:
    false.
    """

    auto_heal: bool
    """If the cached script fails, let an agent do the task. Default: true."""
