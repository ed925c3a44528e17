"""Speakers confirm, mend and add words of their languages; what they add is read in searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from indexer.core.settings import Settings
from indexer.language.files import folder, table
from tests.support.index import execute

ZWIENDA = {"language": "ve", "sense": "type", "meant": "shoes", "form": "zwienda"}


@pytest.fixture(autouse=True)
def without_signatures(shop_settings: Settings, api: FlaskClient) -> Iterator[None]:
    yield
    execute(shop_settings, "DELETE FROM spoken_word")
    api.application.extensions["winkel"].snapshots.forget()


def found(api: FlaskClient, text: str) -> int:
    params = {"query": text, "hitsPerPage": 1}
    answer = api.post("/api/search", json=[{"indexName": "products", "params": params}])
    return int(answer.get_json()["results"][0]["nbHits"])


def sign(api: FlaskClient, sent: Mapping[str, Any], status: int = 200) -> Any:
    answer = api.post("/api/words", json=sent)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_json() if status != 200 else answer.get_data(as_text=True)


def word(api: FlaskClient, form: str, language: str = "ve") -> dict[str, Any]:
    listed = api.get(f"/api/words?language={language}").get_json()["words"]
    return next(word for word in listed if word["form"] == form)


def exported(api: FlaskClient, language: str = "ve") -> list[str]:
    answer = api.get(f"/api/words/export?language={language}")
    assert answer.mimetype == "text/tab-separated-values"
    return answer.get_data(as_text=True).splitlines()[1:]


def test_all_words_of_a_language_are_listed_with_their_sources(api: FlaskClient) -> None:
    answer = api.get("/api/words?language=ve").get_json()
    assert {"code": "ve", "name": "Tshivenḓa"} in answer["languages"]
    listed = table(folder() / "languages" / "ve" / "words.tsv", 5)
    forms = [
        form for _, row in listed if row[0] not in {"bound", "small"} for form in row[2].split("|")
    ]
    assert sorted(word["form"] for word in answer["words"]) == sorted(forms)
    red = word(api, "[adjective]tswuku")
    assert red["means"] == "red"
    assert red["said"].startswith("mutswuku, tshitswuku")
    assert red["signatures"] == []


def test_a_word_that_is_added_is_read_and_exported(api: FlaskClient) -> None:
    assert found(api, "zzshienda") == 0
    assert (
        sign(api, {"language": "ve", "means": "Dresses", "form": " ZZshienda "})
        == "“ ZZshienda ” is signed"
    )
    assert found(api, "zzshienda") == found(api, "dress") > 0
    signed = word(api, "zzshienda")
    assert (signed["means"], signed["sources"]) == ("dress", "")
    (signature,) = signed["signatures"]
    assert signature["isRight"]
    assert signature["by"]
    (line,) = exported(api)
    assert line.startswith("type\tdress\tzzshienda\tquery\tspeaker:")


def test_a_word_that_is_confirmed_has_one_source_more(api: FlaskClient) -> None:
    sign(api, ZWIENDA)
    (line,) = exported(api)
    listed, speaker = line.rsplit(" ", 1)
    assert listed == f"type\tshoes\tzwienda\tquery\t{word(api, 'zwienda')['sources']}"
    assert speaker.startswith("speaker:")


def test_a_word_that_is_mended_is_wrong_and_another_one_is_right(api: FlaskClient) -> None:
    sign(api, {**ZWIENDA, "instead": "zzienda"})
    assert [s["isRight"] for s in word(api, "zwienda")["signatures"]] == [False]
    assert [s["isRight"] for s in word(api, "zzienda")["signatures"]] == [True]
    right, wrong = sorted(exported(api), reverse=True)
    assert right.startswith("type\tshoes\tzzienda\t")
    assert wrong.startswith("# wrong: type\tshoes\tzwienda\t")
    assert found(api, "zzienda") == found(api, "shoes") > 0


def test_a_word_that_somebody_says_is_wrong_is_not_read(api: FlaskClient) -> None:
    added = {"language": "ve", "means": "dress", "form": "zzrokho"}
    sign(api, added)
    sign(api, {**added, "isRight": False})
    assert found(api, "zzrokho") == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"language": "xx"}, "language"),
        ({"language": "../zu"}, "language"),
        ({"form": "a | b"}, "form"),
        ({"form": ""}, "form"),
        ({"sense": "", "means": "zzqx"}, "means"),
        ({"meant": "no-such-thing"}, "meant"),
    ],
)
def test_what_is_no_word_is_refused_by_field(
    api: FlaskClient, changes: dict[str, str], field: str
) -> None:
    problem = sign(api, {**ZWIENDA, **changes}, 400)
    assert field in str(problem)
    assert exported(api) == []
