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
    """Downloads of one of the browsers."""

    def list(
        self,
        session_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        include_urls: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[BrowserDownloadListResponse, BrowserDownloadFile]:
        """List what the pages of a browser downloaded.

        Oldest first, while the browser runs and after it stopped. Files that are not whole yet are
        left out. Addresses (`url`, with `include_urls`) open for 15 minutes.

        Args:
            limit: Rows of a page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the page before. At most 1000 characters.
            include_urls: Also give each file's address, valid for a short time. Default: false.

        Raises:
            ApiError: 400, 404

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
    """Browsers that the server runs: start, watch, stop, and the files that go in and out."""

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
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.
            agent_session_id: Those of that agent session.
            metadata: Those with that label, as `name:value` or `name=value`; may be given
                again, and then all must fit. At most 20 items.

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

        Answers when the browser can be spoken to. Where all places are taken the call waits for
        one, 15 s at most or as long as `Prefer: wait=<seconds>` asks and the operator allows, and
        is refused with 429 then. The browser lives until it is stopped by PATCH or its `timeout` is
        over: stop what you no longer need.

        Args:
            profile_id: Profile whose state the browser starts with.
            proxy_country_code: Country of the proxy. Left out: the server's default. Null: no
                proxy.
            timeout: Minutes until the browser is stopped, at most 240: more is refused with
                403. At least 1. Default: 60.
            browser_screen_width: In pixels. 320 to 6144.
            browser_screen_height: In pixels. 320 to 3456.
            allow_resizing: Clients may change the size of the window. Default: false.
            custom_proxy: Goes before `proxy_country_code`.
            enable_recording: Keep a film of what the browser shows. Default: false.
            metadata: Labels of the caller's own, at most 10 pairs: told in answers, and lists
                are filtered by them.
            pdf_renderer_enabled: Taken, and without effect: Chrome's headless shell downloads
                PDFs, a full Chrome shows them. Default: true.
            solve_captchas: Taken, and without effect: this server solves none; a person can, in
                the live view. Default: true.

        Raises:
            ApiError: 402, 403, 404, 429

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
            ApiError: 404

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

        Answers when it has stopped and its profile is written; `profile_error` says where that
        could not be done. One that has stopped before is answered as it is.

        Raises:
            ApiError: 404, 504

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
    """State that browsers start with and leave behind: cookies, storage, sign-ins."""

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
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.
            query: Part of the name or of `user_id`, in any case. At most 200 characters.

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
        """Make a profile.

        It is empty until a browser that was started with it has stopped in good order.

        Args:
            name: At most 100 characters.
            user_id: Whose profile it is, by a name of the caller's own. At most 255 characters.

        Raises:
            ApiError: 402

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
            ApiError: 404

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

        What is left out stays as it is; null takes it away.

        Args:
            name: At most 100 characters.
            user_id: Whose profile it is, by a name of the caller's own. At most 255 characters.

        Raises:
            ApiError: 404

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

        Also 204 when there is none: what was asked for is so.

        See docs/endpoints.md: DELETE /profiles/{profile_id} (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/profiles/{}", profile_id),
            None,
            options=options,
        )


class AsyncSessions(AsyncResource):
    """Agent sessions: a browser with somebody in it who does tasks."""

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
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.

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
            profile_id: Profile whose state the browser starts with.
            proxy_country_code: Country of the proxy. Left out: the server's default. Null: no
                proxy.
            start_url: Page to begin on.
            url: Another name of `start_url`, which goes first.
            browser_screen_width: In pixels. 320 to 6144.
            browser_screen_height: In pixels. 320 to 3456.
            persist_memory: Tasks know what earlier ones of the session did. Default: true.
            keep_alive: The session stays when its task ends. Default: true.
            custom_proxy: An HTTP or SOCKS5 proxy of the caller's own.
            enable_recording: Default: false.

        Raises:
            ApiError: 400, 402, 404, 409, 429

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
            ApiError: 404

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
            ApiError: 404

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

        As a purge, but webhooks are still told of it, and the ledger keeps its id.

        Raises:
            ApiError: 404

        See docs/endpoints.md: DELETE /sessions/{session_id} (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/sessions/{}", session_id),
            None,
            options=options,
        )

    async def purge(self, session_id: str, *, options: CallOptions | None = None) -> None:
        """Remove what is kept of a session.

        Stops it, and removes its record, tasks, messages, pictures, files, workspace (unless you
        made that), browsers with downloads and recordings, and webhook deliveries. The ledger keeps
        what it cost, without its ids.

        Raises:
            ApiError: 403, 404, 504

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
        """Read how a session is shared.

        Raises:
            ApiError: 404

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
        """Share a session by an address.

        One that is shared already keeps its address. Whoever has it sees the messages and pictures
        of the session, now and later, without a key.

        Raises:
            ApiError: 404

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
        """Share a session no more.

        Raises:
            ApiError: 404

        See docs/endpoints.md: DELETE /sessions/{session_id}/public-share (v2)
        """
        return await self._http.call(
            "DELETE",
            route("/v2/sessions/{}/public-share", session_id),
            None,
            options=options,
        )


class AsyncTasks(AsyncResource):
    """Tasks: what an agent is told to do, its steps and its outcome."""

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

        Without steps and files: read the task for them.

        Args:
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.
            after: Made then or later. ISO 8601.
            before: Made then or earlier. ISO 8601.

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
        """Have a task done.

        Answers at once: poll the task's status for the outcome. Without `session_id` the task gets
        a session of its own, which ends with it. A session does one task at a time; a `task` for
        one whose agent asks something is the answer to that. A task that failed ends as `finished`
        with `is_success` false. Takes `Idempotency-Key`.

        Args:
            task: What to do. 1 to 50000 characters.
            llm: Name of a language model that the server has.
            start_url: Page to begin on.
            url: Another name of `start_url`, which goes first.
            max_steps: 1 to 10000. Default: 100.
            structured_output: JSON Schema as text: what `output` is to look like.
            session_id: Session to do it in; without one it gets its own.
            metadata: Pairs of the caller's own, at most 10; told in events and answers.
            secrets: By domain (`github.com`: `user:password`) or by a name that stands for the
                value in `task`.
            allowed_domains: `example.com`, `*.example.com`.
            session_settings: The session that is made for this task. Without
                `proxy_country_code` it has no proxy.
            highlight_elements: Default: false.
            flash_mode: Default: false.
            thinking: Default: false.
            thinking_level: Goes before `thinking`.
            vision: Default: true.
            system_prompt_extension: At most 2000 characters. Default: "".
            judge: Default: false.
            judge_ground_truth: At most 10000 characters.
            judge_llm: Name of a language model that the server has.
            skill_ids: Skills it may use; `*` is all.

        Raises:
            ApiError: 400, 402, 404, 409, 429

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
            ApiError: 404

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
        """Stop a task, or hold it up.

        A stop answers when the task has stopped, or after 20 s with the task as it is then.

        Args:
            action: `stop_task_and_session` also ends the session; `pause` holds the task up
                before its next action, `resume` lets it go on.

        Raises:
            ApiError: 400, 404

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
        """Read how far a task is.

        The one to poll: it costs little. Read the whole task once at the end.

        Raises:
            ApiError: 404

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
        """Get the address of a task's log.

        A text with all that was said and done until now. The address opens it for 15 minutes.

        Raises:
            ApiError: 404, 500

        See docs/endpoints.md: GET /tasks/{task_id}/logs (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/tasks/{}/logs", task_id),
            TaskLogFileResponse,
            options=options,
        )


class AsyncModels(AsyncResource):
    """Language models that do the tasks, as the operator of the server has configured them."""

    async def list(self, *, options: CallOptions | None = None) -> ModelListResponse:
        """List the language models that this server has.

        Their names are what sessions and tasks take. The list is empty where the operator has
        configured none.

        See docs/endpoints.md: GET /models (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/models"),
            ModelListResponse,
            options=options,
        )


class AsyncFileBrowsers(AsyncResource):
    """Browsers of one of the files."""

    async def create_presigned_url(
        self,
        session_id: str,
        *,
        file_name: str,
        content_type: Literal["image/jpg", "image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml", "application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/plain", "text/csv", "text/markdown"] | str,
        size_bytes: int,
        options: CallOptions | None = None,
    ) -> UploadFilePresignedUrlResponse:
        """Get a form by which a file is brought to a browser.

        Send `fields` and then the file, as `file`, to `url` as multipart/form-data within
        `expires_in` seconds; or send the bytes alone as the body of a POST or PUT, with the
        `content_type`. File inputs of the browser take it under `file_name`, which is the name made
        safe.

        Args:
            file_name: 1 to 255 characters.
            content_type: Another one is refused with 400.
            size_bytes: 1 to 10485760.

        Raises:
            ApiError: 400, 404

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
    """Sessions of one of the files."""

    async def create_presigned_url(
        self,
        session_id: str,
        *,
        file_name: str,
        content_type: Literal["image/jpg", "image/jpeg", "image/png", "image/gif", "image/webp", "image/svg+xml", "application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/plain", "text/csv", "text/markdown"] | str,
        size_bytes: int,
        options: CallOptions | None = None,
    ) -> UploadFilePresignedUrlResponse:
        """Get a form to upload a file to a session.

        The form is sent as that of a browser. The file goes to the workspace of the session, under
        `file_name`; the agent finds it there from its next task or step on.

        Args:
            file_name: 1 to 255 characters.
            content_type: Another one is refused with 400.
            size_bytes: 1 to 10485760.

        Raises:
            ApiError: 400, 404, 500

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
    """Output files of one of the tasks of one of the files."""

    async def get(
        self,
        task_id: str,
        file_id: str,
        *,
        options: CallOptions | None = None,
    ) -> TaskOutputFileResponse:
        """Get the address of a file that a task made.

        `output_files` of the task has the ids. The address opens the file for 15 minutes.

        Raises:
            ApiError: 404, 500

        See docs/endpoints.md: GET /files/tasks/{task_id}/output-files/{file_id} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/files/tasks/{}/output-files/{}", task_id, file_id),
            TaskOutputFileResponse,
            options=options,
        )


class AsyncFileTasks(AsyncResource):
    """Tasks of one of the files."""

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
    """Executions of one of the skills."""

    def list(
        self,
        skill_id: str,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[SkillExecutionListResponse, SkillExecutionView]:
        """List runs of a skill, newest first.

        Each is a task of a session: the session shows what was done.

        Args:
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.

        Raises:
            ApiError: 404

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
        """Get the address of what a run of a skill gave.

        JSON. The address opens it for 5 minutes.

        Raises:
            ApiError: 404

        See docs/endpoints.md: GET /skills/{skill_id}/executions/{execution_id}/output (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/skills/{}/executions/{}/output", skill_id, execution_id),
            SkillExecutionOutputResponse,
            options=options,
        )


class AsyncSkillVersions(AsyncResource):
    """Versions of one of the skills."""

    async def list(
        self,
        skill_id: str,
        *,
        options: CallOptions | None = None,
    ) -> SkillVersionListResponse:
        """List the versions of a skill, newest first.

        Those that were proved, with their scripts. An addition of this server.

        Raises:
            ApiError: 404

        See docs/endpoints.md: GET /skills/{skill_id}/versions (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/skills/{}/versions", skill_id),
            SkillVersionListResponse,
            options=options,
        )


class AsyncSkills(AsyncResource):
    """Skills: tasks that were learnt once and run as functions."""

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
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.
            query: Words to look for. At most 100 characters.
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
        """Have a skill made.

        Answers at once: poll the skill until its status is `finished`, or `failed` with a reason.
        An agent does the task once (`recording`); a model writes a script of that, which is run
        again with the same values to prove it (`generating`). So what the task does is done at
        least twice. One skill is made at a time.

        Args:
            goal: At most 1000 characters.
            agent_prompt: What the agent is told that shows how it is done, with example values.
                10 to 50000 characters.
            title: At most 100 characters.
            description: At most 1000 characters.
            llm: Name of the model; else the default one.
            profile_id: Profile that it is shown and run with.
            secrets: Values by name or by host: scripts and models know the names alone.

        Raises:
            ApiError: 400, 402, 404, 429

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
            ApiError: 404

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
            ApiError: 400, 404

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
        """Change what is said of a skill, whether it is enabled, and who sees it.

        Args:
            title: At most 100 characters.
            description: At most 1000 characters.
            domains: Hosts that its runs are limited to; an empty list takes that back. At most
                100 items.
            is_public: Whether all projects of this server see it.

        Raises:
            ApiError: 400, 403, 404

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
        """Stop the making of a skill, or of a new version of it.

        Raises:
            ApiError: 400, 404

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
        """Go back to a skill's version before.

        Raises:
            ApiError: 400, 404

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

        Runs the script of the current version, without a model, and answers when it has ended. A
        run that failed is answered with `success` false and says why. It goes on when the caller
        leaves: its output is under the executions then. Takes `Idempotency-Key`.

        Args:
            session_id: An idle session that it is run in; else one of its own.
            profile_id: Profile of its own session; else that of the skill.
            secrets: Values by name or by host: scripts and models know the names alone.
            auto_heal: Where the script fails, have an agent do it and make a new version of
                that, after this answer. Default: true.

        Raises:
            ApiError: 400, 402, 404, 409, 429

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
        """Have a skill made better.

        Answers at once. A model changes the script as the feedback says, and it is run again to
        prove it. Until then, and when that fails, the version before is run.

        Args:
            feedback: 10 to 50000 characters.
            test_output: At most 50000 characters.
            test_logs: At most 50000 characters.
            secrets: Values by name or by host: scripts and models know the names alone.

        Raises:
            ApiError: 400, 402, 404, 429

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
    """Skills of one of the marketplace."""

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
        """List skills that projects of this server have made public, newest first.

        Args:
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.
            query: Words to look for. At most 100 characters.
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
        """Read a public skill, by its slug or id.

        Raises:
            ApiError: 404

        See docs/endpoints.md: GET /marketplace/skills/{skill_slug} (v2)
        """
        return await self._http.call(
            "GET",
            route("/v2/marketplace/skills/{}", skill_slug),
            MarketplaceSkillResponse,
            options=options,
        )

    async def clone(self, skill_id: str, *, options: CallOptions | None = None) -> SkillResponse:
        """Make a public skill one's own.

        A copy of its current version: what its owner changes later does not change it.

        Raises:
            ApiError: 400, 404

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

        In a session of the caller's project, without a model, as the skill is now. It is healed by
        its owner alone.

        Args:
            session_id: An idle session that it is run in; else one of its own.
            profile_id: Profile of its own session; else that of the skill.
            secrets: Values by name or by host: scripts and models know the names alone.
            auto_heal: Where the script fails, have an agent do it and make a new version of
                that, after this answer. Default: true.

        Raises:
            ApiError: 400, 402, 404, 409, 429

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
    """Skills that others have made public."""

    @cached_property
    def skills(self) -> AsyncMarketplaceSkills:
        return AsyncMarketplaceSkills(self._http)


class AsyncBilling(AsyncResource):
    """The account: balance, plan and limits."""

    async def get_account(self, *, options: CallOptions | None = None) -> AccountView:
        """Read balance, plan and limits.

        Raises:
            ApiError: 404

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
