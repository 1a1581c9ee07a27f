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
"""Name of a language model that the server has."""

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
"""Country by two letters (ISO 3166-1; also uk, an, cs, xk); capitals are taken, too."""

SessionFilter: TypeAlias = Literal["active", "ended"] | str
"""`active`: created, idle or running. An addition of this server."""

StopStrategy: TypeAlias = Literal["task", "session"] | str
"""`session` ends it; `task` stops what it does and leaves it idle."""

ThinkingLevel: TypeAlias = Literal["disabled", "low", "medium", "high"] | str
"""How much the model may think, where it can be told."""

WebhookEvent: TypeAlias = Literal["agent.task.status_update", "test"] | str


class AccountView(Model):
    name: str | None = None

    total_credits_balance_usd: float
    """What may still be spent now; 0 where `is_unlimited`."""

    monthly_credits_balance_usd: float
    """What is left of the budget for this month (UTC), of the project or of this key."""

    additional_credits_balance_usd: float
    """What is left of the credits that were given."""

    is_unlimited: bool
    """The operator has set no limit. An addition of this server."""

    rate_limit: int
    """Requests a minute that a key may make; 0 is any number."""

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
    """Page that shows the browser and takes input. Whoever has the address is in: treat it as a
    secret.
    """

    read_only_live_url: str | None
    """The same page without input, for those who may only watch. An addition of this server."""

    cdp_url: str | None
    """WebSocket of the browser's DevTools protocol, with a token of its own in it;
    `<address>/json/version`, asked by http, tells it too. Closing the connection does not
    stop the browser.
    """

    timeout_at: datetime
    """When it is stopped at the latest. ISO 8601."""

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    proxy_used_mb: Decimal
    """Decimal number as text."""

    proxy_cost: Decimal
    """Decimal number as text."""

    browser_cost: Decimal
    """Decimal number as text."""

    agent_session_id: str | None

    profile_error: str | None
    """Why what the browser did is not kept in its profile; null when it is, or when it has none.
    An addition of this server.
    """

    recording_url: str | None
    """The film, once the browser has ended; not in lists."""

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
    """Page that shows the browser and takes input. Whoever has the address is in: treat it as a
    secret.
    """

    read_only_live_url: str | None
    """The same page without input, for those who may only watch. An addition of this server."""

    cdp_url: str | None
    """WebSocket of the browser's DevTools protocol, with a token of its own in it;
    `<address>/json/version`, asked by http, tells it too. Closing the connection does not
    stop the browser.
    """

    timeout_at: datetime
    """When it is stopped at the latest. ISO 8601."""

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    proxy_used_mb: Decimal
    """Decimal number as text."""

    proxy_cost: Decimal
    """Decimal number as text."""

    browser_cost: Decimal
    """Decimal number as text."""

    agent_session_id: str | None

    profile_error: str | None
    """Why what the browser did is not kept in its profile; null when it is, or when it has none.
    An addition of this server.
    """

    recording_url: str | None
    """The film, once the browser has ended; not in lists."""

    metadata: dict[str, str]

    recording_available: bool
    """False where there will never be a film: none was asked for, or the browser ended long ago
    without one. Stop waiting for `recording_url` then.
    """


class CustomProxy(Model):
    """An HTTP or SOCKS5 proxy of the caller's own."""

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
    """The header `webhook-id` of every attempt."""

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
    """Of the last attempt, as the rest."""

    status_code: int | None

    error: str | None
    """Why it did not succeed; null where it did."""

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
    """The header `webhook-id` of every attempt."""

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
    """Of the last attempt, as the rest."""

    status_code: int | None

    error: str | None
    """Why it did not succeed; null where it did."""

    created_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    body: str
    """What is sent."""

    response: str | None
    """The first 1,000 bytes of the last answer."""


class ErrorResponse(Model):
    detail: str
    """What is wrong, in a sentence."""

    hint: str | None = None
    """What to do about it, where something can be done."""

    request_id: str | None = None
    """`X-Request-Id` of this answer, by which the log tells more."""


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
    """Media type, like text/csv; the file is sent with the same. At most 255 characters.
    Default: "application/octet-stream".
    """

    size: int | None | NotGiven = NOT_GIVEN
    """Bytes. At least 1."""


