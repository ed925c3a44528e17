"""What a text means as what must hold and what must not: pure functions that return dicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.search import Body
from app.search.query import clauses
from app.search.understand import ANY_COLOUR, ANYTHING, NEAR, Meaning, Part
from indexer.reference.words.phrases import singular

# How many of the remaining words must be there when no other condition holds the page together.
_SOME_WORDS = "1<50%"


def filters(meaning: Meaning, currency: str) -> tuple[list[Body], list[Body]]:
    """Return what must hold and what must not; amounts in `currency` where none was named."""
    if meaning.loose >= ANYTHING:
        must = [*_anything(meaning), *_prices(meaning.of("price"), currency)]
        return must, [_excluded(part) for part in meaning.parts if part.excluded]
    must = [
        *_things_in_colours(meaning),
        *_alternatives(clauses.brand(part) for part in clauses.certain_brands(meaning)),
        *_people(meaning.of("people")),
        *_prices(meaning.of("price"), currency),
    ]
    if not meaning.loose:
        must += [clauses.state(part) for part in meaning.of("state") if part.certain]
        must += [clauses.attribute(part) for part in meaning.attributes if part.certain]
        must += [clauses.has_word(word) for word in meaning.words]
        must += [clauses.said(["name", "brand.text"], [word]) for word in meaning.literal]
    elif not (meaning.is_anchored or meaning.is_vague):
        must += _some(meaning)
    if not (must or meaning.words):  # a text that is nothing but a measure asks for it
        must += _alternatives(map(clauses.measure, meaning.measures))
    if meaning.prefix and not meaning.loose:
        must.append(_begun(meaning))
    if meaning.is_empty:
        must.append({"match_none": {}})
    return must, [_excluded(part) for part in meaning.parts if part.excluded]


def _things_in_colours(meaning: Meaning) -> list[Body]:
    """Return what must hold of the things and of the colours.

    Where what is near follows, so does just the thing in another colour: who looks for a brown sofa
    looks at sofas. Which of them comes first is the ranking's (`nearness`).
    """
    things = meaning.of("thing")
    near = _paired(meaning) or [
        *_alternatives(
            clauses.thing(part, meaning.loose, surely=meaning.is_by_price) for part in things
        ),
        *_alternatives(_colours(meaning)),
    ]
    if meaning.loose != NEAR or not (things and _colours(meaning)):
        return near
    return [clauses.any_of([clauses.all_of(near), *(clauses.thing(part) for part in things)])]


def _paired(meaning: Meaning) -> list[Body]:
    """Return what must hold where each thing has colours of its own; nothing where not."""
    colours = meaning.of("colour")
    if meaning.loose >= ANY_COLOUR or not colours or not all(part.of for part in colours):
        return []
    pairs = [
        clauses.all_of(
            [
                clauses.thing(thing, meaning.loose, surely=meaning.is_by_price),
                clauses.any_of([clauses.colour(own) for own in colours if own.of == thing.text]),
            ]
        )
        for thing in meaning.of("thing")
    ]
    return _alternatives(pairs)


def _anything(meaning: Meaning) -> list[Body]:
    """Return what one product must have at least: a thing, a brand, or a word of the text."""
    things = [clauses.thing(part, NEAR) for part in meaning.of("thing")]
    brands = [clauses.brand(part) for part in meaning.of("brand")]
    words = [clauses.has_word(word) for word in meaning.words]
    return _alternatives([*things, *brands, *words])


def _alternatives(options: Iterable[Body]) -> list[Body]:
    either = list(options)
    return [clauses.any_of(either)] if either else []


def _colours(meaning: Meaning) -> list[Body]:
    if meaning.loose >= ANY_COLOUR:
        return []
    return [clauses.colour(part) for part in meaning.of("colour")]


def _people(parts: Sequence[Part]) -> list[Body]:
    """Return whom products are for; what says nothing of it (a lamp, a tent) is for all."""
    genders, audiences = clauses.genders_and_audiences(parts)
    must: list[Body] = []
    if genders:
        nobody = {"bool": {"must_not": [{"exists": {"field": "gender"}}]}}
        must.append(clauses.any_of([clauses.terms("gender", genders), nobody]))
    if audiences and "adult" not in audiences:
        named = tuple(phrase for part in parts for phrase in part.phrases)
        must.append(
            clauses.any_of([clauses.terms("audience", audiences), clauses.said(["name"], named)])
        )
        if child := clauses.children(parts):
            others = [other for other in clauses.CHILDREN.values() if other != child]
            must.append({"bool": {"must_not": [clauses.terms("audience", others)]}})
    elif audiences == ["adult"]:
        must.append({"bool": {"must_not": [clauses.terms("audience", clauses.KIDS)]}})
    return must


def _prices(parts: Sequence[Part], currency: str) -> list[Body]:
    """Return the price range; of bounds that leave nothing between them either one holds."""
    ranges = [_range(part, currency) for part in parts]
    lows = [part.low for part in parts if part.low is not None]
    highs = [part.high for part in parts if part.high is not None]
    if len(parts) > 1 and lows and highs and max(lows) > min(highs):
        return [clauses.any_of(ranges)]
    return ranges


def _range(part: Part, currency: str) -> Body:
    return clauses.within(f"price.{(part.currency or currency).lower()}", part)


def _begun(meaning: Meaning) -> Body:
    """Return what holds where a word of the name or the brand begins so, or the thing's does."""
    fields = ("name.prefix", "brand.prefix")
    begun: list[Body] = [{"match": {field: meaning.prefix}} for field in fields]
    begun += [clauses.terms("things", meaning.begun)] if meaning.begun else []
    return clauses.any_of(begun)


def _some(meaning: Meaning) -> list[Body]:
    """Return what holds for half of the words, of which attributes are some."""
    said = [*meaning.words, *(phrase for part in meaning.attributes for phrase in part.phrases)]
    asked = {"query": " ".join(said), "minimum_should_match": _SOME_WORDS}
    return [{"match": {"words": asked}}] if said else []


def _excluded(part: Part) -> Body:
    match part.kind:
        case "thing":
            named = part.phrases if part.narrow else part.phrases[:1]
            clause = clauses.any_of([clauses.thing(part), clauses.said(["name"], named)])
        case "colour":
            clause = clauses.any_of(
                [clauses.terms("colour", part.values), clauses.said(["colourText"], part.phrases)]
            )
        case "brand":
            clause = clauses.brand(part)
        case "people":
            clause = _excluded_people(part)
        case "state":
            clause = clauses.state(part)
        case "word":  # "without buttons" is what a name says that has none
            said, lacking = (clauses.said(["name"], own) for own in (part.phrases, lacks(part)))
            clause = {"bool": {"filter": [said], "must_not": [lacking]}}
        case _:
            clause = clauses.any_of([clauses.held(part), clauses.said(["name"], part.phrases)])
    return clause


def lacks(part: Part) -> tuple[str, ...]:
    """Return how names say that something has not what words name: "sleeveless", "no sleeves"."""
    said = part.phrases[0]
    stems = (said, singular(said))
    forms = (f"without {stem}|no {stem}|non {stem}|{stem} free|{stem}less" for stem in stems)
    return tuple(dict.fromkeys(form for own in forms for form in own.split("|")))


def _excluded_people(part: Part) -> Body:
    genders, audiences = clauses.genders_and_audiences([part])
    if set(audiences) & set(clauses.KIDS):
        return clauses.terms("audience", audiences)
    return clauses.all_of([clauses.terms("gender", genders), clauses.NOT_UNISEX])
