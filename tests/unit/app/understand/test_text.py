from __future__ import annotations

from app.search.understand.text import MOST_WORDS, fold_in_place, tokens


def words(text: str) -> list[str]:
    return [token.text for token in tokens(fold_in_place(text))]


def test_folding_keeps_the_place_of_every_character() -> None:
    for text in ("Café’s Rôk — ÉMILE ﬁne", "İstanbul", "STRASSE ß"):
        assert len(fold_in_place(text)) == len(text)
    assert fold_in_place("Café Rôk") == "cafe rok"


def test_hyphens_part_words_and_initials_are_one_word() -> None:
    assert words("T-shirt by U.S. Polo") == ["t", "shirt", "by", "us", "polo"]


def test_possessives_and_apostrophes_are_cut() -> None:
    assert words("men's Levi’s isn't") == ["men", "levi", "isnt"]


def test_plurals_have_the_stem_of_the_tables() -> None:
    assert [token.stem for token in tokens("dresses ladies mens")] == ["dress", "lady", "man"]


def test_a_minus_before_a_word_is_no_hyphen() -> None:
    minuses = {token.text: token.minus for token in tokens("dress -red t-shirt - blue")}
    assert minuses == {"dress": False, "red": True, "t": False, "shirt": False, "blue": False}


def test_a_long_text_is_read_no_farther_than_people_type() -> None:
    assert len(tokens("word " * 500)) == MOST_WORDS
