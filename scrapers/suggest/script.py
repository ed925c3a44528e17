"""The page side of a suggestion: one script, asked of a listing or (`own`) of a product's page."""

from __future__ import annotations

from pathlib import Path

SCRIPT = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
