"""Brands, stores that are called like one, and words that are not wanted. Pure."""

from __future__ import annotations

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query import clauses, ranking
from app.search.query.clauses import raised
from app.search.understand import ANY_BRAND, Brand, Meaning, Part
from indexer.reference.words.phrases import singular

_BRAND, _STORE = BY_ATTRIBUTE["brand"], BY_ATTRIBUTE["store"]


def brand(part: Part) -> Body:
    """Return what holds for a brand's products, or a store's that is called so."""
    named = [clauses.chosen(_BRAND, _BRAND.field, part.values)] if part.values else []
    stores = part.stores if isinstance(part, Brand) else ()
    return clauses.any_of([*named, *([clauses.terms(_STORE.field, stores)] if stores else [])])


def brands_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the brands: one of them."""
    either = [brand(part) for part in meaning.of("brand") if part.certain]
    return [clauses.any_of(either)] if either else []


def brands_raise(meaning: Meaning) -> list[Body]:
    """Raise the brands that need not be it."""
    given_up = meaning.relaxation >= ANY_BRAND
    perhaps = [part for part in meaning.of("brand") if given_up or not part.certain]
    return [raised(brand(part), ranking.BRAND) for part in perhaps]


def any_brand(meaning: Meaning) -> list[Body]:
    """Return what holds for each of the brands."""
    return [brand(part) for part in meaning.of("brand")]


def word_barred(part: Part) -> Body:
    """Return what must not hold; "without buttons" is what a name says that has none."""
    said, lacking = (clauses.said(["name"], own) for own in (part.phrases, lacks(part)))
    return {"bool": {"filter": [said], "must_not": [lacking]}}


def words_raise(meaning: Meaning) -> list[Body]:
    """Raise what says that it has not what is not wanted."""
    unwanted = meaning.of("word", excluded=True)
    return [raised(clauses.said(["name"], lacks(p)), ranking.WORD_IN_NAME) for p in unwanted]


def lacks(part: Part) -> tuple[str, ...]:
    """Return how names say that something has not what words name: "sleeveless", "no sleeves"."""
    said = part.phrases[0]
    stems = (said, singular(said))
    forms = (f"without {stem}|no {stem}|non {stem}|{stem} free|{stem}less" for stem in stems)
    return tuple(dict.fromkeys(form for own in forms for form in own.split("|")))
