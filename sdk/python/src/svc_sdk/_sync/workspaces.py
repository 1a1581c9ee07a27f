# Written by `bun run gen` from _async/workspaces.py. Do not edit.
"""Helpers for workspaces, in addition to the endpoints: uploads and downloads of files and folders, as streams."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from .._errors import ConfigurationError, SvcError
from .._generated import sync
from .._generated.types import FileInfo, FileUploadItem, FileUploadResponse
from .._options import CallOptions
from .files import Files
from .runtime import in_parallel

PARALLEL = 4
HOUR = 3600.0


class Workspaces(sync.Workspaces):
    def upload(
        self,
        workspace_id: str,
        source: str | os.PathLike[str] | bytes,
        *,
        path: str | None = None,
        content_type: str = "application/octet-stream",
        timeout: float = HOUR,
    ) -> str:
        """Uploads a file. Returns its path in the workspace.

        Args:
            source: A local path, or the content as bytes.
            path: Path in the workspace. Default: the name of the file.
            content_type: Media type of the file.
            timeout: Seconds that the upload may take.

        Raises:
            ApiError: with status 404 or 413
        """

        def ask(wanted: FileUploadItem, prefix: str, options: CallOptions) -> FileUploadResponse:
            return self.files.upload(workspace_id, files=[wanted], prefix=prefix, options=options)

        return Files(self._http).upload(ask, source, path, content_type, timeout)

    def upload_folder(self, workspace_id: str, folder: str | os.PathLike[str], *, prefix: str = "", timeout: float = HOUR) -> list[str]:
        """Uploads all files of a folder and its subfolders to `prefix`. Returns their paths in the workspace."""

        if not Path(folder).is_dir():
            raise SvcError("file", f"Cannot read {os.fspath(folder)}: not a folder")

        def files() -> Iterator[Path]:
            # Links are left out.
            for file in sorted(Path(folder).rglob("*")):
                if file.is_file() and not file.is_symlink():
                    yield file

        def one(file: Path) -> str:
            path = prefix + file.relative_to(folder).as_posix()
            return self.upload(workspace_id, file, path=path, timeout=timeout)

        return in_parallel(files(), one, PARALLEL)

    def download(self, workspace_id: str, path: str, target: str | os.PathLike[str], *, timeout: float = HOUR) -> None:
        """Downloads a file to the local path `target`. After a lost connection the download continues where it stopped."""

        def find() -> FileInfo | None:
            return self._find(workspace_id, path)

        Files(self._http).download(find, path, target, timeout)

    def download_folder(self, workspace_id: str, folder: str | os.PathLike[str], *, prefix: str = "", timeout: float = HOUR) -> list[Path]:
        """Downloads all files whose paths start with `prefix` into a local folder. Returns the local paths."""
        root = Path(folder).resolve()

        def one(file: FileInfo) -> Path:
            target = (root / file.path.removeprefix(prefix)).resolve()
            if root not in target.parents:
                raise ConfigurationError(f"The path is outside of the folder: {file.path}")
            self.download(workspace_id, file.path, target, timeout=timeout)
            return target

        return in_parallel(self.files.list(workspace_id, prefix=prefix, limit=100), one, PARALLEL)

    def file_url(self, workspace_id: str, path: str) -> str | None:
        """A new signed URL of a file, valid for one minute and without a key; None when the file does not exist."""
        file = self._find(workspace_id, path)
        return file.url if file else None

    def _find(self, workspace_id: str, path: str) -> FileInfo | None:
        # In the order of the list, a path comes before all paths that it is a prefix of.
        page = self.files.list(workspace_id, prefix=path, include_urls=True, limit=1).page()
        return next((file for file in page.files if file.path == path), None)
