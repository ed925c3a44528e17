"""One version, said in one place."""

from __future__ import annotations

import re
from pathlib import Path

from app.factory import create_app
from app.version import VERSION
from indexer.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
NOWHERE = Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")


def test_the_api_document_and_the_changelog_say_the_same_version() -> None:
    document = create_app(NOWHERE).test_client().get("/api/openapi.json").json
    assert document is not None
    assert document["info"]["version"] == VERSION
    released = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert released[0] == VERSION
