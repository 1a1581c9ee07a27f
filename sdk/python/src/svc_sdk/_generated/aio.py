"""Resources of v3 of the API.

Written by `bun run gen` from the endpoints of the platform. Do not edit.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal

from .._async.resource import AsyncPages, AsyncResource
from .._models import NOT_GIVEN, NotGiven
from .._options import CallOptions, Paging, ServerEvent, route
from .types import (
    AccountView,
    AgentModel,
    BrowserDownloadFile,
    BrowserDownloadListResponse,
    BrowserSessionItemView,
    BrowserSessionListResponse,
    BrowserSessionStatus,
    BrowserSessionUpdateAction,
    BrowserSessionView,
    CustomProxy,
    DeliveryItemView,
    DeliveryListResponse,
    DeliveryState,
    DeliveryView,
    FileInfo,
    FileListResponse,
    FileUploadItem,
    FileUploadResponse,
    MessageListResponse,
    MessageResponse,
    ModelListResponse,
    ProfileListResponse,
    ProfileView,
    ProxyCountryCode,
    ResendResponse,
    SessionFilter,
    SessionListResponse,
    SessionResponse,
    StopStrategy,
    ThinkingLevel,
    UsageItem,
    UsageResponse,
    WebhookEvent,
    WebhookListResponse,
    WebhookSecretView,
    WebhookView,
    WorkspaceListResponse,
    WorkspaceSize,
    WorkspaceView,
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

        See docs/endpoints.md: GET /browsers/{session_id}/downloads (v3)
        """
        return self._http.pages(
            route("/v3/browsers/{}/downloads", session_id),
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

        See docs/endpoints.md: GET /browsers (v3)
        """
        return self._http.pages(
            route("/v3/browsers"),
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

        See docs/endpoints.md: POST /browsers (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/browsers"),
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

        See docs/endpoints.md: GET /browsers/{session_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/browsers/{}", session_id),
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

        See docs/endpoints.md: PATCH /browsers/{session_id} (v3)
        """
        return await self._http.call(
            "PATCH",
            route("/v3/browsers/{}", session_id),
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

        See docs/endpoints.md: GET /profiles (v3)
        """
        return self._http.pages(
            route("/v3/profiles"),
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

        See docs/endpoints.md: POST /profiles (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/profiles"),
            ProfileView,
            body={"name": name, "userId": user_id},
            options=options,
        )

    async def get(self, profile_id: str, *, options: CallOptions | None = None) -> ProfileView:
        """Read a profile.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /profiles/{profile_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/profiles/{}", profile_id),
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

        See docs/endpoints.md: PATCH /profiles/{profile_id} (v3)
        """
        return await self._http.call(
            "PATCH",
            route("/v3/profiles/{}", profile_id),
            ProfileView,
            body={"name": name, "userId": user_id},
            options=options,
        )

    async def delete(self, profile_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a profile.

        Also returns 204 if the profile does not exist.

        See docs/endpoints.md: DELETE /profiles/{profile_id} (v3)
        """
        return await self._http.call(
            "DELETE",
            route("/v3/profiles/{}", profile_id),
            None,
            options=options,
        )


class AsyncSessionFiles(AsyncResource):
    """Files of a session."""

    def list(
        self,
        session_id: str,
        *,
        prefix: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        include_urls: bool | NotGiven = NOT_GIVEN,
        shallow: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[FileListResponse, FileInfo]:
        """List files of the workspace of a session.

        Args:
            prefix: Prefix of the paths, such as `reports/`. At most 1024 characters. Default:
                "".
            limit: Items per page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the previous page. At most 1000 characters.
            include_urls: Include a short-lived URL for each file. Default: false.
            shallow: Return each folder below `prefix` as one entry of `folders`. Default:
                false.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: GET /sessions/{session_id}/files (v3)
        """
        return self._http.pages(
            route("/v3/sessions/{}/files", session_id),
            FileListResponse,
            FileInfo,
            query={
                "prefix": prefix,
                "limit": limit,
                "cursor": cursor,
                "includeUrls": include_urls,
                "shallow": shallow,
            },
            paging=Paging("cursor", "cursor", "files"),
            options=options,
        )

    async def upload(
        self,
        session_id: str,
        *,
        files: Sequence[FileUploadItem],
        prefix: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> FileUploadResponse:
        """Get presigned URLs to upload files to the workspace of a session.

        Args:
            files: 1 to 10 items.
            prefix: Target folder, such as `reports/`. At most 1024 characters. Default: "".

        Raises:
            ApiError: with status 404 or 413

        See docs/endpoints.md: POST /sessions/{session_id}/files/upload (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/sessions/{}/files/upload", session_id),
            FileUploadResponse,
            query={"prefix": prefix},
            body={"files": files},
            options=options,
        )


class AsyncSessionMessages(AsyncResource):
    """Messages of a session."""

    def list(
        self,
        session_id: str,
        *,
        after: str | NotGiven = NOT_GIVEN,
        before: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[MessageListResponse, MessageResponse]:
        """List the messages of a session.

        In chronological order. With `after` the messages that follow that message; otherwise the
        latest ones, or with `before` the latest ones before that message. `has_more` is true if
        there are more in that direction.

        Args:
            after: Only messages after this one.
            before: Only messages before this one.
            limit: Items per page. 1 to 100. Default: 10.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: GET /sessions/{session_id}/messages (v3)
        """
        return self._http.pages(
            route("/v3/sessions/{}/messages", session_id),
            MessageListResponse,
            MessageResponse,
            query={"after": after, "before": before, "limit": limit},
            paging=Paging("id", "after", "messages"),
            options=options,
        )


class AsyncSessions(AsyncResource):
    """Agent sessions: a browser in which an agent does tasks."""

    @cached_property
    def files(self) -> AsyncSessionFiles:
        return AsyncSessionFiles(self._http)

    @cached_property
    def messages(self) -> AsyncSessionMessages:
        return AsyncSessionMessages(self._http)

    async def create(
        self,
        *,
        task: str | None | NotGiven = NOT_GIVEN,
        start_url: str | None | NotGiven = NOT_GIVEN,
        url: str | None | NotGiven = NOT_GIVEN,
        model: AgentModel | NotGiven = NOT_GIVEN,
        thinking_level: ThinkingLevel | None | NotGiven = NOT_GIVEN,
        session_id: str | None | NotGiven = NOT_GIVEN,
        keep_alive: bool | NotGiven = NOT_GIVEN,
        max_cost_usd: float | Decimal | str | None | NotGiven = NOT_GIVEN,
        profile_id: str | None | NotGiven = NOT_GIVEN,
        workspace_id: str | None | NotGiven = NOT_GIVEN,
        proxy_country_code: ProxyCountryCode | None | NotGiven = NOT_GIVEN,
        browser_screen_width: int | None | NotGiven = NOT_GIVEN,
        browser_screen_height: int | None | NotGiven = NOT_GIVEN,
        output_schema: Mapping[str, Any] | None | NotGiven = NOT_GIVEN,
        enable_scheduled_tasks: bool | NotGiven = NOT_GIVEN,
        sensitive_data: Mapping[str, str] | None | NotGiven = NOT_GIVEN,
        enable_recording: bool | NotGiven = NOT_GIVEN,
        skills: bool | NotGiven = NOT_GIVEN,
        agentmail: bool | NotGiven = NOT_GIVEN,
        code_mode: bool | NotGiven = NOT_GIVEN,
        cache_script: bool | None | NotGiven = NOT_GIVEN,
        use_own_key: bool | NotGiven = NOT_GIVEN,
        auto_heal: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> SessionResponse:
        """Run a task in a new or an idle session.

        Responds as soon as the session has its browser: poll the session until it is `idle`,
        `stopped`, `timed_out` or `error`, or stream its events. Without `task` the session is
        created and stays idle. If the agent of the session has asked a question, `task` is the
        answer. If all slots are in use, the request waits for a free one: up to 15 s, or as long as
        `Prefer: wait=<seconds>` requests and the operator allows. After that it is refused with
        429. Accepts `Idempotency-Key`.

        Args:
            task: Instructions for the agent; if omitted, the session is created idle. At most
                50000 characters.
            start_url: URL to open first. Extension of this server.
            url: Alias of `start_url`, which takes precedence.
            model: Name of a language model of the server.
            thinking_level: Also applies to later tasks of the session.
            session_id: Idle session to run the task in; requires `task`.
            keep_alive: Keep the session idle when the task ends. If omitted for an existing
                session, the value stays unchanged. Default: false.
            max_cost_usd: Stop the task when the session has cost this much at the operator's
                prices, as a number or a string. If omitted, no limit.
            profile_id: Profile that provides the initial state of the browser.
            workspace_id: Workspace whose files the agent reads and writes; if omitted, the
                session gets its own.
            proxy_country_code: Country of the proxy. If omitted, the server's default; null for
                no proxy.
            browser_screen_width: Width in pixels. 320 to 6144.
            browser_screen_height: Height in pixels. 320 to 3456.
            output_schema: JSON Schema of `output`.
            enable_scheduled_tasks: Default: false.
            sensitive_data: Secret values by name. The model sees only the names; the values are
                inserted when the agent types them.
            enable_recording: Default: false.
            skills: Let the agent run the enabled skills of the project. Default: true.
            agentmail: Default: true.
            code_mode: Default: false.
            cache_script: Store a script of the task in the workspace and run it the next time.
                Default: true if the task contains `@{{value}}`.
            use_own_key: Accepted without effect: this server always uses the operator's keys
                for models. Default: false.
            auto_heal: If the cached script fails, let an agent do the task. Default: true.

        Raises:
            ApiError: with status 400, 402, 404, 409, or 429

        See docs/endpoints.md: POST /sessions (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/sessions"),
            SessionResponse,
            body={
                "task": task,
                "startUrl": start_url,
                "url": url,
                "model": model,
                "thinkingLevel": thinking_level,
                "sessionId": session_id,
                "keepAlive": keep_alive,
                "maxCostUsd": max_cost_usd,
                "profileId": profile_id,
                "workspaceId": workspace_id,
                "proxyCountryCode": proxy_country_code,
                "browserScreenWidth": browser_screen_width,
                "browserScreenHeight": browser_screen_height,
                "outputSchema": output_schema,
                "enableScheduledTasks": enable_scheduled_tasks,
                "sensitiveData": sensitive_data,
                "enableRecording": enable_recording,
                "skills": skills,
                "agentmail": agentmail,
                "codeMode": code_mode,
                "cacheScript": cache_script,
                "useOwnKey": use_own_key,
                "autoHeal": auto_heal,
            },
            takes_idempotency_key=True,
            options=options,
        )

    def list(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        filter_by: SessionFilter | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[SessionListResponse, SessionResponse]:
        """List sessions, newest first.

        URLs (`live_url`, `recording_urls`, `screenshot_url`) are omitted: read a session to get
        them.

        Args:
            page: Page number, starting at 1. 1 to 1000000000. Default: 1.
            page_size: Items per page. 1 to 100. Default: 20.
            filter_by: `active`: created, idle or running. Extension of this server.

        See docs/endpoints.md: GET /sessions (v3)
        """
        return self._http.pages(
            route("/v3/sessions"),
            SessionListResponse,
            SessionResponse,
            query={"page": page, "page_size": page_size, "filterBy": filter_by},
            paging=Paging("number", "page", "sessions"),
            options=options,
        )

    async def get(self, session_id: str, *, options: CallOptions | None = None) -> SessionResponse:
        """Read a session.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /sessions/{session_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/sessions/{}", session_id),
            SessionResponse,
            options=options,
        )

    async def delete(self, session_id: str, *, options: CallOptions | None = None) -> None:
        """Stop and delete a session.

        Removes its messages, tasks, screenshots, files, its workspace (unless you created it), and
        its browsers with downloads and recordings. Pending webhook events are still delivered, and
        the ledger keeps its id.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: DELETE /sessions/{session_id} (v3)
        """
        return await self._http.call(
            "DELETE",
            route("/v3/sessions/{}", session_id),
            None,
            options=options,
        )

    async def stop(
        self,
        session_id: str,
        *,
        strategy: StopStrategy | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> SessionResponse:
        """Stop a session or its task.

        Responds when the session or task has stopped, or after 20 s with the current state. A
        session that is already stopped is returned unchanged.

        Args:
            strategy: `session` ends the session; `task` stops its task and leaves the session
                idle.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: POST /sessions/{session_id}/stop (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/sessions/{}/stop", session_id),
            SessionResponse,
            body={"strategy": strategy},
            options=options,
        )

    def stream_events(
        self,
        session_id: str,
        *,
        last_event_id: str | NotGiven = NOT_GIVEN,
        until: Literal["ended", "idle"] | str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ServerEvent]:
        """Stream the events of a session.

        Server-sent events. `session` contains the session as in the list; it comes first and after
        each change. `message` contains one message, with its id as the event id; messages start
        with the first one, or after the one in `Last-Event-ID` (header, or `last_event_id`). The
        stream ends with `end` when the session has ended, or with `until=idle` also when it has no
        task any more. Extension of this server.

        Args:
            last_event_id: Same as the header, which takes precedence.
            until: When the stream ends: with the session, or also when the session is idle.
                Default: "ended".

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: GET /sessions/{session_id}/events (v3)
        """
        return self._http.events(
            route("/v3/sessions/{}/events", session_id),
            query={"lastEventId": last_event_id, "until": until},
            options=options,
        )


class AsyncModels(AsyncResource):
    """Language models that the operator of the server has configured."""

    async def list(self, *, options: CallOptions | None = None) -> ModelListResponse:
        """List the language models of this server.

        Sessions and tasks accept their names. The list is empty if the operator has configured no
        model.

        See docs/endpoints.md: GET /models (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/models"),
            ModelListResponse,
            options=options,
        )


class AsyncWorkspaceFiles(AsyncResource):
    """Files of a workspace."""

    def list(
        self,
        workspace_id: str,
        *,
        prefix: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        include_urls: bool | NotGiven = NOT_GIVEN,
        shallow: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[FileListResponse, FileInfo]:
        """List files of a workspace.

        Sorted by path. With `include_urls` each file has a `url` that is valid for 60 seconds.

        Args:
            prefix: Prefix of the paths, such as `reports/`. At most 1024 characters. Default:
                "".
            limit: Items per page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the previous page. At most 1000 characters.
            include_urls: Include a short-lived URL for each file. Default: false.
            shallow: Return each folder below `prefix` as one entry of `folders`. Default:
                false.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: GET /workspaces/{workspace_id}/files (v3)
        """
        return self._http.pages(
            route("/v3/workspaces/{}/files", workspace_id),
            FileListResponse,
            FileInfo,
            query={
                "prefix": prefix,
                "limit": limit,
                "cursor": cursor,
                "includeUrls": include_urls,
                "shallow": shallow,
            },
            paging=Paging("cursor", "cursor", "files"),
            options=options,
        )

    async def upload(
        self,
        workspace_id: str,
        *,
        files: Sequence[FileUploadItem],
        prefix: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> FileUploadResponse:
        """Get presigned URLs to upload files.

        PUT the bytes of each file to its `upload_url` within 5 minutes, with the declared
        `content_type` and exactly `size` bytes if a size was declared. An existing file is
        replaced.

        Args:
            files: 1 to 10 items.
            prefix: Target folder, such as `reports/`. At most 1024 characters. Default: "".

        Raises:
            ApiError: with status 404 or 413

        See docs/endpoints.md: POST /workspaces/{workspace_id}/files/upload (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/workspaces/{}/files/upload", workspace_id),
            FileUploadResponse,
            query={"prefix": prefix},
            body={"files": files},
            options=options,
        )

    async def delete(
        self,
        workspace_id: str,
        *,
        path: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a file of a workspace.

        Args:
            path: Path of the file, as in the list.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: DELETE /workspaces/{workspace_id}/files (v3)
        """
        return await self._http.call(
            "DELETE",
            route("/v3/workspaces/{}/files", workspace_id),
            None,
            query={"path": path},
            options=options,
        )


class AsyncWorkspaces(AsyncResource):
    """Folders of files that outlive sessions."""

    @cached_property
    def files(self) -> AsyncWorkspaceFiles:
        return AsyncWorkspaceFiles(self._http)

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[WorkspaceListResponse, WorkspaceView]:
        """List workspaces, newest first.

        Without the workspaces that were created for single sessions; `workspace_id` of a session
        has their ids.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.

        See docs/endpoints.md: GET /workspaces (v3)
        """
        return self._http.pages(
            route("/v3/workspaces"),
            WorkspaceListResponse,
            WorkspaceView,
            query={"pageSize": page_size, "pageNumber": page_number},
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        name: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> WorkspaceView:
        """Create a workspace.

        Args:
            name: At most 100 characters.

        See docs/endpoints.md: POST /workspaces (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/workspaces"),
            WorkspaceView,
            body={"name": name},
            options=options,
        )

    async def get(self, workspace_id: str, *, options: CallOptions | None = None) -> WorkspaceView:
        """Read a workspace.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /workspaces/{workspace_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/workspaces/{}", workspace_id),
            WorkspaceView,
            options=options,
        )

    async def update(
        self,
        workspace_id: str,
        *,
        name: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> WorkspaceView:
        """Rename a workspace.

        An omitted name stays unchanged; null clears it.

        Args:
            name: At most 100 characters.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: PATCH /workspaces/{workspace_id} (v3)
        """
        return await self._http.call(
            "PATCH",
            route("/v3/workspaces/{}", workspace_id),
            WorkspaceView,
            body={"name": name},
            options=options,
        )

    async def delete(self, workspace_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a workspace with its files.

        Also returns 204 if the workspace does not exist. Sessions that use it continue without it.

        See docs/endpoints.md: DELETE /workspaces/{workspace_id} (v3)
        """
        return await self._http.call(
            "DELETE",
            route("/v3/workspaces/{}", workspace_id),
            None,
            options=options,
        )

    async def get_size(
        self,
        workspace_id: str,
        *,
        options: CallOptions | None = None,
    ) -> WorkspaceSize:
        """Read the size of a workspace.

        The quota is the operator's setting `serve_workspace_quota`; null means unlimited.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /workspaces/{workspace_id}/size (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/workspaces/{}/size", workspace_id),
            WorkspaceSize,
            options=options,
        )


class AsyncBilling(AsyncResource):
    """The account: balance, plan and limits."""

    async def get_account(self, *, options: CallOptions | None = None) -> AccountView:
        """Read balance, plan and limits.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /billing/account (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/billing/account"),
            AccountView,
            options=options,
        )

    def get_usage(
        self,
        *,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        by: Literal["day", "model", "session"] | str | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[UsageResponse, UsageItem]:
        """Read usage by day, model or session.

        Days are in chronological order, without days that had no usage; models and sessions are
        ordered by cost. `totals` covers the whole period. Extension of this server.

        Args:
            from_: First day (UTC), such as 2026-11-01; default 30 days before `to`.
            to: Last day (UTC), inclusive; default today.
            by: Default: "day".
            page_size: Items per page. 1 to 1000. Default: 100.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.

        See docs/endpoints.md: GET /billing/usage (v3)
        """
        return self._http.pages(
            route("/v3/billing/usage"),
            UsageResponse,
            UsageItem,
            query={
                "from": from_,
                "to": to,
                "by": by,
                "pageSize": page_size,
                "pageNumber": page_number,
            },
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def export_ledger_csv(
        self,
        *,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> str:
        """Export every charge and credit as CSV.

        One line per ledger entry in chronological order, after a header line. Quantities are
        tokens, minutes or bytes. Text that a spreadsheet would interpret as a formula is prefixed
        with an apostrophe. Extension of this server.

        Args:
            from_: First day (UTC), such as 2026-11-01; default 30 days before `to`.
            to: Last day (UTC), inclusive; default today.

        See docs/endpoints.md: GET /billing/ledger.csv (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/billing/ledger.csv"),
            str,
            query={"from": from_, "to": to},
            options=options,
        )


class AsyncWebhookDeliveries(AsyncResource):
    """Deliveries of a webhook."""

    def list(
        self,
        webhook_id: str,
        *,
        state: DeliveryState | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[DeliveryListResponse, DeliveryItemView]:
        """List the deliveries of a webhook, newest first.

        Delivered ones are kept for 7 days, failed ones for 30 days.

        Args:
            limit: Items per page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the previous page.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /webhooks/{webhook_id}/deliveries (v3)
        """
        return self._http.pages(
            route("/v3/webhooks/{}/deliveries", webhook_id),
            DeliveryListResponse,
            DeliveryItemView,
            query={"state": state, "limit": limit, "cursor": cursor},
            paging=Paging("cursor", "cursor", "deliveries"),
            options=options,
        )

    async def get(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> DeliveryView:
        """Read a delivery with its body and the last response.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /webhooks/{webhook_id}/deliveries/{delivery_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/webhooks/{}/deliveries/{}", webhook_id, delivery_id),
            DeliveryView,
            options=options,
        )

    async def resend(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> DeliveryView:
        """Resend a delivery.

        The delivery keeps its id and gets all its attempts again. A delivery that is being sent
        right now is not changed.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/{delivery_id}/resend (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/webhooks/{}/deliveries/{}/resend", webhook_id, delivery_id),
            DeliveryView,
            options=options,
        )

    async def resend_dead(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> ResendResponse:
        """Resend all failed deliveries of a webhook.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/resend-dead (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/webhooks/{}/deliveries/resend-dead", webhook_id),
            ResendResponse,
            options=options,
        )


class AsyncWebhooks(AsyncResource):
    """URLs that receive an event when a task changes, and the deliveries to them."""

    @cached_property
    def deliveries(self) -> AsyncWebhookDeliveries:
        return AsyncWebhookDeliveries(self._http)

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        page_number: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[WebhookListResponse, WebhookView]:
        """List webhooks, newest first.

        Args:
            page_size: Items per page. 1 to 100. Default: 10.
            page_number: Page number, starting at 1. 1 to 1000000000. Default: 1.

        See docs/endpoints.md: GET /webhooks (v3)
        """
        return self._http.pages(
            route("/v3/webhooks"),
            WebhookListResponse,
            WebhookView,
            query={"pageSize": page_size, "pageNumber": page_number},
            paging=Paging("number", "pageNumber", "items"),
            options=options,
        )

    async def create(
        self,
        *,
        url: str,
        name: str | None | NotGiven = NOT_GIVEN,
        events: Sequence[WebhookEvent] | NotGiven = NOT_GIVEN,
        header_prefix: str | NotGiven = NOT_GIVEN,
        is_enabled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> WebhookSecretView:
        """Create a webhook.

        The server sends a POST to the URL when a task changes. The response contains the secret
        that signs the deliveries; it is shown only once. A project can have at most 50 webhooks.

        Args:
            url: http or https URL; its addresses are checked by the same rules as a browser's
                requests. 1 to 2000 characters.
            name: At most 100 characters.
            events: Events to send. At least 1 items. Default:
                ["agent.task.status_update","test"].
            header_prefix: Prefix of the signature headers: `X-Svc` gives `X-Svc-Signature` and
                `X-Svc-Timestamp`. Default: "X-Svc".
            is_enabled: A disabled webhook gets no new events; its waiting deliveries stay.
                Default: true.

        Raises:
            ApiError: with status 403

        See docs/endpoints.md: POST /webhooks (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/webhooks"),
            WebhookSecretView,
            body={
                "url": url,
                "name": name,
                "events": events,
                "headerPrefix": header_prefix,
                "isEnabled": is_enabled,
            },
            options=options,
        )

    async def get(self, webhook_id: str, *, options: CallOptions | None = None) -> WebhookView:
        """Read a webhook.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: GET /webhooks/{webhook_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/webhooks/{}", webhook_id),
            WebhookView,
            options=options,
        )

    async def update(
        self,
        webhook_id: str,
        *,
        url: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        events: Sequence[WebhookEvent] | NotGiven = NOT_GIVEN,
        header_prefix: str | NotGiven = NOT_GIVEN,
        is_enabled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> WebhookView:
        """Update, enable or disable a webhook.

        Omitted fields stay unchanged.

        Args:
            url: http or https URL; its addresses are checked by the same rules as a browser's
                requests. 1 to 2000 characters.
            name: At most 100 characters.
            events: Events to send. At least 1 items.
            header_prefix: Prefix of the signature headers: `X-Svc` gives `X-Svc-Signature` and
                `X-Svc-Timestamp`.
            is_enabled: A disabled webhook gets no new events; its waiting deliveries stay.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: PATCH /webhooks/{webhook_id} (v3)
        """
        return await self._http.call(
            "PATCH",
            route("/v3/webhooks/{}", webhook_id),
            WebhookView,
            body={
                "url": url,
                "name": name,
                "events": events,
                "headerPrefix": header_prefix,
                "isEnabled": is_enabled,
            },
            options=options,
        )

    async def delete(self, webhook_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a webhook with its deliveries.

        Also returns 204 if the webhook does not exist.

        See docs/endpoints.md: DELETE /webhooks/{webhook_id} (v3)
        """
        return await self._http.call(
            "DELETE",
            route("/v3/webhooks/{}", webhook_id),
            None,
            options=options,
        )

    async def rotate_secret(
        self,
        webhook_id: str,
        *,
        grace_hours: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> WebhookSecretView:
        """Rotate the secret of a webhook.

        The response contains the new secret. For `grace_hours` the previous secret also signs, in
        separate headers.

        Args:
            grace_hours: How long the previous secret also signs. 0 to 168. Default: 24.

        Raises:
            ApiError: with status 404

        See docs/endpoints.md: POST /webhooks/{webhook_id}/rotate-secret (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/webhooks/{}/rotate-secret", webhook_id),
            WebhookSecretView,
            body={"graceHours": grace_hours},
            options=options,
        )

    async def test(self, webhook_id: str, *, options: CallOptions | None = None) -> DeliveryView:
        """Send a test event to a webhook.

        Returns the delivery: read it again to see its outcome.

        Raises:
            ApiError: with status 400 or 404

        See docs/endpoints.md: POST /webhooks/{webhook_id}/test (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/webhooks/{}/test", webhook_id),
            DeliveryView,
            options=options,
        )


class AsyncV3(AsyncResource):
    """All resources of v3."""

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
    def models(self) -> AsyncModels:
        return AsyncModels(self._http)

    @cached_property
    def workspaces(self) -> AsyncWorkspaces:
        return AsyncWorkspaces(self._http)

    @cached_property
    def billing(self) -> AsyncBilling:
        return AsyncBilling(self._http)

    @cached_property
    def webhooks(self) -> AsyncWebhooks:
        return AsyncWebhooks(self._http)
