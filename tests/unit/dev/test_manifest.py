"""A backup's manifest: whatever is in it, it is read or refused in words."""

from __future__ import annotations

import copy
import hashlib
import json
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dev.backup.__main__ import main
from dev.backup.manifest import (
    FORMAT,
    NAME,
    BackupError,
    Content,
    Manifest,
    Question,
    read_manifest,
)

WHOLE = Manifest(
    format=FORMAT,
    version="1.2",
    made="2026-11-26T10:00:00+00:00",
    revision="0026",
    tables={"brand": Content(2, "11")},
    sequences={"brand_id_seq": 2},
    streams={"searches": Content(3, "aa")},
    pictures=1,
    searches=(Question("products", "dress", 4, ("1", "2")),),
    files=Content(5, "cc"),
)
OTHERS: tuple[Any, ...] = ([], {}, None, True, 7, "x", [1], {"a": 1}, 1.5)


def body_of(folder: Path) -> Any:
    WHOLE.write(folder)
    return json.loads((folder / NAME).read_text().partition("\n")[2])


def write(folder: Path, body: Any) -> None:
    """Write a body with its own checksum, as a program that is not ours might."""
    text = json.dumps(body)
    digest = hashlib.sha256(text.encode()).hexdigest()
    (folder / NAME).write_text(f"{digest}\n{text}\n")


def places(body: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value in it."""
    if isinstance(body, dict | list):
        for key, value in body.items() if isinstance(body, dict) else enumerate(body):
            yield (*way, key)
            yield from places(value, (*way, key))


def changed(body: Any, way: tuple[Any, ...], *new: Any) -> Any:
    """Return it with another value at a place, or without one."""
    other = copy.deepcopy(body)
    inner = other
    for key in way[:-1]:
        inner = inner[key]
    if new:
        inner[way[-1]] = new[0]
    else:
        del inner[way[-1]]
    return other


def test_what_was_written_is_read(tmp_path: Path) -> None:
    WHOLE.write(tmp_path)
    assert read_manifest(tmp_path) == WHOLE


def test_another_shape_is_refused_in_words_or_is_another_backup(tmp_path: Path) -> None:
    body = body_of(tmp_path)
    wrong = [*OTHERS, *(changed(body, way) for way in places(body))]
    wrong += [changed(body, way, other) for way in places(body) for other in OTHERS]
    for one in wrong:
        write(tmp_path, one)
        with suppress(BackupError):
            assert read_manifest(tmp_path) != WHOLE
            again = read_manifest(tmp_path)
            again.write(tmp_path)
            assert read_manifest(tmp_path) == again, "what was taken is of our shape"


def test_a_backup_with_another_manifest_is_refused_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, [])
    with tarfile.open(tmp_path / "odd.tar", "w") as packed:
        packed.add(tmp_path / NAME, NAME)
    assert main(["check", str(tmp_path / "odd.tar")]) == 1
    assert "Failed: manifest.json was not made by" in capsys.readouterr().err


def test_one_of_an_earlier_format_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """Version 1.0.0 wrote format 2 before tables were dumped by PostgreSQL's own program."""
    older = {"format": 2, "version": "1.0.0", "made": "2026-11-20T10:00:00+00:00", "media": None}
    write(tmp_path, older)
    with pytest.raises(BackupError, match=r"format 2.*git checkout .*--before=2026-11-20T10"):
        read_manifest(tmp_path)
