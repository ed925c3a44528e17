"""One more attribute is a declaration and its entries: nothing else has to know of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ENTRIES = {
    "values": [
        {"name": "Oversized", "words": ["oversized", "loose fit"]},
        {"name": "Tapered", "words": ["tapered"]},
    ],
    "not": ["\\btapered candles\\b"],
}
# In a process of its own: all that reads declarations has read them by now in this one.
PROGRAM = """
import json, sys
from scrapers import attributes
from scrapers.attributes.wordings import Worded

entries = Worded(sys.argv[1])
cut = attributes.Attribute("cut", "Cut", entries.of, in_name=entries.in_name, asked=entries.asked)
attributes.ATTRIBUTES = attributes.declared.ATTRIBUTES = (*attributes.ATTRIBUTES, cut)

from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import score
from app.search.query.understood import filters, relaxations
from app.search.understand import understand
from indexer.index.cluster.mapping import shipped_body
from tests.unit.app.understand.language import language

def said(text):
    meaning = understand(text, language(), known=frozenset({"oversized", "tapered", "loose"}))
    must, barred = filters(meaning, "ZAR")
    first = relaxations(meaning)[0]
    return {
        "parts": [(part.id, part.label) for part in meaning.parts if part.kind == "cut"],
        "words": meaning.words,
        "must": must,
        "barred": barred,
        "raised": score(meaning),
        "looser": filters(first, "ZAR")[0],
        "raisedThen": score(first),
    }

fields = shipped_body().mappings["properties"]["attributes"]["properties"]
answer = {text: said(text) for text in sys.argv[2:]}
print(json.dumps({"said": answer, "filter": BY_ATTRIBUTE["cut"].label, "field": fields["cut"]}))
"""
TEXTS = ("oversized black shirt", "loose fit linen shirt", "jeans not tapered")


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file = tmp_path_factory.mktemp("entries") / "cuts.json"
    file.write_text(json.dumps(ENTRIES), encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(file), *TEXTS]
    root = Path(__file__).resolve().parents[3]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_it_is_a_field_and_a_filter(answer: Any) -> None:
    assert (answer["filter"], answer["field"]["type"]) == ("Cut", "keyword")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("oversized black shirt", ["cut:oversized", "Oversized"]),
        ("loose fit linen shirt", ["cut:loose fit", "Oversized"]),
        ("jeans not tapered", ["not-cut:tapered", "Tapered"]),
    ],
)
def test_a_text_asks_for_it_in_its_words(answer: Any, text: str, part: list[str]) -> None:
    said = answer["said"][text]
    assert (said["parts"], said["words"]) == ([part], [])


def test_it_filters_and_is_given_up_with_the_words_and_raises_then(answer: Any) -> None:
    said = answer["said"]["oversized black shirt"]
    held = {"term": {"attributes.cut": "Oversized"}}
    assert any(held in clause.get("bool", {}).get("should", ()) for clause in said["must"])
    assert "attributes.cut" not in str(said["looser"])
    for clauses in (said["raised"], said["raisedThen"]):
        assert held in [clause["constant_score"]["filter"] for clause in clauses]


def test_what_is_not_wanted_has_it_not(answer: Any) -> None:
    said = answer["said"]["jeans not tapered"]
    assert "attributes.cut" in str(said["barred"])
    assert "attributes.cut" not in str(said["must"])
