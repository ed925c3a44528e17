"""A downloaded file is what its publisher said it is, or it is not used."""

from __future__ import annotations

import hashlib
from pathlib import Path

from dev.services.errors import ServiceError


def check(path: Path, algorithm: str, expected: str) -> None:
    """Raise ServiceError, and remove the file, when its checksum is another."""
    with path.open("rb") as handle:
        found = hashlib.file_digest(handle, algorithm).hexdigest()
    if found != expected.lower():
        path.unlink()
        raise ServiceError(
            f"{path.name} is damaged or not the published file ({algorithm} {found}, expected "
            f"{expected}). It was removed: run the command again to fetch it anew."
        )
