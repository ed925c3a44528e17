"""The vocabulary answers for phrases, and refuses files that contradict themselves."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.language import VocabularyError, current, load_vocabulary, refresh
from indexer.language.tree import FOLDER, category_slugs, color_slugs
from indexer.language.words import vocabulary as module

Write = Callable[[str, str], Path]
TROUSERS, WEAR = "*/bottoms/trousers", "product_types/wear.tsv"
PRODUCT_TYPES = f"""{TROUSERS}:trousers:-;{TROUSERS}:chinos:trousers
{TROUSERS}:cargo-pants:trousers;*/bottoms/shorts:shorts:-"""
WORDS = """type:trousers:trousers|pants|slacks:both;type:chinos:chinos:both
type:cargo-pants:cargo pants:both;type:shorts:shorts:both;type:shorts:short:both .1"""
AFRIKAANS = "type:trousers:langbroek:both;type:shorts:kort:query"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A vocabulary folder with these product types; call it again to change one of its files."""
    shutil.copytree(FOLDER, tmp_path / "words")
    # The languages name types that these tests leave out.
    for name in ("product_types", "languages"):
        shutil.rmtree(tmp_path / "words" / name)
    for name in ("product_types", "languages/en", "languages/af"):
        (tmp_path / "words" / name).mkdir(parents=True)

    def put(name: str, rows: str) -> Path:
        """Write rows as a table, columns parted by ":", a language's without sources."""
        path = tmp_path / "words" / name
        ending = "\t-\n" if name.startswith("languages") else "\n"
        listed = rows.replace("\n", ";").split(";") if rows else []
        text = "".join(row.replace(":", "\t") + ending for row in listed)
        path.write_text(text, encoding="utf-8")
        return tmp_path / "words"

    put("languages/en/words.tsv", WORDS)
    put("languages/af/words.tsv", AFRIKAANS)
    put(WEAR, PRODUCT_TYPES)
    return put


def test_a_phrase_names_its_type_in_any_number_and_writing(write: Write) -> None:
    words = load_vocabulary(write(WEAR, PRODUCT_TYPES))
    for phrase in ("Trousers", "trouser", "PANTS", "langbroek"):
        assert [w.meaning for w in words.type_words.senses_of(phrase)] == ["trousers"], phrase
    assert words.type_words.senses_of("zzyzx") == ()
    assert [(w.meaning, w.is_weak) for w in words.type_words.senses_of("shorts")] == [
        ("shorts", False)
    ]
    assert [(w.meaning, w.is_weak) for w in words.type_words.senses_of("short")] == [
        ("shorts", True)
    ]
    assert [(w.in_titles, w.language) for w in words.type_words.senses_of("kort")] == [
        (False, "af")
    ]


def test_a_narrower_type_is_named_by_the_other_words_that_its_kin_end_in_too(write: Write) -> None:
    added = (
        f"{TROUSERS}:{what}:trousers"
        for what in ("work-trousers", "smart-trousers", "ski-pants", "ski-trousers")
    )
    said = """type:work-trousers:work trousers:both;type:smart-trousers:smart trousers:both
type:smart-trousers:smart slacks:both;type:ski-pants:ski pants:both
type:ski-trousers:ski trousers:both"""
    write("languages/en/words.tsv", f"{WORDS};{said}")
    words = load_vocabulary(write(WEAR, ";".join((PRODUCT_TYPES, *added)))).type_words
    for phrase in ("work pants", "work pant", "cargo trousers"):
        assert [w.meaning for w in words.senses_of(phrase)] != [], phrase
    assert [w.meaning for w in words.senses_of("ski pants")] == ["ski-pants"]  # it has a type
    # One other is called so: no way to speak of trousers.
    assert words.senses_of("work slacks") == ()


REFUSED = Path(__file__).with_name("refused.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", REFUSED)
def test_a_file_that_contradicts_itself_is_refused_by_file_and_line(write: Write, row: str) -> None:
    name, value, said, message = row.split("\t")
    write("languages/en/words.tsv", f"{WORDS};{said}" if said != "-" else WORDS)
    with pytest.raises(VocabularyError) as refused:
        load_vocabulary(write(name, value.replace("+", f"{PRODUCT_TYPES};")))
    assert str(refused.value) == message


def test_one_wording_may_name_types_below_different_roots(write: Write) -> None:
    write("languages/en/words.tsv", f"{WORDS};type:pan:pants:both")
    words = load_vocabulary(write(WEAR, f"{PRODUCT_TYPES};home/kitchen/cookware:pan:-"))
    assert {w.meaning for w in words.type_words.senses_of("pants")} == {"trousers", "pan"}


def test_a_changed_file_is_read_again_and_a_broken_one_changes_nothing(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(WEAR, PRODUCT_TYPES)
    monkeypatch.setattr(module, "_current", module._Current())
    monkeypatch.setenv("VOCABULARY_DIR", str(folder))
    assert current().type_words.senses_of("tekkies") == ()
    assert refresh() is False
    write(WEAR, f"{PRODUCT_TYPES};*/shoes/sneakers:sneakers:-")
    write("languages/en/words.tsv", f"{WORDS};type:sneakers:tekkies:both")
    assert refresh() is True
    before = current()
    assert [w.meaning for w in before.type_words.senses_of("tekkies")] == ["sneakers"]
    write(WEAR, "broken")
    with pytest.raises(VocabularyError, match=r"wear\.tsv: line 1: has not 3 columns"):
        refresh()
    assert current() is before


def test_what_ships_names_every_category_and_colour() -> None:
    words = current()
    slugs = {
        slug for product_type in words.product_types.values() for slug in product_type.categories
    }
    leaves = {s for s in category_slugs() if s.count("/") == 2}
    assert leaves <= slugs
    assert {wording.meaning for wording in words.colours} == set(color_slugs())