class FileUploadResponse(Model):
    files: list[FileUploadResponseItem]


class FileUploadResponseItem(Model):
    name: str

    upload_url: str
    """PUT the bytes here, with the content type that was said."""

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
    """Text; of an action `{id, tool, args}` as JSON, of its result what the tool answered."""

    type: str = ""
    """`user_message`, `assistant_message`, `planning`, `browser_action`, `file_operation`,
    `code_execution`, those of an action with `_result` or `_error` for what came of it,
    `completion`; more may come. Default: "".
    """

    summary: str = ""
    """Default: ""."""

    screenshot_url: str | None = None

    hidden: bool = False
    """Default: false."""

    created_at: datetime
    """ISO 8601."""


class ModelCapabilities(Model):
    """What it can do. What it cannot is worked around."""

    tools: bool

    streamed_tools: bool

    required_tool: bool
    """It can be made to call a tool."""

    json_schema: bool

    vision: bool

    usage: bool
    """It tells how many tokens it used; else they are estimated."""


class ModelListResponse(Model):
    items: list[ModelView]


class ModelPrices(Model):
    """US dollars per million tokens."""

    input: Decimal
    """Decimal number as text."""

    cached_input: Decimal
    """Decimal number as text."""

    output: Decimal
    """Decimal number as text."""


class ModelView(Model):
    name: str
    """What `model` and `llm` take."""

    provider: Literal["openai", "anthropic"] | str
    """The protocol of its server."""

    is_default: bool

    is_fallback: bool
    """It takes over where another one fails."""

    context_tokens: int

    prices: ModelPrices | None
    """US dollars per million tokens."""

    capabilities: ModelCapabilities | None
    """Null until it was used for the first time."""


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
    """Hosts that have cookies in it."""


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
    """Name of a language model that the server has."""

    thinking_level: ThinkingLevel | None = None
    """How much the model may think, where it can be told."""

    title: str | None = None

    output: Any = None
    """Text, or what `output_schema` says."""

    output_schema: dict[str, Any] | None = None

    step_count: int = 0
    """Default: 0."""

    last_step_summary: str | None = None

    is_task_successful: bool | None = None
    """Null until the task has ended."""

    end_reason: str | None = None
    """In words, why the task failed or the session ended. An addition of this server."""

    question: str | None = None
    """What the agent asks a person; the next `task` of the session is the answer. An addition of
    this server.
    """

    live_url: str | None = None
    """Page that shows the browser and takes input. Whoever has the address is in: treat it as a
    secret.
    """

    recording_urls: list[str]
    """Films, once their browser has ended."""

    profile_id: str | None = None

    workspace_id: str | None = None

    proxy_country_code: ProxyCountryCode | None = None
    """Country by two letters (ISO 3166-1; also uk, an, cs, xk); capitals are taken, too."""

    browser_screen_width: int | None = None

    browser_screen_height: int | None = None

    max_cost_usd: Decimal | None = None
    """Decimal number as text."""

    total_input_tokens: int = 0
    """Default: 0."""

    total_output_tokens: int = 0
    """Default: 0."""

    proxy_used_mb: Decimal
    """Decimal number as text."""

    llm_cost_usd: Decimal
    """Decimal number as text."""

    proxy_cost_usd: Decimal
    """Decimal number as text."""

    browser_cost_usd: Decimal
    """Decimal number as text."""

    total_cost_usd: Decimal
    """Decimal number as text."""

    screenshot_url: str | None = None
    """The page after the last step; opens for 5 minutes."""

    agentmail_email: str | None = None

    integrations_used: list[str]

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""


class UsageItem(Model):
    group: str | None
    """The day, the model or the session's id. Null: no model (browsers and traffic), no session
    (browsers of their own, and what is left of purged sessions).
    """

    tokens: int

    browser_minutes: int

    proxy_used_mb: Decimal
    """Decimal number as text."""

    llm_cost_usd: Decimal
    """Decimal number as text."""

    browser_cost_usd: Decimal
    """Decimal number as text."""

    proxy_cost_usd: Decimal
    """Decimal number as text."""

    total_cost_usd: Decimal
    """Decimal number as text."""


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
    """Decimal number as text."""

    llm_cost_usd: Decimal
    """Decimal number as text."""

    browser_cost_usd: Decimal
    """Decimal number as text."""

    proxy_cost_usd: Decimal
    """Decimal number as text."""

    total_cost_usd: Decimal
    """Decimal number as text."""


