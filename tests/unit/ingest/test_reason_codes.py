"""Every sentence that may end a run has a code: "other" is no answer to "what breaks?"."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scrapers
from indexer.core import stopflag
from indexer.ingest.runs.working import error_text
from indexer.ingest.verdict.gates import Baseline, Facts, judge
from indexer.ingest.verdict.reason_codes import OTHER, codes_of
from scrapers import errors
from scrapers.feeds.errors import FeedError
from tests.support.source import tree_of

ROOT = Path(scrapers.__file__).parent
# What is raised to end a page or a feed, and so stands in the reason of a run.
ENDING = {FeedError.__name__} | {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.PageError)
}
GOOD = {"price": 1.0, "href": 1.0, "image": 1.0}


def raised() -> Iterator[str]:
    """Yield the words of each error that scrapers raise, 503 in the place of each value."""
    for path in ROOT.rglob("*.py"):
        for call in ast.walk(tree_of(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            if call.func.id in ENDING and call.args and (words := _words(call.args[0])):
                yield words


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if not isinstance(node, ast.JoinedStr):
        return ""
    words = "".join(
        str(part.value) if isinstance(part, ast.Constant) else "503" for part in node.values
    )
    return words if any(char.isalpha() for char in words) else ""


def test_of_the_errors_that_scrapers_raise_at_most_one_in_twenty_is_another() -> None:
    sentences = sorted(set(raised()))
    assert len(sentences) > 50
    others = [words for words in sentences if codes_of(words) == (OTHER,)]
    assert len(others) <= len(sentences) / 20, others


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        (Facts(12, GOOD, 3, 3), ("fewer products",)),
        (Facts(0, GOOD, 3, 3), ("fewer products",)),
        (Facts(40, GOOD, 3, 1), ("pages unread",)),
        (Facts(40, GOOD | {"price": 0.5}, 3, 3), ("fields missing",)),
        (
            Facts(0, GOOD, 1, 0, ("https://a.example: The store answers 503.",)),
            ("store in trouble",),
        ),
        (
            Facts(
                40,
                GOOD,
                2,
                1,
                ("https://a.example: robots.txt of https://a.example disallows it.",),
            ),
            ("pages unread", "robots.txt"),
        ),
        (Facts(40, GOOD, 2, 1, stopped=stopflag.ASKED.text), ("stopped",)),
    ],
)
def test_a_verdict_has_the_codes_of_all_its_reasons(facts: Facts, codes: tuple[str, ...]) -> None:
    verdict = judge(facts, Baseline(40, GOOD))
    assert codes_of("; ".join(verdict.reasons)) == codes
    assert codes_of(f"Accepted by an operator: {'; '.join(verdict.reasons)}") == codes


def test_what_ends_a_run_from_outside_has_a_code() -> None:
    assert codes_of(stopflag.out_of_time(60).text) == ("out of time",)
    assert codes_of("Its worker died: no heartbeat. It had been begun 4 times.") == (
        "process died",
    )
    assert codes_of(error_text(KeyError("price"))) == ("program error",)
    assert codes_of(error_text(OSError(28, "No space left on device"))) == ("disk full",)
    assert codes_of("The moon was full.") == (OTHER,)
    assert codes_of(None) == codes_of("") == ()
