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
            ApiError: 404

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

        Answers when it has stopped and its profile is written; `profile_error` says where that
        could not be done. One that has stopped before is answered as it is.

        Raises:
            ApiError: 404, 504

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
        """Make a profile.

        It is empty until a browser that was started with it has stopped in good order.

        Args:
            name: At most 100 characters.
            user_id: Whose profile it is, by a name of the caller's own. At most 255 characters.

        Raises:
            ApiError: 402

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
            ApiError: 404

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

        What is left out stays as it is; null takes it away.

        Args:
            name: At most 100 characters.
            user_id: Whose profile it is, by a name of the caller's own. At most 255 characters.

        Raises:
            ApiError: 404

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

        Also 204 when there is none: what was asked for is so.

        See docs/endpoints.md: DELETE /profiles/{profile_id} (v3)
        """
        return await self._http.call(
            "DELETE",
            route("/v3/profiles/{}", profile_id),
            None,
            options=options,
        )


class AsyncSessionFiles(AsyncResource):
    """Files of one of the sessions."""

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
            prefix: How the paths begin, like `reports/`. At most 1024 characters. Default: "".
            limit: Rows of a page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the page before. At most 1000 characters.
            include_urls: Also give each file's address, valid for a short time. Default: false.
            shallow: What lies in a folder below `prefix` is told as one entry of `folders`.
                Default: false.

        Raises:
            ApiError: 400, 404

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
        """Get addresses to upload files to the workspace of a session.

        Args:
            files: 1 to 10 items.
            prefix: Folder that the files go to, like `reports/`. At most 1024 characters.
                Default: "".

        Raises:
            ApiError: 404, 413

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
    """Messages of one of the sessions."""

    def list(
        self,
        session_id: str,
        *,
        after: str | NotGiven = NOT_GIVEN,
        before: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[MessageListResponse, MessageResponse]:
        """Read what was said and done in a session.

        In the order of time. With `after` the next ones behind that message; else the last ones, or
        with `before` the last ones before that message. `has_more` says that there are more in that
        direction.

        Args:
            after: Messages after this one.
            before: Messages before this one.
            limit: Rows of a page. 1 to 100. Default: 10.

        Raises:
            ApiError: 400, 404

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
    """Agent sessions: a browser with somebody in it who does tasks."""

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
        """Run a task, in a new session or in one that is idle.

        Answers as soon as the session has its browser: poll it until it is `idle`, `stopped`,
        `timed_out` or `error`, or follow its events. Without `task` the session is made and waits.
        A `task` for a session whose agent asks something is the answer to that. Where all places
        are taken the call waits for one, 15 s at most or as long as `Prefer: wait=<seconds>` asks
        and the operator allows, and is refused with 429 then. Takes `Idempotency-Key`.

        Args:
            task: What to do; without it the session is made and waits. At most 50000
                characters.
            start_url: Page to begin on. An addition of this server.
            url: Another name of `start_url`, which goes first.
            model: Name of a language model that the server has.
            thinking_level: Stays for later tasks of the session.
            session_id: An idle session to do it in; then `task` is needed.
            keep_alive: The session waits for more when the task ends. Left out for a session
                that is there: as it was. Default: false.
            max_cost_usd: The task is stopped when the session has cost this much, by the
                operator's prices: a number, or one as text. Left out: no limit.
            profile_id: Profile whose state the browser starts with.
            workspace_id: Workspace whose files the agent reads and writes; without it the
                session gets one of its own.
            proxy_country_code: Country of the proxy. Left out: the server's default. Null: no
                proxy.
            browser_screen_width: In pixels. 320 to 6144.
            browser_screen_height: In pixels. 320 to 3456.
            output_schema: JSON Schema: what `output` is to look like.
            enable_scheduled_tasks: Default: false.
            sensitive_data: Values by name: the model reads names, values are put in as they are
                typed.
            enable_recording: Default: false.
            skills: The agent may run the skills of the project that are enabled. Default: true.
            agentmail: Default: true.
            code_mode: Default: false.
            cache_script: Keep a script of the task in the workspace, and run that the next
                time; else where the task has `@{{value}}`.
            use_own_key: Taken, and without effect: the models of this server are always asked
                with its operator's keys. Default: false.
            auto_heal: Where that script fails an agent does the task. Default: true.

        Raises:
            ApiError: 400, 402, 404, 409, 429

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

        Addresses (`live_url`, `recording_urls`, `screenshot_url`) are left out here: read the
        session for them.

        Args:
            page: Which page, counted from 1. 1 to 1000000000. Default: 1.
            page_size: Rows of a page. 1 to 100. Default: 20.
            filter_by: `active`: created, idle or running. An addition of this server.

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
            ApiError: 404

        See docs/endpoints.md: GET /sessions/{session_id} (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/sessions/{}", session_id),
            SessionResponse,
            options=options,
        )

    async def delete(self, session_id: str, *, options: CallOptions | None = None) -> None:
        """Delete a session, stopping it first.

        Removes its messages, tasks, pictures, files, workspace (unless you made that), and browsers
        with downloads and recordings. Webhooks are still told of it, and the ledger keeps its id.

        Raises:
            ApiError: 404

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

        Answers when it is done, or after 20 s with the session as it is then. One that has stopped
        before is answered as it is.

        Args:
            strategy: `session` ends it; `task` stops what it does and leaves it idle.

        Raises:
            ApiError: 404

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
        """Follow a session live.

        Server-sent events. `session` has the session as the list shows it: it comes first, and
        again after each change. `message` has one message, and its id is the event id. The messages
        start with the first one, or after the one that `Last-Event-ID` (a header, or
        `last_event_id`) names. `end` is the last event: the session has ended, or with `until=idle`
        has no task any more. An addition of this server.

        Args:
            last_event_id: Same as the header `Last-Event-ID`, which has priority.
            until: When the stream ends: with the session, or also when it waits for another
                task. Default: "ended".

        Raises:
            ApiError: 400, 404

        See docs/endpoints.md: GET /sessions/{session_id}/events (v3)
        """
        return self._http.events(
            route("/v3/sessions/{}/events", session_id),
            query={"lastEventId": last_event_id, "until": until},
            options=options,
        )


