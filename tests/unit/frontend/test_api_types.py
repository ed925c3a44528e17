"""The frontend's types of the API are those of the API's own document."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from app.factory import create_app
from indexer.core.settings import Settings

FRONTEND = Path(__file__).resolve().parents[3] / "frontend"
TYPES = FRONTEND / "src" / "lib" / "api" / "schema.ts"
GENERATOR = FRONTEND / "node_modules" / ".bin" / "openapi-typescript"

# The document needs no service: the application connects to nothing until it is asked something.
NOWHERE = Settings(database_url="", elasticsearch_url="http://127.0.0.1:9", redis_url="")


def test_the_generated_types_are_up_to_date(tmp_path: Path) -> None:
    """With UPDATE_API_TYPES=1 the file is written instead of compared."""
    if not GENERATOR.exists():
        pytest.skip("the frontend's packages are not installed (npm ci)")
    made = generate(tmp_path)
    if os.environ.get("UPDATE_API_TYPES"):
        TYPES.write_text(made)
    assert made == TYPES.read_text(), "run this test once with UPDATE_API_TYPES=1"


def generate(folder: Path) -> str:
    """Return the types that `npm run types` makes of the API's document."""
    document = create_app(NOWHERE).test_client().get("/api/openapi.json")
    assert document.status_code == 200
    source, made = folder / "openapi.json", folder / "schema.ts"
    source.write_bytes(document.data)
    command = [str(GENERATOR), str(source), "--output", str(made)]
    command += ["--root-types", "--root-types-no-schema-prefix"]
    subprocess.run(command, check=True, capture_output=True, cwd=FRONTEND, timeout=120)
    return made.read_text()
