"""Resources of v2 of the API.

Written by `bun run gen` from the endpoints of the platform. Do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from .._async.resource import AsyncPages, AsyncResource
from .._models import NOT_GIVEN, NotGiven
from .._options import CallOptions, Paging, route
from .v2_types import (
    AccountView,
    BrowserDownloadFile,
    BrowserDownloadListResponse,
    BrowserSessionItemView,
    BrowserSessionListResponse,
    BrowserSessionStatus,
    BrowserSessionUpdateAction,
    BrowserSessionView,
    CreateSkillResponse,
    CustomProxy,
    ExecuteSkillResponse,
    MarketplaceSkillListResponse,
    MarketplaceSkillResponse,
    ModelListResponse,
    ProfileListResponse,
    ProfileView,
    ProxyCountryCode,
    RefineSkillResponse,
    SessionItemView,
    SessionListResponse,
    SessionSettings,
    SessionStatus,
    SessionUpdateAction,
    SessionView,
    ShareView,
    SkillCategory,
    SkillExecutionListResponse,
    SkillExecutionOutputResponse,
    SkillExecutionView,
    SkillListResponse,
    SkillResponse,
    SkillVersionListResponse,
    SupportedLLMs,
    TaskCreatedResponse,
    TaskItemView,
    TaskListResponse,
    TaskLogFileResponse,
    TaskOutputFileResponse,
    TaskStatus,
    TaskStatusView,
    TaskUpdateAction,
    TaskView,
    ThinkingLevel,
    UploadFilePresignedUrlResponse,
)


class AsyncBrowserDownloads(AsyncResource):
    """Downloads of a browser."""

    def list(
        self,
        session_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        include_urls: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[BrowserDownloadListResponse, BrowserDownloadFile]:
        """List the downloads of a browser.

        Oldest first, while the browser runs and after it has stopped. Incomplete downloads are
        omitted. With `include_urls` each file has a `url` that is valid for 15 minutes.

        Args:
            limit: Items per page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the previous page. At most 1000 characters.
            include_urls: Include a short-lived URL for each file. Default: false.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: GET /browsers/{session_id}/downloads (v2)
        """
        return self._http.pages(
            route("/v2/browsers/{}/downloads", session_id),
            BrowserDownloadListResponse,
            BrowserDownloadFile,
            query={"limit": limit, "cursor": cursor, "includeUrls": include_urls},
            paging=Paging("cursor", "cursor", "files"),
            options=options,
        )


class AsyncBrowsers(AsyncResource):
    """Browsers that the server runs: start, watch and stop them; download and upload files."""

    @cached_property
    def downloads(self) -> AsyncBrowserDownloads:
        return AsyncBrowserDownloads(self._http)

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        filter_by: BrowserSessionStatus | NotGiven = NOT_GIVEN,
        agent_session_id: str | NotGiven = NOT_GIVEN,
        metadata: Sequence[str] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[BrowserSessionListResponse, BrowserSessionItemView]:
        """List browsers, newest first.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.
            agent_session_id: Only browsers of this agent session.
            metadata: Only browsers with this label, as `name:value` or `name=value`.
                Repeatable; all labels must match. At most 20 items.

        See docs/endpoints.md: GET /browsers (v2)
        """
        return self._http.pages(
            route("/v2/browsers"),
            BrowserSessionListResponse,
            BrowserSessionItemView,
            query={
                "pageSize": page_size,
                "pageNumber": page_number,
                "filterBy": filter_by,
                "agentSessionId": agent_session_id,
                "metadata": metadata,
            },
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        profile_id: str | None | NotGiven = NOT_GIVEN,
        proxy_country_code: ProxyCountryCode | None | NotGiven = NOT_GIVEN,
        timeout: int | NotGiven = NOT_GIVEN,
        browser_screen_width: int | None | NotGiven = NOT_GIVEN,
        browser_screen_height: int | None | NotGiven = NOT_GIVEN,
        allow_resizing: bool | NotGiven = NOT_GIVEN,
        custom_proxy: CustomProxy | None | NotGiven = NOT_GIVEN,
        enable_recording: bool | NotGiven = NOT_GIVEN,
        metadata: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        pdf_renderer_enabled: bool | NotGiven = NOT_GIVEN,
        solve_captchas: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> BrowserSessionItemView:
        """Start a browser.

        Responds when the browser accepts connections. If all slots are in use, the request waits
        for a free one: up to 15 s, or as long as `Prefer: wait=<seconds>` requests and the operator
        allows. After that it is refused with 429. The browser runs until it is stopped by PATCH or
        its `timeout` expires: stop browsers that you no longer need.

        Args:
            profile_id: Profile that provides the initial state of the browser.
            proxy_country_code: Country of the proxy. If omitted, the server's default; null for
                no proxy.
            timeout: Minutes until the browser is stopped; more than 240 is refused with 403. At
                least 1. Default: 60.
            browser_screen_width: Width in pixels. 320 to 6144.
            browser_screen_height: Height in pixels. 320 to 3456.
            allow_resizing: Clients can change the size of the window. Default: false.
            custom_proxy: Takes precedence over `proxy_country_code`.
            enable_recording: Record a video of the browser. Default: false.
            metadata: Labels chosen by the caller, at most 10 pairs; returned in responses and
                usable as list filters.
            pdf_renderer_enabled: Accepted without effect: Chrome's headless shell downloads
                PDFs, a full Chrome displays them. Default: true.
            solve_captchas: Accepted without effect: this server solves no captchas; a person
                can solve them in the live view. Default: true.

        Raises:
            ApiError: with status 402, 403, 404, or 429

        See docs/endpoints.md: POST /browsers (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/browsers"),
            BrowserSessionItemView,
            body={
                "profileId": profile_id,
                "proxyCountryCode": proxy_country_code,
                "timeout": timeout,
                "browserScreenWidth": browser_screen_width,
                "browserScreenHeight": browser_screen_height,
                "allowResizing": allow_resizing,
                "customProxy": custom_proxy,
                "enableRecording": enable_recording,
                "metadata": metadata,
                "pdfRendererEnabled": pdf_renderer_enabled,
                "solveCaptchas": solve_captchas,
            },
            options=options,
        )

    async def get(
        self,
        session_id: str,
        *,
        options: CallOptions | None = None,
    ) -> BrowserSessionView:
        """Read a browser.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /browsers/{session_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/browsers/{}", session_id),
            BrowserSessionView,
            options=options,
        )

    async def update(
        self,
        session_id: str,
        *,
        action: BrowserSessionUpdateAction,
        options: CallOptions | None = None,
    ) -> BrowserSessionView:
        """Stop a browser.

        Responds when the browser has stopped and its profile is saved; `profile_error` says why it
        could not be saved. A browser that is already stopped is returned unchanged.

        Raises:
            ApiError: with status 404 or 504

        See docs/endpoints.md: PATCH /browsers/{session_id} (v2)
        """
        return await self._http.call(
            "PATCH",
            route("/v2/browsers/{}", session_id),
            BrowserSessionView,
            body={"action": action},
            options=options,
        )


class AsyncProfiles(AsyncResource):
    """Browser state that is reused between browsers: cookies, storage, logins."""

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        query: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[ProfileListResponse, ProfileView]:
        """List profiles, newest first.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.
            query: Case-insensitive substring of the name or of `user_id`. At most 200
                characters.

        See docs/endpoints.md: GET /profiles (v2)
        """
        return self._http.pages(
            route("/v2/profiles"),
            ProfileListResponse,
            ProfileView,
            query={"pageSize": page_size, "pageNumber": page_number, "query": query},
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        name: str | None | NotGiven = NOT_GIVEN,
        user_id: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> ProfileView:
        """Create a profile.

        The profile is empty until a browser that was started with it has stopped normally.

        Args:
            name: At most 100 characters.
            user_id: Owner of the profile, an id chosen by the caller. At most 255 characters.

        Raises:
            ApiError: with status 402

        See docs/endpoints.md: POST /profiles (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/profiles"),
            ProfileView,
            body={"name": name, "userId": user_id},
            options=options,
        )

    async def get(self, profile_id: str, *, options: CallOptions | None = None) -> ProfileView:
        """Read a profile.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /profiles/{profile_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/profiles/{}", profile_id),
            ProfileView,
            options=options,
        )

    async def update(
        self,
        profile_id: str,
        *,
        name: str | None | NotGiven = NOT_GIVEN,
        user_id: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> ProfileView:
        """Rename a profile.

        Omitted fields stay unchanged; null clears a field.

        Args:
            name: At most 100 characters.
            user_id: Owner of the profile, an id chosen by the caller. At most 255 characters.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: PATCH /profiles/{profile_id} (v2)
        """
        return await self._http.call(
            "PATCH",
            route("/v2/profiles/{}", profile_id),
            ProfileView,
            body={"name": name, "userId": user_id},
            options=options,
        )

    async def delete(self, profile_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a profile.

        Also returns 204 if the profile does not exist.

        See docs/endpoints.md: DELETE /profiles/{profile_id} (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/profiles/{}", profile_id),
            None,
            options=options,
        )


class AsyncSessions(AsyncResource):
    """Agent sessions: a browser in which an agent does tasks."""

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        filter_by: SessionStatus | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[SessionListResponse, SessionItemView]:
        """List sessions, newest first.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.

        See docs/endpoints.md: GET /sessions (v2)
        """
        return self._http.pages(
            route("/v2/sessions"),
            SessionListResponse,
            SessionItemView,
            query={
                "pageSize": page_size,
                "pageNumber": page_number,
                "filterBy": filter_by,
            },
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        profile_id: str | None | NotGiven = NOT_GIVEN,
        proxy_country_code: ProxyCountryCode | None | NotGiven = NOT_GIVEN,
        start_url: str | None | NotGiven = NOT_GIVEN,
        url: str | None | NotGiven = NOT_GIVEN,
        browser_screen_width: int | None | NotGiven = NOT_GIVEN,
        browser_screen_height: int | None | NotGiven = NOT_GIVEN,
        persist_memory: bool | NotGiven = NOT_GIVEN,
        keep_alive: bool | NotGiven = NOT_GIVEN,
        custom_proxy: CustomProxy | None | NotGiven = NOT_GIVEN,
        enable_recording: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> SessionItemView:
        """Start a session.

        Args:
            profile_id: Profile that provides the initial state of the browser.
            proxy_country_code: Country of the proxy. If omitted, the server's default; null for
                no proxy.
            start_url: URL to open first.
            url: Alias of `start_url`, which takes precedence.
            browser_screen_width: Width in pixels. 320 to 6144.
            browser_screen_height: Height in pixels. 320 to 3456.
            persist_memory: Tasks remember earlier tasks of the session. Default: true.
            keep_alive: Keep the session when its task ends. Default: true.
            custom_proxy: HTTP or SOCKS5 proxy of the caller.
            enable_recording: Default: false.

        Raises:
            ApiError: with status 400, 402, 404, 409, or 429

        See docs/endpoints.md: POST /sessions (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/sessions"),
            SessionItemView,
            body={
                "profileId": profile_id,
                "proxyCountryCode": proxy_country_code,
                "startUrl": start_url,
                "url": url,
                "browserScreenWidth": browser_screen_width,
                "browserScreenHeight": browser_screen_height,
                "persistMemory": persist_memory,
                "keepAlive": keep_alive,
                "customProxy": custom_proxy,
                "enableRecording": enable_recording,
            },
            options=options,
        )

    async def get(self, session_id: str, *, options: CallOptions | None = None) -> SessionView:
        """Read a session with its tasks.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /sessions/{session_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/sessions/{}", session_id),
            SessionView,
            options=options,
        )

    async def update(
        self,
        session_id: str,
        *,
        action: SessionUpdateAction,
        options: CallOptions | None = None,
    ) -> SessionView:
        """Stop a session.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: PATCH /sessions/{session_id} (v2)
        """
        return await self._http.call(
            "PATCH",
            route("/v2/sessions/{}", session_id),
            SessionView,
            body={"action": action},
            options=options,
        )

    async def delete(self, session_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a session with its tasks.

        Like a purge, but pending webhook events are still delivered, and the ledger keeps its id.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: DELETE /sessions/{session_id} (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/sessions/{}", session_id),
            None,
            options=options,
        )

    async def purge(self, session_id: str, *, options: CallOptions | None = None) -> None:
        """Remove all data of a session.

        Stops the session and removes its record, tasks, messages, screenshots, files, its workspace
        (unless you created it), its browsers with downloads and recordings, and its webhook
        deliveries. The ledger keeps its costs without ids.

        Raises:
            ApiError: with status 403, 404, or 504

        See docs/endpoints.md: POST /sessions/{session_id}/purge (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/sessions/{}/purge", session_id),
            None,
            options=options,
        )

    async def get_public_share(
        self,
        session_id: str,
        *,
        options: CallOptions | None = None,
    ) -> ShareView:
        """Read the public share of a session.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /sessions/{session_id}/public-share (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/sessions/{}/public-share", session_id),
            ShareView,
            options=options,
        )

    async def create_public_share(
        self,
        session_id: str,
        *,
        options: CallOptions | None = None,
    ) -> ShareView:
        """Share a session publicly.

        A session that is already shared keeps its URL. Anyone with the URL sees the current and
        later messages and screenshots of the session without an API key.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: POST /sessions/{session_id}/public-share (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/sessions/{}/public-share", session_id),
            ShareView,
            options=options,
        )

    async def delete_public_share(
        self,
        session_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Stop sharing a session.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: DELETE /sessions/{session_id}/public-share (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/sessions/{}/public-share", session_id),
            None,
            options=options,
        )


class AsyncTasks(AsyncResource):
    """Tasks of agents: instructions, steps and outcome."""

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        session_id: str | NotGiven = NOT_GIVEN,
        filter_by: TaskStatus | NotGiven = NOT_GIVEN,
        after: datetime | str | NotGiven = NOT_GIVEN,
        before: datetime | str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[TaskListResponse, TaskItemView]:
        """List tasks, newest first.

        Without steps and files: read a task to get them.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.
            after: Created at this time or later. ISO 8601.
            before: Created at this time or earlier. ISO 8601.

        See docs/endpoints.md: GET /tasks (v2)
        """
        return self._http.pages(
            route("/v2/tasks"),
            TaskListResponse,
            TaskItemView,
            query={
                "pageSize": page_size,
                "pageNumber": page_number,
                "sessionId": session_id,
                "filterBy": filter_by,
                "after": after,
                "before": before,
            },
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        task: str,
        llm: SupportedLLMs | NotGiven = NOT_GIVEN,
        start_url: str | None | NotGiven = NOT_GIVEN,
        url: str | None | NotGiven = NOT_GIVEN,
        max_steps: int | NotGiven = NOT_GIVEN,
        structured_output: str | None | NotGiven = NOT_GIVEN,
        session_id: str | None | NotGiven = NOT_GIVEN,
        metadata: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        secrets: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        allowed_domains: Sequence[str] | None | NotGiven = NOT_GIVEN,
        op_vault_id: str | None | NotGiven = NOT_GIVEN,
        session_settings: SessionSettings | None | NotGiven = NOT_GIVEN,
        highlight_elements: bool | NotGiven = NOT_GIVEN,
        flash_mode: bool | NotGiven = NOT_GIVEN,
        thinking: bool | NotGiven = NOT_GIVEN,
        thinking_level: ThinkingLevel | None | NotGiven = NOT_GIVEN,
        vision: bool | Literal["auto"] | str | NotGiven = NOT_GIVEN,
        system_prompt_extension: str | NotGiven = NOT_GIVEN,
        judge: bool | NotGiven = NOT_GIVEN,
        judge_ground_truth: str | None | NotGiven = NOT_GIVEN,
        judge_llm: SupportedLLMs | None | NotGiven = NOT_GIVEN,
        skill_ids: Sequence[str] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> TaskCreatedResponse:
        """Run a task.

        Responds immediately: poll the status of the task for the outcome. Without `session_id` the
        task gets a new session, which ends with the task. A session does one task at a time; if its
        agent has asked a question, `task` is the answer. A failed task has the status `finished`
        and `is_success` false. Accepts `Idempotency-Key`.

        Args:
            task: Instructions for the agent. 1 to 50000 characters.
            llm: Name of a language model of the server.
            start_url: URL to open first.
            url: Alias of `start_url`, which takes precedence.
            max_steps: 1 to 10000. Default: 100.
            structured_output: JSON Schema of `output`, as a string.
            session_id: Session to run the task in; default: a new session.
            metadata: Labels chosen by the caller, at most 10 pairs; returned in responses and
                events.
            secrets: Secret values by domain (`github.com`: `user:password`) or by a name that
                `task` refers to.
            allowed_domains: Domains that the agent may visit, such as `example.com` or
                `*.example.com`.
            session_settings: Settings of the session that is created for this task. Without
                `proxy_country_code` it has no proxy.
            highlight_elements: Default: false.
            flash_mode: Default: false.
            thinking: Default: false.
            thinking_level: Takes precedence over `thinking`.
            vision: Default: true.
            system_prompt_extension: At most 2000 characters. Default: "".
            judge: Default: false.
            judge_ground_truth: At most 10000 characters.
            judge_llm: Name of a language model of the server.
            skill_ids: Skills that the agent may use; `*` means all.

        Raises:
            ApiError: with status 400, 402, 404, 409, or 429

        See docs/endpoints.md: POST /tasks (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/tasks"),
            TaskCreatedResponse,
            body={
                "task": task,
                "llm": llm,
                "startUrl": start_url,
                "url": url,
                "maxSteps": max_steps,
                "structuredOutput": structured_output,
                "sessionId": session_id,
                "metadata": metadata,
                "secrets": secrets,
                "allowedDomains": allowed_domains,
                "opVaultId": op_vault_id,
                "sessionSettings": session_settings,
                "highlightElements": highlight_elements,
                "flashMode": flash_mode,
                "thinking": thinking,
                "thinkingLevel": thinking_level,
                "vision": vision,
                "systemPromptExtension": system_prompt_extension,
                "judge": judge,
                "judgeGroundTruth": judge_ground_truth,
                "judgeLlm": judge_llm,
                "skillIds": skill_ids,
            },
            takes_idempotency_key=True,
            options=options,
        )

    async def get(self, task_id: str, *, options: CallOptions | None = None) -> TaskView:
        """Read a task with its steps.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /tasks/{task_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/tasks/{}", task_id),
            TaskView,
            options=options,
        )

    async def update(
        self,
        task_id: str,
        *,
        action: TaskUpdateAction,
        options: CallOptions | None = None,
    ) -> TaskView:
        """Stop, pause or resume a task.

        `stop` responds when the task has stopped, or after 20 s with its current state.

        Args:
            action: `stop_task_and_session` also ends the session; `pause` stops the task before
                its next action, `resume` continues it.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: PATCH /tasks/{task_id} (v2)
        """
        return await self._http.call(
            "PATCH",
            route("/v2/tasks/{}", task_id),
            TaskView,
            body={"action": action},
            options=options,
        )

    async def get_status(
        self,
        task_id: str,
        *,
        options: CallOptions | None = None,
    ) -> TaskStatusView:
        """Read the status of a task.

        Use this endpoint for polling: it is cheap. Read the task once at the end.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /tasks/{task_id}/status (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/tasks/{}/status", task_id),
            TaskStatusView,
            options=options,
        )

    async def get_logs(
        self,
        task_id: str,
        *,
        options: CallOptions | None = None,
    ) -> TaskLogFileResponse:
        """Get the download URL of a task's log.

        The log is text with all messages of the task so far. The URL is valid for 15 minutes.

        Raises:
            ApiError: with status 404 or 500

        See docs/endpoints.md: GET /tasks/{task_id}/logs (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/tasks/{}/logs", task_id),
            TaskLogFileResponse,
            options=options,
        )


class AsyncModels(AsyncResource):
    """Language models that the operator of the server has configured."""

    async def list(self, *, options: CallOptions | None = None) -> ModelListResponse:
        """List the language models of this server.

        Sessions and tasks accept their names. The list is empty if the operator has configured no
        model.

        See docs/endpoints.md: GET /models (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/models"),
            ModelListResponse,
            options=options,
        )


class AsyncFileBrowsers(AsyncResource):
    """Endpoints below `/files/browsers`."""

    async def create_presigned_url(
        self,
        session_id: str,
        *,
        file_name: str,
        content_type: Literal["image/jpg", "image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml", "application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/plain", "text/csv", "text/markdown"] | str,
        size_bytes: int,
        options: CallOptions | None = None,
    ) -> UploadFilePresignedUrlResponse:
        """Get a presigned form to upload a file to a browser.

        POST `fields`, followed by the file as `file`, to `url` as multipart/form-data within
        `expires_in` seconds; or send only the bytes as the body of a POST or PUT with the same
        `content_type`. File inputs of the browser accept it under `file_name`, the sanitized name.

        Args:
            file_name: 1 to 255 characters.
            content_type: Other types are refused with 400.
            size_bytes: 1 to 10485760.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: POST /files/browsers/{session_id}/presigned-url (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/files/browsers/{}/presigned-url", session_id),
            UploadFilePresignedUrlResponse,
            body={
                "fileName": file_name,
                "contentType": content_type,
                "sizeBytes": size_bytes,
            },
            options=options,
        )


class AsyncFileSessions(AsyncResource):
    """Endpoints below `/files/sessions`."""

    async def create_presigned_url(
        self,
        session_id: str,
        *,
        file_name: str,
        content_type: Literal["image/jpg", "image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml", "application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/plain", "text/csv", "text/markdown"] | str,
        size_bytes: int,
        options: CallOptions | None = None,
    ) -> UploadFilePresignedUrlResponse:
        """Get a presigned form to upload a file to a session.

        Send the form in the same way as for a browser. The file is stored in the workspace of the
        session as `file_name`; the agent sees it from its next task or step on.

        Args:
            file_name: 1 to 255 characters.
            content_type: Other types are refused with 400.
            size_bytes: 1 to 10485760.

        Raises:
            ApiError: with status 400, 404, or 500

        See docs/endpoints.md: POST /files/sessions/{session_id}/presigned-url (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/files/sessions/{}/presigned-url", session_id),
            UploadFilePresignedUrlResponse,
            body={
                "fileName": file_name,
                "contentType": content_type,
                "sizeBytes": size_bytes,
            },
            options=options,
        )


class AsyncFileTaskOutputFiles(AsyncResource):
    """Output files of a task."""

    async def get(
        self,
        task_id: str,
        file_id: str,
        *,
        options: CallOptions | None = None,
    ) -> TaskOutputFileResponse:
        """Get the download URL of an output file of a task.

        `output_files` of the task lists the ids. The URL is valid for 15 minutes.

        Raises:
            ApiError: with status 404 or 500

        See docs/endpoints.md: GET /files/tasks/{task_id}/output-files/{file_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/files/tasks/{}/output-files/{}", task_id, file_id),
            TaskOutputFileResponse,
            options=options,
        )


class AsyncFileTasks(AsyncResource):
    """Endpoints below `/files/tasks`."""

    @cached_property
    def output_files(self) -> AsyncFileTaskOutputFiles:
        return AsyncFileTaskOutputFiles(self._http)


class AsyncFiles(AsyncResource):
    """Files of sessions, browsers and tasks."""

    @cached_property
    def browsers(self) -> AsyncFileBrowsers:
        return AsyncFileBrowsers(self._http)

    @cached_property
    def sessions(self) -> AsyncFileSessions:
        return AsyncFileSessions(self._http)

    @cached_property
    def tasks(self) -> AsyncFileTasks:
        return AsyncFileTasks(self._http)


class AsyncSkillExecutions(AsyncResource):
    """Executions of a skill."""

    def list(
        self,
        skill_id: str,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[SkillExecutionListResponse, SkillExecutionView]:
        """List runs of a skill, newest first.

        Each execution is a task of a session; read the session for details.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /skills/{skill_id}/executions (v2)
        """
        return self._http.pages(
            route("/v2/skills/{}/executions", skill_id),
            SkillExecutionListResponse,
            SkillExecutionView,
            query={"pageSize": page_size, "pageNumber": page_number},
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def get_output(
        self,
        skill_id: str,
        execution_id: str,
        *,
        options: CallOptions | None = None,
    ) -> SkillExecutionOutputResponse:
        """Get the download URL of the output of an execution.

        The output is JSON. The URL is valid for 5 minutes.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /skills/{skill_id}/executions/{execution_id}/output (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/skills/{}/executions/{}/output", skill_id, execution_id),
            SkillExecutionOutputResponse,
            options=options,
        )


class AsyncSkillVersions(AsyncResource):
    """Versions of a skill."""

    async def list(
        self,
        skill_id: str,
        *,
        options: CallOptions | None = None,
    ) -> SkillVersionListResponse:
        """List the versions of a skill, newest first.

        Verified versions with their scripts. Extension of this server.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /skills/{skill_id}/versions (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/skills/{}/versions", skill_id),
            SkillVersionListResponse,
            options=options,
        )


class AsyncSkills(AsyncResource):
    """Skills: tasks that an agent did once and that run as functions."""

    @cached_property
    def executions(self) -> AsyncSkillExecutions:
        return AsyncSkillExecutions(self._http)

    @cached_property
    def versions(self) -> AsyncSkillVersions:
        return AsyncSkillVersions(self._http)

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        is_public: bool | NotGiven = NOT_GIVEN,
        is_enabled: bool | NotGiven = NOT_GIVEN,
        query: str | NotGiven = NOT_GIVEN,
        category: SkillCategory | NotGiven = NOT_GIVEN,
        from_date: datetime | str | NotGiven = NOT_GIVEN,
        to_date: datetime | str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[SkillListResponse, SkillResponse]:
        """List skills, newest first.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.
            query: Words to search for. At most 100 characters.
            from_date: ISO 8601.
            to_date: ISO 8601.

        See docs/endpoints.md: GET /skills (v2)
        """
        return self._http.pages(
            route("/v2/skills"),
            SkillListResponse,
            SkillResponse,
            query={
                "pageSize": page_size,
                "pageNumber": page_number,
                "isPublic": is_public,
                "isEnabled": is_enabled,
                "query": query,
                "category": category,
                "fromDate": from_date,
                "toDate": to_date,
            },
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        goal: str,
        agent_prompt: str,
        title: str | None | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        llm: str | None | NotGiven = NOT_GIVEN,
        profile_id: str | None | NotGiven = NOT_GIVEN,
        secrets: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> CreateSkillResponse:
        """Create a skill.

        Responds immediately: poll the skill until its status is `finished`, or `failed` with a
        reason. An agent does the task once (`recording`). Then a model writes a script, and a test
        run verifies it with the same values (`generating`). The task is therefore done at least
        twice. A project can create one skill at a time.

        Args:
            goal: At most 1000 characters.
            agent_prompt: Instructions for the agent that demonstrates the task, with example
                values. 10 to 50000 characters.
            title: At most 100 characters.
            description: At most 1000 characters.
            llm: Name of the model; default: the server's default model.
            profile_id: Profile for the demonstration and for runs.
            secrets: Secret values by name or host. Scripts and models see only the names.

        Raises:
            ApiError: with status 400, 402, 404, or 429

        See docs/endpoints.md: POST /skills (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/skills"),
            CreateSkillResponse,
            body={
                "title": title,
                "description": description,
                "goal": goal,
                "agentPrompt": agent_prompt,
                "llm": llm,
                "profileId": profile_id,
                "secrets": secrets,
            },
            options=options,
        )

    async def get(self, skill_id: str, *, options: CallOptions | None = None) -> SkillResponse:
        """Read a skill.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /skills/{skill_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/skills/{}", skill_id),
            SkillResponse,
            options=options,
        )

    async def delete(self, skill_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a skill with its versions.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: DELETE /skills/{skill_id} (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/skills/{}", skill_id),
            None,
            options=options,
        )

    async def update(
        self,
        skill_id: str,
        *,
        title: str | None | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        categories: Sequence[SkillCategory] | None | NotGiven = NOT_GIVEN,
        domains: Sequence[str] | None | NotGiven = NOT_GIVEN,
        is_enabled: bool | None | NotGiven = NOT_GIVEN,
        is_public: bool | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> SkillResponse:
        """Update a skill.

        Args:
            title: At most 100 characters.
            description: At most 1000 characters.
            domains: Hosts that runs are restricted to; an empty list removes the restriction.
                At most 100 items.
            is_public: Visible to all projects of this server.

        Raises:
            ApiError: with status 400, 403, or 404

        See docs/endpoints.md: PATCH /skills/{skill_id} (v2)
        """
        return await self._http.call(
            "PATCH",
            route("/v2/skills/{}", skill_id),
            SkillResponse,
            body={
                "title": title,
                "description": description,
                "categories": categories,
                "domains": domains,
                "isEnabled": is_enabled,
                "isPublic": is_public,
            },
            options=options,
        )

    async def cancel(self, skill_id: str, *, options: CallOptions | None = None) -> SkillResponse:
        """Cancel the generation of a skill or of a new version.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: POST /skills/{skill_id}/cancel (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/skills/{}/cancel", skill_id),
            SkillResponse,
            options=options,
        )

    async def rollback(
        self,
        skill_id: str,
        *,
        options: CallOptions | None = None,
    ) -> SkillResponse:
        """Restore the previous version of a skill.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: POST /skills/{skill_id}/rollback (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/skills/{}/rollback", skill_id),
            SkillResponse,
            options=options,
        )

    async def execute(
        self,
        skill_id: str,
        *,
        parameters: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        session_id: str | None | NotGiven = NOT_GIVEN,
        profile_id: str | None | NotGiven = NOT_GIVEN,
        secrets: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        auto_heal: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> ExecuteSkillResponse:
        """Run a skill.

        Runs the script of the current version without a model, and responds when it has ended. A
        failed run has `success` false and the reason in `error`. The run continues if the caller
        disconnects: list the executions to get its output. Accepts `Idempotency-Key`.

        Args:
            session_id: Idle session to run in; default: a new session.
            profile_id: Profile of the new session; default: the profile of the skill.
            secrets: Secret values by name or host. Scripts and models see only the names.
            auto_heal: If the script fails, let an agent do the task and create a new version,
                after this response. Default: true.

        Raises:
            ApiError: with status 400, 402, 404, 409, or 429

        See docs/endpoints.md: POST /skills/{skill_id}/execute (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/skills/{}/execute", skill_id),
            ExecuteSkillResponse,
            body={
                "parameters": parameters,
                "sessionId": session_id,
                "profileId": profile_id,
                "secrets": secrets,
                "autoHeal": auto_heal,
            },
            takes_idempotency_key=True,
            options=options,
        )

    async def refine(
        self,
        skill_id: str,
        *,
        feedback: str,
        test_output: str | None | NotGiven = NOT_GIVEN,
        test_logs: str | None | NotGiven = NOT_GIVEN,
        secrets: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> RefineSkillResponse:
        """Improve a skill.

        Responds immediately. A model changes the script according to the feedback, and a test run
        verifies it. Until then, and if that fails, the previous version stays current.

        Args:
            feedback: 10 to 50000 characters.
            test_output: At most 50000 characters.
            test_logs: At most 50000 characters.
            secrets: Secret values by name or host. Scripts and models see only the names.

        Raises:
            ApiError: with status 400, 402, 404, or 429

        See docs/endpoints.md: POST /skills/{skill_id}/refine (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/skills/{}/refine", skill_id),
            RefineSkillResponse,
            body={
                "feedback": feedback,
                "testOutput": test_output,
                "testLogs": test_logs,
                "secrets": secrets,
            },
            options=options,
        )


class AsyncMarketplaceSkills(AsyncResource):
    """Endpoints below `/marketplace/skills`."""

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        query: str | NotGiven = NOT_GIVEN,
        category: SkillCategory | NotGiven = NOT_GIVEN,
        from_date: datetime | str | NotGiven = NOT_GIVEN,
        to_date: datetime | str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[MarketplaceSkillListResponse, MarketplaceSkillResponse]:
        """List published skills of this server, newest first.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.
            query: Words to search for. At most 100 characters.
            from_date: ISO 8601.
            to_date: ISO 8601.

        See docs/endpoints.md: GET /marketplace/skills (v2)
        """
        return self._http.pages(
            route("/v2/marketplace/skills"),
            MarketplaceSkillListResponse,
            MarketplaceSkillResponse,
            query={
                "pageSize": page_size,
                "pageNumber": page_number,
                "query": query,
                "category": category,
                "fromDate": from_date,
                "toDate": to_date,
            },
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def get(
        self,
        skill_slug: str,
        *,
        options: CallOptions | None = None,
    ) -> MarketplaceSkillResponse:
        """Read a public skill by slug or id.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /marketplace/skills/{skill_slug} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/marketplace/skills/{}", skill_slug),
            MarketplaceSkillResponse,
            options=options,
        )

    async def clone(self, skill_id: str, *, options: CallOptions | None = None) -> SkillResponse:
        """Clone a public skill.

        Copies the current version into the project. Later changes by the owner do not affect the
        copy.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: POST /marketplace/skills/{skill_id}/clone (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/marketplace/skills/{}/clone", skill_id),
            SkillResponse,
            options=options,
        )

    async def execute(
        self,
        skill_id: str,
        *,
        parameters: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        session_id: str | None | NotGiven = NOT_GIVEN,
        profile_id: str | None | NotGiven = NOT_GIVEN,
        secrets: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        auto_heal: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> ExecuteSkillResponse:
        """Run a public skill.

        Runs the current version in a session of the caller's project, without a model. Only the
        owner's runs repair a failing skill.

        Args:
            session_id: Idle session to run in; default: a new session.
            profile_id: Profile of the new session; default: the profile of the skill.
            secrets: Secret values by name or host. Scripts and models see only the names.
            auto_heal: If the script fails, let an agent do the task and create a new version,
                after this response. Default: true.

        Raises:
            ApiError: with status 400, 402, 404, 409, or 429

        See docs/endpoints.md: POST /marketplace/skills/{skill_id}/execute (v2)
        """
        return await self._http.call(
            "POST",
            route("/v2/marketplace/skills/{}/execute", skill_id),
            ExecuteSkillResponse,
            body={
                "parameters": parameters,
                "sessionId": session_id,
                "profileId": profile_id,
                "secrets": secrets,
                "autoHeal": auto_heal,
            },
            options=options,
        )


class AsyncMarketplace(AsyncResource):
    """Skills that projects of this server have published."""

    @cached_property
    def skills(self) -> AsyncMarketplaceSkills:
        return AsyncMarketplaceSkills(self._http)


class AsyncBilling(AsyncResource):
    """The account: balance, plan and limits."""

    async def get_account(self, *, options: CallOptions | None = None) -> AccountView:
        """Read balance, plan and limits.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /billing/account (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/billing/account"),
            AccountView,
            options=options,
        )


class AsyncV2(AsyncResource):
    """All resources of v2."""

    @cached_property
    def browsers(self) -> AsyncBrowsers:
        return AsyncBrowsers(self._http)

    @cached_property
    def profiles(self) -> AsyncProfiles:
        return AsyncProfiles(self._http)

    @cached_property
    def sessions(self) -> AsyncSessions:
        return AsyncSessions(self._http)

    @cached_property
    def tasks(self) -> AsyncTasks:
        return AsyncTasks(self._http)

    @cached_property
    def models(self) -> AsyncModels:
        return AsyncModels(self._http)

    @cached_property
    def files(self) -> AsyncFiles:
        return AsyncFiles(self._http)

    @cached_property
    def skills(self) -> AsyncSkills:
        return AsyncSkills(self._http)

    @cached_property
    def marketplace(self) -> AsyncMarketplace:
        return AsyncMarketplace(self._http)

    @cached_property
    def billing(self) -> AsyncBilling:
        return AsyncBilling(self._http)
