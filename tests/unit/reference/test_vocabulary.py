"""The vocabulary answers for phrases, and refuses files that contradict themselves."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indexer.reference import VocabularyError, current, load_vocabulary, refresh
from indexer.reference.tree import category_slugs, color_slugs
from indexer.reference.words import vocabulary as module
from indexer.settings import ROOT

Write = Callable[[str, Any], Path]
PRODUCT_TYPES: dict[str, list[dict[str, Any]]] = {
    "*/bottoms/trousers": [
        {"id": "trousers", "words": ["trousers", "pants", "slacks"], "af": ["langbroek"]},
        {"id": "chinos", "words": ["chinos"], "broader": "trousers"},
        {"id": "cargo-pants", "words": ["cargo pants"], "broader": "trousers"},
    ],
    "*/bottoms/shorts": [
        {"id": "shorts", "words": ["shorts"], "weak": ["short"], "query": ["kort"]},
    ],
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A vocabulary folder with these product types; call it again to change one of its files."""
    shutil.copytree(module.FOLDER, tmp_path / "words")
    for name in (
        "product_types",
        "languages",
    ):  # the languages name types that these tests leave out
        shutil.rmtree(tmp_path / "words" / name)
    (tmp_path / "words" / "product_types").mkdir()

    def put(name: str, value: Any) -> Path:
        path = tmp_path / "words" / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return tmp_path / "words"

    put("product_types/wear.json", PRODUCT_TYPES)
    return put


def test_a_phrase_names_its_type_in_any_number_and_writing(write: Write) -> None:
    words = load_vocabulary(write("product_types/wear.json", PRODUCT_TYPES))
    for phrase in ("Trousers", "trouser", "PANTS", "langbroek"):
        assert [w.meaning for w in words.named(phrase)] == ["trousers"], phrase
    assert words.named("zzyzx") == ()
    assert [(w.meaning, w.kind) for w in words.named("shorts")] == [("shorts", "words")]
    assert [(w.meaning, w.kind) for w in words.named("short")] == [("shorts", "weak")]
    assert [w.in_titles for w in words.named("kort")] == [False]


def test_a_type_knows_its_synonyms_and_what_is_broader_and_narrower(write: Write) -> None:
    words = load_vocabulary(write("product_types/wear.json", PRODUCT_TYPES))
    assert words.product_types["trousers"].synonyms == ("trousers", "pants", "slacks", "langbroek")
    assert words.narrower("trousers") == ("chinos", "cargo-pants")
    assert words.broader("chinos") == ("trousers",)
    assert words.broader("trousers") == ()
    assert "men/bottoms/trousers" in words.product_types["chinos"].categories
    in_bottoms = {
        product_type.id
        for product_type in words.product_types.values()
        if any(slug.startswith("women/bottoms") for slug in product_type.categories)
    }
    assert in_bottoms == {"trousers", "chinos", "cargo-pants", "shorts"}


def test_a_narrower_type_is_named_by_the_other_words_that_its_kin_end_in_too(write: Write) -> None:
    added = [
        {"id": "work-trousers", "words": ["work trousers"], "broader": "trousers"},
        {
            "id": "smart-trousers",
            "words": ["smart trousers", "smart slacks"],
            "broader": "trousers",
        },
        {"id": "ski-pants", "words": ["ski pants"], "broader": "trousers"},
        {"id": "ski-trousers", "words": ["ski trousers"], "broader": "trousers"},
    ]
    words = load_vocabulary(write("product_types/wear.json", changed("*/bottoms/trousers", *added)))
    for phrase in ("work pants", "work pant", "cargo trousers"):
        assert [w.meaning for w in words.named(phrase)] != [], phrase
    assert [w.meaning for w in words.named("ski pants")] == ["ski-pants"]  # it has a type
    assert words.named("work slacks") == ()  # one other is called so: no way to speak of trousers