class ValidationErrorResponse(Model):
    detail: list[dict[str, Any]]

    hint: str | None = None
    """What to do about it, where something can be done."""


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
    """Until when the secret before signs as well. ISO 8601."""

    waiting_deliveries: int
    """More than 1,000 are not counted."""

    dead_deliveries: int
    """More than 1,000 are not counted."""

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""

    secret: str
    """Signs what is sent. It is told only now."""


class WebhookView(Model):
    id: str

    url: str

    name: str | None

    events: list[WebhookEvent]

    header_prefix: str

    is_enabled: bool

    previous_secret_until: datetime | None
    """Until when the secret before signs as well. ISO 8601."""

    waiting_deliveries: int
    """More than 1,000 are not counted."""

    dead_deliveries: int
    """More than 1,000 are not counted."""

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
    """Each number by both of the names that clients know."""

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
    """Profile whose state the browser starts with."""

    proxy_country_code: ProxyCountryCode | None
    """Country of the proxy. Left out: the server's default. Null: no proxy."""

    timeout: int
    """Minutes until the browser is stopped, at most 240: more is refused with 403. At least 1.
    Default: 60.
    """

    browser_screen_width: int | None
    """In pixels. 320 to 6144."""

    browser_screen_height: int | None
    """In pixels. 320 to 3456."""

    allow_resizing: bool
    """Clients may change the size of the window. Default: false."""

    custom_proxy: CustomProxy | None
    """Goes before `proxy_country_code`."""

    enable_recording: bool
    """Keep a film of what the browser shows. Default: false."""

    metadata: Mapping[str, str] | None
    """Labels of the caller's own, at most 10 pairs: told in answers, and lists are filtered by
    them.
    """

    pdf_renderer_enabled: bool
    """Taken, and without effect: Chrome's headless shell downloads PDFs, a full Chrome shows
    them. Default: true.
    """

    solve_captchas: bool
    """Taken, and without effect: this server solves none; a person can, in the live view.
    Default: true.
    """


class TaskParams(TypedDict, total=False):
    """Further arguments of `sessions.create`."""

    start_url: str | None
    """Page to begin on. An addition of this server."""

    url: str | None
    """Another name of `start_url`, which goes first."""

    model: AgentModel
    """Name of a language model that the server has."""

    thinking_level: ThinkingLevel | None
    """Stays for later tasks of the session."""

    session_id: str | None
    """An idle session to do it in; then `task` is needed."""

    keep_alive: bool
    """The session waits for more when the task ends. Left out for a session that is there: as it
    was. Default: false.
    """

    max_cost_usd: float | Decimal | str | None
    """The task is stopped when the session has cost this much, by the operator's prices: a
    number, or one as text. Left out: no limit.
    """

    profile_id: str | None
    """Profile whose state the browser starts with."""

    workspace_id: str | None
    """Workspace whose files the agent reads and writes; without it the session gets one of its
    own.
    """

    proxy_country_code: ProxyCountryCode | None
    """Country of the proxy. Left out: the server's default. Null: no proxy."""

    browser_screen_width: int | None
    """In pixels. 320 to 6144."""

    browser_screen_height: int | None
    """In pixels. 320 to 3456."""

    enable_scheduled_tasks: bool
    """Default: false."""

    sensitive_data: Mapping[str, str] | None
    """Values by name: the model reads names, values are put in as they are typed."""

    enable_recording: bool
    """Default: false."""

    skills: bool
    """The agent may run the skills of the project that are enabled. Default: true."""

    agentmail: bool
    """Default: true."""

    code_mode: bool
    """Default: false."""

    cache_script: bool | None
    """Keep a script of the task in the workspace, and run that the next time; else where the
    task has `@{{value}}`.
    """

    use_own_key: bool
    """Taken, and without effect: the models of this server are always asked with its operator's
    keys. Default: false.
    """

    auto_heal: bool
    """Where that script fails an agent does the task. Default: true."""
