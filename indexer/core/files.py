"""Files under one address, wherever fsspec finds it: a folder, a bucket of S3.

A bucket's log-in and endpoint are in the variables of its provider's own library
(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL, AWS_DEFAULT_REGION).
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec

# A bucket that hangs keeps a visitor's thread, or a run, for some of these and not for minutes.
_S3 = {"config_kwargs": {"connect_timeout": 3, "read_timeout": 10, "retries": {"max_attempts": 1}}}
OPTIONS: dict[str, dict[str, Any]] = {"s3": _S3, "s3a": _S3}


class Location:
    """Files by name below one fsspec address. Every failure but absence is an OSError.

    Made anew where it is needed: fsspec keeps the connections, for each process its own.
    """

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        scheme = address.partition("://")[0]
        self._files, self._root = fsspec.core.url_to_fs(self.address, **OPTIONS.get(scheme, {}))
        protocol = self._files.protocol
        self._is_local = "file" in ((protocol,) if isinstance(protocol, str) else protocol)

    def local(self, name: str) -> Path | None:
        """Return where a file lies, or would lie, on this machine; None in a bucket."""
        return Path(self._path(name)) if self._is_local else None

    def read(self, name: str) -> bytes | None:
        """Return a file, None where there is none (a link counts as none); raises OSError."""
        if self._is_local and Path(self._path(name)).is_symlink():
            return None
        with _as_os_error(self.address):
            try:
                content: bytes = self._files.cat_file(self._path(name))
            except (FileNotFoundError, NotADirectoryError):
                return None
            return content

    def has(self, name: str) -> bool:
        """Return True if there is a file of this name; raises OSError."""
        with _as_os_error(self.address):
            return bool(self._files.exists(self._path(name)))

    def write(self, name: str, content: bytes) -> None:
        """Store a file, in place of an older one; nobody reads half of it. Raises OSError."""
        path = self._path(name)
        with _as_os_error(self.address):
            if not self._is_local:
                self._files.pipe_file(path, content)  # object stores replace whole objects
                return
            self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
            part = f"{path}.{uuid.uuid4().hex}.part"  # two threads may have the same picture
            try:
                self._files.pipe_file(part, content)
                self._files.mv(part, path)
            except OSError:
                if self._files.exists(part):
                    self._files.rm(part)
                raise

    def remove(self, name: str) -> None:
        """Delete a file, if there is one; raises OSError."""
        with _as_os_error(self.address):
            try:
                self._files.rm_file(self._path(name))
            except FileNotFoundError:
                return

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"


@contextmanager
def _as_os_error(address: str) -> Iterator[None]:
    """Raise what a provider's library raises as OSError."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{address}: {type(error).__name__}: {error}") from error