def changed(category: str, *entries: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {**PRODUCT_TYPES, category: [*PRODUCT_TYPES.get(category, []), *entries]}


REFUSED = Path(__file__).with_name("refused.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", REFUSED)
def test_a_file_that_contradicts_itself_is_refused_by_file_and_entry(
    write: Write, row: str
) -> None:
    name, value, message = row.split("\t")
    if value.startswith("+"):
        added = json.loads(value[1:])
        value = json.dumps(
            PRODUCT_TYPES | {at: PRODUCT_TYPES.get(at, []) + added[at] for at in added}
        )
    with pytest.raises(VocabularyError) as refused:
        load_vocabulary(write(name, value))
    file_and_entry, _, problem = message.rpartition(": ")
    assert str(refused.value).startswith(f"{file_and_entry}: ")
    assert problem in str(refused.value)


def test_one_wording_may_name_types_below_different_roots(write: Write) -> None:
    product_types = changed("home/kitchen/cookware", {"id": "pan", "words": ["pants"]})
    words = load_vocabulary(write("product_types/wear.json", product_types))
    assert {w.meaning for w in words.named("pants")} == {"trousers", "pan"}


def test_a_changed_file_is_read_again_and_a_broken_one_changes_nothing(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write("product_types/wear.json", PRODUCT_TYPES)
    monkeypatch.setattr(module, "_current", module._Current())
    monkeypatch.setenv("VOCABULARY_DIR", str(folder))
    assert current().named("tekkies") == ()
    assert refresh() is False
    shoes = {"id": "sneakers", "words": ["tekkies"]}
    write("product_types/wear.json", changed("*/shoes/sneakers", shoes))
    assert refresh() is True
    before = current()
    assert [w.meaning for w in before.named("tekkies")] == ["sneakers"]
    write("product_types/wear.json", "broken")
    with pytest.raises(VocabularyError, match=r"wear\.json: the file: is not JSON"):
        refresh()
    assert current() is before


def test_what_ships_names_every_category_and_colour() -> None:
    words = current()
    slugs = {
        slug for product_type in words.product_types.values() for slug in product_type.categories
    }
    leaves = {s for s in category_slugs() if s.count("/") == 2}
    assert leaves <= slugs
    assert set(words.colour_phrases) == set(color_slugs())


# Neither a product type, a colour nor people of this catalogue.
NOT_OURS = {"bakkie", "pickup", "ute", "colour", "color"}


def test_the_search_engines_synonyms_are_all_in_the_tables() -> None:
    words = current()
    phrases = [
        phrase.strip()
        for line in (ROOT / "es_mappings" / "synonyms.txt").read_text("utf-8").splitlines()
        for phrase in line.split("#")[0].replace("=>", ",").split(",")
    ]
    tables = (words.type_words, words.colour_words, words.people_words)
    unknown = {
        phrase
        for phrase in phrases
        if phrase and phrase not in NOT_OURS and not any(table.named(phrase) for table in tables)
    }
    assert not unknown


@pytest.mark.parametrize(
    ("narrow", "broad"),
    [
        ("chinos", "trousers"),
        ("culottes", "trousers"),
        ("chelsea-boots", "boots"),
        ("gumboots", "boots"),
        ("bookcase", "storage"),
        ("shirt-dress", "dress"),
        ("corner-sofa", "sofa"),
        ("dupatta", "scarf"),
    ],
)
def test_what_is_one_of_another_type_says_so(narrow: str, broad: str) -> None:
    assert broad in current().broader(narrow)
    assert narrow in current().narrower(broad)
    assert narrow not in {
        w.meaning for w in current().named(current().product_types[broad].synonyms[0])
    }


@pytest.mark.parametrize("name", ["not", "behind"])
def test_phrases_that_only_look_like_types_are_a_list_of_texts_by_either_name(
    write: Write, name: str
) -> None:
    words = load_vocabulary(write("product_types/looks.json", {name: ["Queen beds"]}))
    assert {"not": words.not_types, "behind": words.looks_behind}[name] == {("queen", "bed")}
    with pytest.raises(VocabularyError, match=rf"looks\.json: {name}: is no list of phrases"):
        load_vocabulary(write("product_types/looks.json", {name: "queen bed"}))
