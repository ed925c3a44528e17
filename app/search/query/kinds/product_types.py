"""Product types and their colours: what must hold, and what is nearest. Pure."""

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query import clauses, ranking
from app.search.query.clauses import raised
from app.search.understand import ANY_COLOUR, NEAR, Colour, Meaning, Part, TypePart
from indexer.language import extras_of

CATEGORY, COLOUR = (BY_ATTRIBUTE[name].field for name in ("category", "colour"))
WORDED = ("name", "colourText")  # where products say their colour


def product_type(part: TypePart, relaxation: int = 0, *, surely: bool = False) -> Body:
    """Return what holds for a product type: where it stands, what it is called, or both.

    `surely`: what stands there and is named something else is left out, and what is only bought for
    it, for no other order puts that behind: the cheapest of beds is a fitting, of shoes the laces.
    """
    clause = _product_type(part, relaxation, surely=surely)
    extras = extras_of(part.values) if surely else ()
    if not extras:
        return clause
    return {"bool": {"filter": [clause], "must_not": [clauses.terms(CATEGORY, extras)]}}


def _product_type(part: TypePart, relaxation: int, *, surely: bool) -> Body:
    called = clauses.said(["name"], part.phrases)
    named = [clauses.terms("productTypes", part.product_types)] if part.product_types else []
    near = (*part.values, *part.near_values)
    if part.excluded_categories:
        barred = clauses.terms(CATEGORY, part.excluded_categories)
        called = {"bool": {"filter": [called], "must_not": [barred]}}
    if relaxation >= NEAR and near:
        return clauses.any_of([clauses.terms(CATEGORY, near), called, *named])
    if not part.values:
        return clauses.any_of([called, *named])
    if part.requires_name:
        if not part.either:
            called = clauses.all_of([clauses.terms(CATEGORY, part.values), called])
        return clauses.any_of([called, *named])
    own = [slug for slug in part.values if slug not in part.shared]
    stands = [clauses.terms(CATEGORY, own)] if own else []
    if surely and part.own and own:
        unnamed: Body = {"bool": {"must_not": [{"exists": {"field": "productTypes"}}]}}
        stands = [clauses.all_of([*stands, unnamed])]
    if part.shared:
        stands.append(clauses.all_of([clauses.terms(CATEGORY, part.shared), called]))
    return clauses.any_of([*stands, *([called] if part.either else []), *named])


def colour(part: Colour) -> Body:
    """Return what holds where the swatch is right, or the wording is one at the colour's edge."""
    worded = (*part.edge, *(part.phrases if part.either else ()))
    swatch = clauses.terms(COLOUR, part.values)
    return clauses.any_of([swatch, clauses.said(WORDED, worded)]) if worded else swatch


def types_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the product types, in the colours where some are wanted.

    Where what is near follows, so does just the type in another colour: who looks for a brown sofa
    looks at sofas. Which of them comes first is the ranking's.
    """
    product_types, colours = meaning.of("type"), _colours(meaning)
    if not product_types:
        return []
    near = _paired(meaning) or [
        clauses.any_of([_as_read(part, meaning) for part in product_types]),
        *([clauses.any_of(colours)] if colours else []),
    ]
    if meaning.relaxation != NEAR or not colours:
        return near
    return [clauses.any_of([clauses.all_of(near), *map(product_type, product_types)])]


def colours_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the colours; beside a product type that is said with it."""
    colours = _colours(meaning)
    return [clauses.any_of(colours)] if colours and not meaning.of("type") else []


def _as_read(part: TypePart, meaning: Meaning) -> Body:
    return product_type(part, meaning.relaxation, surely=meaning.is_by_price)


def _colours(meaning: Meaning) -> list[Body]:
    return (
        [colour(part) for part in meaning.of("colour")] if meaning.relaxation < ANY_COLOUR else []
    )


def _paired(meaning: Meaning) -> list[Body]:
    """Return what must hold where each product type has colours of its own; nothing where not."""
    colours = meaning.of("colour")
    if meaning.relaxation >= ANY_COLOUR or not colours or not all(part.of for part in colours):
        return []
    own = {
        part: clauses.any_of([colour(one) for one in colours if one.of == part.text])
        for part in meaning.of("type")
    }
    pairs = [clauses.all_of([_as_read(part, meaning), is_so]) for part, is_so in own.items()]
    return [clauses.any_of(pairs)]


def near_types(meaning: Meaning) -> list[Body]:
    """Return what holds for each of the product types, or for what is near it."""
    return [product_type(part, NEAR) for part in meaning.of("type")]


def type_barred(part: Part) -> Body:
    """Return what must not hold where a product type is not wanted."""
    if not isinstance(part, TypePart):
        return clauses.said(["name"], part.phrases)
    named = part.phrases if part.requires_name else part.phrases[:1]
    return clauses.any_of([product_type(part), clauses.said(["name"], named)])


def colour_barred(part: Part) -> Body:
    """Return what must not hold where a colour is not wanted."""
    worded = clauses.said(["colourText"], part.phrases)
    return clauses.any_of([clauses.terms(COLOUR, part.values), worded])


def types_raise(meaning: Meaning) -> list[Body]:
    """Raise what is called so above what only stands among it."""
    scores: list[Body] = []
    product_types = meaning.of("type")
    for part in product_types:
        # Beside another type a whole branch is raised as well, or all of the other came before it.
        own = part.own or (part.phrases if len(product_types) > 1 else ())
        narrowed = _is_narrowed(part, meaning)
        if part.kinds:
            scores.append(raised(clauses.terms(CATEGORY, part.kinds), ranking.TYPE_CALLED))
        if part.product_types and not meaning.is_by_price:
            scores.append(
                raised(clauses.terms("productTypes", part.product_types), ranking.TYPE_IS)
            )
        if own and not meaning.is_by_price:
            for phrases, weight in ((own[:1], ranking.TYPE_SAID), (own, ranking.TYPE_CALLED)):
                if not (narrowed and set(part.phrases) <= set(phrases)):
                    scores.append(raised(clauses.said(["name"], phrases), weight))
        if meaning.relaxation >= NEAR:
            scores.append(raised(product_type(part), ranking.TYPE_EXACT))
            *describing, head = part.phrases[0].split()
            scores += [raised(clauses.has_word(word), ranking.WORD) for word in describing]
            scores.append(raised({"match": {"name": head}}, ranking.TYPE_HEAD))
        if (part.either and not narrowed) or meaning.relaxation >= NEAR:
            scores.append(raised(clauses.said(["name"], part.phrases), ranking.TYPE_NAMED))
    return scores


def _is_narrowed(part: TypePart, meaning: Meaning) -> bool:
    """Return True if all that is found says the type in its name: that raises none above
    another.
    """
    return part.requires_name and meaning.relaxation < NEAR and len(meaning.of("type")) == 1


def colours_raise(meaning: Meaning) -> list[Body]:
    """Raise each colour that is there, the swatch above its edge, and the very wording most."""
    is_of_kin = meaning.relaxation >= NEAR and not any(part.distant for part in meaning.of("type"))
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