class AsyncModels(AsyncResource):
    """Language models that do the tasks, as the operator of the server has configured them."""

    async def list(self, *, options: CallOptions | None = None) -> ModelListResponse:
        """List the language models that this server has.

        Their names are what sessions and tasks take. The list is empty where the operator has
        configured none.

        See docs/endpoints.md: GET /models (v3)
        """
        return await self._http.call(
            "GET",
            route("/v3/models"),
            ModelListResponse,
            options=options,
        )


class AsyncWorkspaceFiles(AsyncResource):
    """Files of one of the workspaces."""

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

        In the order of their paths. Addresses (`url`, with `include_urls`) open for 60 seconds.

        Args:
            prefix: How the paths begin, like `reports/`. At most 1024 characters. Default: "".
            limit: Rows of a page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the page before. At most 1000 characters.
            include_urls: Also give each file's address, valid for a short time. Default: false.
            shallow: What lies in a folder below `prefix` is told as one entry of `folders`.
                Default: false.

        Raises:
            ApiError: 400, 404

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
        """Get addresses to upload files to.

        PUT the bytes of each file to its `upload_url` within 5 minutes, with the `content_type`
        that was said and, where a `size` was said, exactly as many. A file that is there already is
        replaced.

        Args:
            files: 1 to 10 items.
            prefix: Folder that the files go to, like `reports/`. At most 1024 characters.
                Default: "".

        Raises:
            ApiError: 404, 413

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
            path: The file, as the list tells it.

        Raises:
            ApiError: 404

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

        Those that sessions got because they named none are left out: `workspace_id` of the session
        tells them.

        Args:
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.

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
        """Make a workspace.

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
            ApiError: 404

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

        A name that is left out stays as it is; null takes it away.

        Args:
            name: At most 100 characters.

        Raises:
            ApiError: 404

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

        Also 204 when there is none: what was asked for is so. Sessions that use it go on without
        it.

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
        """Read how much a workspace holds.

        The quota is what it may hold, by the operator's setting `serve_workspace_quota`; null is
        any number.

        Raises:
            ApiError: 404

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
            ApiError: 404

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
        """Read what was used on which day, by which model or session.

        Days come in their order, those without use left out; models and sessions by their cost.
        `totals` is over the whole period. An addition of this server.

        Args:
            from_: First day (UTC), like 2026-11-01; else 30 days before `to`.
            to: Last day (UTC), included; else today.
            by: Default: "day".
            page_size: Rows of a page. 1 to 1000. Default: 100.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.

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

        One line for each entry of the ledger, in the order of time, with a header line. Quantities
        are tokens, minutes or bytes. Text that a spreadsheet would take for a formula begins with
        an apostrophe. An addition of this server.

        Args:
            from_: First day (UTC), like 2026-11-01; else 30 days before `to`.
            to: Last day (UTC), included; else today.

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
    """Deliveries of one of the webhooks."""

    def list(
        self,
        webhook_id: str,
        *,
        state: DeliveryState | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[DeliveryListResponse, DeliveryItemView]:
        """List what was and will be sent to a webhook, newest first.

        What was delivered is kept for 7 days, what was given up for 30.

        Args:
            limit: Rows of a page. 1 to 100. Default: 50.
            cursor: `next_cursor` of the page before.

        Raises:
            ApiError: 404

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
        """Read a delivery with what is sent and what was answered.

        Raises:
            ApiError: 404

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
        """Send a delivery again.

        Under the same id, and with all its attempts. One that is being sent right now is left as it
        is.

        Raises:
            ApiError: 404

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
        """Send all deliveries of a webhook again that were given up.

        Raises:
            ApiError: 404

        See docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/resend-dead (v3)
        """
        return await self._http.call(
            "POST",
            route("/v3/webhooks/{}/deliveries/resend-dead", webhook_id),
            ResendResponse,
            options=options,
        )


class AsyncWebhooks(AsyncResource):
    """Addresses that are told when a task changes, and what was sent to them."""

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
            page_size: Rows of a page. 1 to 100. Default: 10.
            page_number: Which page, counted from 1. 1 to 1000000000. Default: 1.

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
        """Make a webhook.

        The address is told by POST when a task changes. The answer has the secret that signs what
        is sent: it is told only once. A project has 50 webhooks at most.

        Args:
            url: http or https; what it leads to is looked at as for a browser's requests. 1 to
                2000 characters.
            name: At most 100 characters.
            events: What it is told of. At least 1 items. Default:
                ["agent.task.status_update","test"].
            header_prefix: Its headers are named after this: `X-Svc` is `X-Svc-Signature` and
                `X-Svc-Timestamp`. Default: "X-Svc".
            is_enabled: One that is turned off is told nothing new, and keeps what waits.
                Default: true.

        Raises:
            ApiError: 403

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
            ApiError: 404

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
        """Change a webhook, turn it on or off.

        What is left out stays as it is.

        Args:
            url: http or https; what it leads to is looked at as for a browser's requests. 1 to
                2000 characters.
            name: At most 100 characters.
            events: What it is told of. At least 1 items.
            header_prefix: Its headers are named after this: `X-Svc` is `X-Svc-Signature` and
                `X-Svc-Timestamp`.
            is_enabled: One that is turned off is told nothing new, and keeps what waits.

        Raises:
            ApiError: 404

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

        Also 204 when there is none: what was asked for is so.

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
        """Give a webhook a new secret.

        The answer has the new secret. The one before signs as well for `grace_hours`, in headers of
        its own.

        Args:
            grace_hours: For so long the secret before signs as well. 0 to 168. Default: 24.

        Raises:
            ApiError: 404

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

        Answers with the delivery: read it to see what became of it.

        Raises:
            ApiError: 400, 404

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
