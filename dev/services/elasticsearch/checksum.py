"""Whether a downloaded file is the one that was published."""

from __future__ import annotations

import hashlib
from pathlib import Path

from dev.services.errors import ServiceError


def verify_checksum(path: Path, algorithm: str, expected: str) -> None:
    """Raise ServiceError, and remove the file, when its checksum differs."""
    with path.open("rb") as handle:
        actual = hashlib.file_digest(handle, algorithm).hexdigest()
    if actual != expected.lower():
        path.unlink()
        raise ServiceError(
            f"{path.name} is damaged or not the published file ({algorithm} {actual}, expected "
            f"{expected}). It was removed: run the command again to fetch it anew."
        )
