"""Shapes of v2 of the API.

Written by `bun run gen` from the endpoints of the platform. Do not edit.
"""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from .._models import NOT_GIVEN, Model, NotGiven
from .types import (
    AccountView as AccountView,
    BrowserDownloadFile as BrowserDownloadFile,
    BrowserDownloadListResponse as BrowserDownloadListResponse,
    BrowserSessionItemView as BrowserSessionItemView,
    BrowserSessionListResponse as BrowserSessionListResponse,
    BrowserSessionStatus as BrowserSessionStatus,
    BrowserSessionUpdateAction as BrowserSessionUpdateAction,
    BrowserSessionView as BrowserSessionView,
    CustomProxy as CustomProxy,
    ErrorResponse as ErrorResponse,
    ModelCapabilities as ModelCapabilities,
    ModelListResponse as ModelListResponse,
    ModelPrices as ModelPrices,
    ModelView as ModelView,
    PlanInfo as PlanInfo,
    ProfileListResponse as ProfileListResponse,
    ProfileView as ProfileView,
    ProxyCountryCode as ProxyCountryCode,
    ThinkingLevel as ThinkingLevel,
    ValidationErrorResponse as ValidationErrorResponse,
)

__all__ = [
    "AccountView",
    "BrowserDownloadFile",
    "BrowserDownloadListResponse",
    "BrowserSessionItemView",
    "BrowserSessionListResponse",
    "BrowserSessionStatus",
    "BrowserSessionUpdateAction",
    "BrowserSessionView",
    "CreateSkillResponse",
    "CustomProxy",
    "ErrorResponse",
    "ExecuteSkillResponse",
    "FileView",
    "MarketplaceSkillListResponse",
    "MarketplaceSkillResponse",
    "ModelCapabilities",
    "ModelListResponse",
    "ModelPrices",
    "ModelView",
    "ParameterSchema",
    "ParameterType",
    "PlanInfo",
    "ProfileListResponse",
    "ProfileView",
    "ProxyCountryCode",
    "RefineSkillResponse",
    "SessionItemView",
    "SessionListResponse",
    "SessionSettings",
    "SessionStatus",
    "SessionUpdateAction",
    "SessionView",
    "ShareView",
    "SkillCategory",
    "SkillExecutionListResponse",
    "SkillExecutionOutputResponse",
    "SkillExecutionView",
    "SkillListResponse",
    "SkillResponse",
    "SkillVersionListResponse",
    "SkillVersionView",
    "SkillsGenerationStatus",
    "SupportedLLMs",
    "TaskCreatedResponse",
    "TaskItemView",
    "TaskListResponse",
    "TaskLogFileResponse",
    "TaskOutputFileResponse",
    "TaskStatus",
    "TaskStatusView",
    "TaskStepView",
    "TaskUpdateAction",
    "TaskView",
    "ThinkingLevel",
    "UploadFilePresignedUrlResponse",
    "ValidationErrorResponse",
]


ParameterType: TypeAlias = Literal["string", "number", "boolean", "object", "array", "cookie"] | str

SessionStatus: TypeAlias = Literal["active", "stopped"] | str

SessionUpdateAction: TypeAlias = Literal["stop"] | str

SkillCategory: TypeAlias = (
    Literal[
        "search", "e_commerce", "financial", "news", "real_estate", "social_media", "travel",
        "marketplace", "lead_generation", "seo", "jobs", "developer", "media", "automation",
        "integration", "other",
    ]
    | str
)

SkillsGenerationStatus: TypeAlias = (
    Literal[
        "recording", "generating", "failed", "finished", "cancelled", "timed_out",
    ]
    | str
)

SupportedLLMs: TypeAlias = str
"""Name of a language model of the server."""

TaskStatus: TypeAlias = Literal["created", "started", "finished", "failed", "stopped"] | str

