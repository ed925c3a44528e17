"""Things and their colours: what must hold, and what is nearest. Pure."""

from __future__ import annotations

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query import clauses, ranking
from app.search.query.clauses import raised
from app.search.understand import ANY_COLOUR, NEAR, Colour, Meaning, Part, Thing
from indexer.reference import extras_of

CATEGORY, COLOUR = (BY_ATTRIBUTE[name].field for name in ("category", "colour"))
WORDED = ("name", "colourText")  # where products say their colour


def thing(part: Thing, loose: int = 0, *, surely: bool = False) -> Body:
    """Return what holds for a thing: where it stands, what it is called, or both.

    `surely`: what stands there and is named something else is left out, and what is only bought for
    it, for no other order puts that behind: the cheapest of beds is a fitting, of shoes the laces.
    """
    clause = _thing(part, loose, surely=surely)
    extras = extras_of(part.values) if surely else ()
    if not extras:
        return clause
    return {"bool": {"filter": [clause], "must_not": [clauses.terms(CATEGORY, extras)]}}


def _thing(part: Thing, loose: int, *, surely: bool) -> Body:
    called = clauses.said(["name"], part.phrases)
    named = [clauses.terms("things", part.things)] if part.things else []
    near = (*part.values, *part.near_values)
    if part.elsewhere:
        barred = clauses.terms(CATEGORY, part.elsewhere)
        called = {"bool": {"filter": [called], "must_not": [barred]}}
    if loose >= NEAR and near:
        return clauses.any_of([clauses.terms(CATEGORY, near), called, *named])
    if not part.values:
        return clauses.any_of([called, *named])
    if part.narrow:
        standing = clauses.terms(CATEGORY, part.values)
        return clauses.any_of([clauses.all_of([standing, called]), *named])
    own = [slug for slug in part.values if slug not in part.shared]
    stands = [clauses.terms(CATEGORY, own)] if own else []
    if surely and part.own and own:
        unnamed: Body = {"bool": {"must_not": [{"exists": {"field": "things"}}]}}
        stands = [clauses.all_of([*stands, unnamed])]
    if part.shared:
        stands.append(clauses.all_of([clauses.terms(CATEGORY, part.shared), called]))
    return clauses.any_of([*stands, *([called] if part.either else []), *named])


def colour(part: Colour) -> Body:
    """Return what holds where the swatch is right, or the wording is one at the colour's edge."""
    worded = (*part.edge, *(part.phrases if part.either else ()))
    swatch = clauses.terms(COLOUR, part.values)
    return clauses.any_of([swatch, clauses.said(WORDED, worded)]) if worded else swatch


def things_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the things, in the colours where some are wanted.

    Where what is near follows, so does just the thing in another colour: who looks for a brown sofa
    looks at sofas. Which of them comes first is the ranking's.
    """
    things, colours = meaning.of("thing"), _colours(meaning)
    if not things:
        return []
    near = _paired(meaning) or [
        clauses.any_of([_as_read(part, meaning) for part in things]),
        *([clauses.any_of(colours)] if colours else []),
    ]
    if meaning.loose != NEAR or not colours:
        return near
    return [clauses.any_of([clauses.all_of(near), *map(thing, things)])]


def colours_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the colours; beside a thing that is said with it."""
    colours = _colours(meaning)
    return [clauses.any_of(colours)] if colours and not meaning.of("thing") else []


def _as_read(part: Thing, meaning: Meaning) -> Body:
    return thing(part, meaning.loose, surely=meaning.is_by_price)


def _colours(meaning: Meaning) -> list[Body]:
    return [colour(part) for part in meaning.of("colour")] if meaning.loose < ANY_COLOUR else []


def _paired(meaning: Meaning) -> list[Body]:
    """Return what must hold where each thing has colours of its own; nothing where not."""
    colours = meaning.of("colour")
    if meaning.loose >= ANY_COLOUR or not colours or not all(part.of for part in colours):
        return []
    own = {
        part: clauses.any_of([colour(one) for one in colours if one.of == part.text])
        for part in meaning.of("thing")
    }
    pairs = [clauses.all_of([_as_read(part, meaning), is_so]) for part, is_so in own.items()]
    return [clauses.any_of(pairs)]


def near_things(meaning: Meaning) -> list[Body]:
    """Return what holds for each of the things, or for what is near it."""
    return [thing(part, NEAR) for part in meaning.of("thing")]


def thing_barred(part: Part) -> Body:
    """Return what must not hold where a thing is not wanted."""
    if not isinstance(part, Thing):
        return clauses.said(["name"], part.phrases)
    named = part.phrases if part.narrow else part.phrases[:1]
    return clauses.any_of([thing(part), clauses.said(["name"], named)])


def colour_barred(part: Part) -> Body:
    """Return what must not hold where a colour is not wanted."""
    worded = clauses.said(["colourText"], part.phrases)
    return clauses.any_of([clauses.terms(COLOUR, part.values), worded])


def things_raise(meaning: Meaning) -> list[Body]:
    """Raise what is called so above what only stands among it."""
    scores: list[Body] = []
    things = meaning.of("thing")
    for part in things:
        # Beside another thing a whole branch is raised as well, or all of the other came before it.
        own = part.own or (part.phrases if len(things) > 1 else ())
        narrowed = _is_narrowed(part, meaning)
        if part.kinds:
            scores.append(raised(clauses.terms(CATEGORY, part.kinds), ranking.THING_CALLED))
        if part.things and not meaning.is_by_price:
            scores.append(raised(clauses.terms("things", part.things), ranking.THING_IS))
        if own and not meaning.is_by_price:
            for phrases, weight in ((own[:1], ranking.THING_SAID), (own, ranking.THING_CALLED)):
                if not (narrowed and set(part.phrases) <= set(phrases)):
                    scores.append(raised(clauses.said(["name"], phrases), weight))
        if meaning.loose >= NEAR:
            scores.append(raised(thing(part), ranking.THING_EXACT))
            *describing, head = part.phrases[0].split()
            scores += [raised(clauses.has_word(word), ranking.WORD) for word in describing]
            scores.append(raised({"match": {"name": head}}, ranking.THING_HEAD))
        if (part.either and not narrowed) or meaning.loose >= NEAR:
            scores.append(raised(clauses.said(["name"], part.phrases), ranking.THING_NAMED))
    return scores


def _is_narrowed(part: Thing, meaning: Meaning) -> bool:
    """Tell whether all that is found says the thing in its name: that raises none above another."""
    return part.narrow and meaning.loose < NEAR and len(meaning.of("thing")) == 1


def colours_raise(meaning: Meaning) -> list[Body]:
    """Raise each colour that is there, the swatch above its edge, and the very wording most."""
    is_of_kin = meaning.loose >= NEAR and not any(part.distant for part in meaning.of("thing"))
    weight = ranking.COLOUR + (ranking.COLOUR_OF_KIN if is_of_kin else 0)
    scores: list[Body] = []
    colours = meaning.of("colour")
    has_shades = all(part.alike for part in colours)  # or all of one came before the other
    for part in colours:
        scores.append(raised(colour(part), weight))
        scores.append(raised(clauses.terms(COLOUR, part.values), ranking.COLOUR_SWATCH))
        scores.append(raised(clauses.said(WORDED, part.phrases), ranking.COLOUR_WORDED))
        if has_shades:
            shade = clauses.said(WORDED, (*part.phrases, *part.alike))
            scores.append(raised(shade, ranking.COLOUR_SHADE))
    return scores
