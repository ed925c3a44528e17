"""The documents name files that exist, and link to places that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.stop import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
TOP = "app|indexer|scrapers|dev|tests|frontend|deploy|docs|es_mappings"
FILE = re.compile(rf"`((?:{TOP})/[\w./-]*)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def missing(document: Path) -> Iterator[str]:
    text = document.read_text()
    yield from (name for name in FILE.findall(text) if not (ROOT / name).exists())
    yield from (link for link in LINK.findall(text) if not (document.parent / link).exists())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_and_link_of_a_document_exists(document: Path) -> None:
    assert [*missing(document)] == []