TaskUpdateAction: TypeAlias = Literal["stop", "stop_task_and_session", "pause", "resume"] | str
"""`stop_task_and_session` also ends the session; `pause` stops the task before its next action, `resume` continues it."""


class CreateSkillResponse(Model):
    id: str


class ExecuteSkillResponse(Model):
    success: bool

    result: Any = None

    error: str | None = None

    stderr: str | None = None

    latency_ms: int | None = None


class FileView(Model):
    id: str

    file_name: str


class MarketplaceSkillListResponse(Model):
    items: list[MarketplaceSkillResponse]

    total_items: int

    page_number: int

    page_size: int


class MarketplaceSkillResponse(Model):
    id: str

    slug: str

    title: str

    description: str

    categories: list[SkillCategory]

    domains: list[str]

    parameters: list[ParameterSchema]

    secrets: list[str]
    """Names of the secrets that the script types; every run must provide them."""

    output_schema: dict[str, Any]

    current_version: int | None

    is_official: bool

    clone_count: int

    icon_url: str | None = None

    first_published_at: datetime
    """ISO 8601."""

    last_published_at: datetime
    """ISO 8601."""

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""


class ParameterSchema(Model):
    name: str

    type: ParameterType

    required: bool = True
    """Default: true."""

    description: str | None = None

    default: Any = None

    cookie_domain: str | None = None


class RefineSkillResponse(Model):
    id: str


class SessionItemView(Model):
    id: str

    status: SessionStatus

    live_url: str | None = None

    recording_url: str | None = None

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None = None
    """ISO 8601."""

    persist_memory: bool

    keep_alive: bool

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    proxy_cost: Decimal
    """Decimal number as a string."""


class SessionListResponse(Model):
    items: list[SessionItemView]

    total_items: int

    page_number: int

    page_size: int


class SessionSettings(Model):
    """Settings of the session that is created for this task. Without `proxyCountryCode` it has
    no proxy.
    """

    profile_id: str | None | NotGiven = NOT_GIVEN
    """Profile that provides the initial state of the browser."""

    proxy_country_code: ProxyCountryCode | None | NotGiven = NOT_GIVEN
    """Country of the proxy. If omitted, the server's default; null for no proxy."""

    browser_screen_width: int | None | NotGiven = NOT_GIVEN
    """Width in pixels. 320 to 6144."""

    browser_screen_height: int | None | NotGiven = NOT_GIVEN
    """Height in pixels. 320 to 3456."""

    enable_recording: bool | NotGiven = NOT_GIVEN
    """Default: false."""


class SessionView(Model):
    id: str

    status: SessionStatus

    live_url: str | None = None

    recording_url: str | None = None

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None = None
    """ISO 8601."""

    tasks: list[TaskItemView]

    public_share_url: str | None = None

    persist_memory: bool = True
    """Default: true."""

    keep_alive: bool = True
    """Default: true."""

    proxy_used_mb: Decimal
    """Decimal number as a string."""

    proxy_cost: Decimal
    """Decimal number as a string."""


class ShareView(Model):
    share_token: str

    share_url: str

    view_count: int

    last_viewed_at: datetime | None = None
    """ISO 8601."""


class SkillExecutionListResponse(Model):
    items: list[SkillExecutionView]

    total_items: int

    page_number: int

    page_size: int


class SkillExecutionOutputResponse(Model):
    download_url: str


class SkillExecutionView(Model):
    id: str

    skill_id: str

    status: str
    """`running`, `completed` or `failed`."""

    success: bool

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""

    latency_ms: int | None

    has_output: bool


class SkillListResponse(Model):
    items: list[SkillResponse]

    total_items: int

    page_number: int

    page_size: int


