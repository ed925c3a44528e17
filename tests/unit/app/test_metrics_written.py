"""The dashboard and the table say what is declared, and the files are what follows from it."""

from __future__ import annotations

from app.metrics.__main__ import written


def test_the_files_are_those_of_the_declarations() -> None:
    for path, content in written().items():
        assert path.read_text(encoding="utf-8") == content, "run: python -m app.metrics"