class SkillResponse(Model):
    id: str

    slug: str | None = None

    title: str

    description: str

    categories: list[SkillCategory]

    domains: list[str]

    goal: str | None = None

    agent_prompt: str | None = None

    status: SkillsGenerationStatus

    parameters: list[ParameterSchema]

    output_schema: dict[str, Any]

    is_enabled: bool

    is_public: bool

    icon_url: str | None = None

    first_published_at: datetime | None = None
    """ISO 8601."""

    last_published_at: datetime | None = None
    """ISO 8601."""

    secrets: list[str]
    """Names of the secrets that the script types; every run must provide them."""

    current_version: int | None

    current_version_started_at: datetime | None = None
    """ISO 8601."""

    current_version_finished_at: datetime | None = None
    """ISO 8601."""

    code: str | None = None
    """The script, base64-encoded."""

    cloned_from_skill_id: str | None = None

    reason: str | None = None
    """Why the skill, or the last attempt to change it, failed."""

    created_at: datetime
    """ISO 8601."""

    updated_at: datetime
    """ISO 8601."""


class SkillVersionListResponse(Model):
    versions: list[SkillVersionView]


class SkillVersionView(Model):
    number: int

    is_current: bool

    parameters: list[ParameterSchema]

    output_schema: dict[str, Any]

    code: str
    """The script, base64-encoded."""

    started_at: datetime
    """ISO 8601."""

    finished_at: datetime | None
    """ISO 8601."""


class TaskCreatedResponse(Model):
    id: str

    session_id: str


class TaskItemView(Model):
    id: str

    session_id: str

    llm: str

    task: str

    status: TaskStatus

    created_at: datetime
    """ISO 8601."""

    started_at: datetime | None = None
    """ISO 8601."""

    finished_at: datetime | None = None
    """ISO 8601."""

    metadata: dict[str, Any] | None = None
    """Default: {}."""

    output: str | None = None

    agent_version: str | None = None

    browser_use_version: str | None = None
    """Same as `agent_version`, for older clients."""

    end_reason: str | None = None
    """Why the task ended without success. Extension of this server."""

    is_success: bool | None = None

    judgement: str | None = None

    judge_verdict: bool | None = None

    cost: Decimal | None = None
    """Decimal number as a string."""

    suggestions: list[dict[str, Any]] | None = None


class TaskListResponse(Model):
    items: list[TaskItemView]

    total_items: int

    page_number: int

    page_size: int


class TaskLogFileResponse(Model):
    download_url: str


class TaskOutputFileResponse(Model):
    id: str

    file_name: str

    download_url: str


class TaskStatusView(Model):
    id: str

    status: TaskStatus

    output: str | None = None
    """Text; JSON if `structured_output` was requested."""

    finished_at: datetime | None = None
    """ISO 8601."""

    is_success: bool | None = None

    cost: Decimal | None = None
    """Decimal number as a string."""


class TaskStepView(Model):
    number: int

    memory: str

    evaluation_previous_goal: str

    next_goal: str

    url: str

    screenshot_url: str | None = None

    actions: list[str]

    duration: float | None = None


class TaskView(Model):
    id: str

    session_id: str

    llm: str

    task: str

    status: TaskStatus

    created_at: datetime
    """ISO 8601."""

    started_at: datetime | None = None
    """ISO 8601."""

    finished_at: datetime | None = None
    """ISO 8601."""

    metadata: dict[str, Any] | None = None
    """Default: {}."""

    steps: list[TaskStepView]

    output_files: list[FileView]

    output: str | None = None

    agent_version: str | None = None

    browser_use_version: str | None = None
    """Same as `agent_version`, for older clients."""

    end_reason: str | None = None
    """Why the task ended without success. Extension of this server."""

    is_success: bool | None = None

    judgement: str | None = None

    judge_verdict: bool | None = None

    cost: Decimal | None = None
    """Decimal number as a string."""

    suggestions: list[dict[str, Any]] | None = None


class UploadFilePresignedUrlResponse(Model):
    url: str
    """Target of the multipart POST: all of `fields`, then the file as `file`."""

    method: Literal["POST"] | str

    fields: dict[str, str]

    file_name: str

    expires_in: int
    """Validity in seconds."""
