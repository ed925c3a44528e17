"""The kinds of conditions, each declared once: what follows for a query and its relaxation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query import clauses
from app.search.query import results as ranking
from app.search.query.clauses import NOTHING, score_clause
from app.search.understand import ANY_BRAND, ANY_COLOUR, ANYTHING, LOOSE_WORDS, NEAR, Meaning, Part
from indexer.language.words.entries import singular
from scrapers.attributes import ATTRIBUTES, Attribute


def _nothing(*_: object) -> list[Body]:
    return []


@dataclass(frozen=True, slots=True)
class Kind:
    """What a query needs of the conditions of one kind.

    `holds`: what must hold of those that are wanted, with amounts in a currency where none was
    named; not from `until` on (how loosely a text may be read). `barred`: what must not hold of an
    excluded one. `raises`: the clauses that raise what is nearest; `weighs`: the functions that
    do so by a number, on a day (its beginning, epoch s), with amounts in a currency.
    `loosened`: how loosely to read a text that has such a one, where little is found; `applies`:
    which ones count for that. Without one of the kind `beside` it is only given up with all else.
    `enough`: what holds for each of them where one is enough. `anchors`: one of them holds the page
    together where all words are only wished for. `is_main`: what is looked for, given up last.
    """

    name: str
    barred: Callable[[Part], Body] = lambda _: NOTHING
    holds: Callable[[Meaning, str], list[Body]] = _nothing
    raises: Callable[[Meaning], list[Body]] = _nothing
    weighs: Callable[[Meaning, str, int], list[Body]] = _nothing
    until: int | None = None
    loosened: tuple[int, ...] = ()
    applies: Callable[[Part], bool] = lambda _: True
    beside: str = ""
    enough: Callable[[Meaning], list[Body]] = _nothing
    anchors: bool = True
    is_main: bool = False

    def is_held(self, relaxation: int) -> bool:
        """Return True if its conditions must hold where a text is read so loosely."""
        return self.until is None or relaxation < self.until


def attribute_kind(attribute: Attribute) -> Kind:
    """Return the kind of condition that an attribute is."""
    return Kind(
        attribute.name,
        barred=_exclusion,
        holds=lambda meaning, _: [_has(p) for p in meaning.of(attribute.name) if _filters(p)],
        raises=lambda meaning: [
            clause for part in meaning.of(attribute.name) for clause in _raise(part, meaning)
        ],
        until=LOOSE_WORDS,
        loosened=(LOOSE_WORDS,),
        applies=_filters,
        anchors=False,
    )


def phrases(meaning: Meaning) -> list[str]:
    """Return the words that attributes were named by."""
    parts = (part for attribute in ATTRIBUTES for part in meaning.of(attribute.name))
    return [phrase for part in parts if part.certain for phrase in part.phrases]


def _filters(part: Part) -> bool:
    return part.certain and bool(part.values)


def _value_clause(part: Part) -> Body:
    return clauses.terms(BY_ATTRIBUTE[part.kind].field, part.values)


def _has(part: Part) -> Body:
    return clauses.any_of([_value_clause(part), *map(clauses.has_word, part.phrases)])


def _exclusion(part: Part) -> Body:
    return clauses.any_of([_value_clause(part), clauses.match_any_phrase(["name"], part.phrases)])


def _raise(part: Part, meaning: Meaning) -> list[Body]:
    """Raise what has an attribute; where its name has it, too, as a word in a name does."""
    scores = [
        score_clause(_value_clause(part), ranking.ATTRIBUTE if part.certain else ranking.SIZE)
    ]
    for phrase in part.phrases:
        named: Body = {"match": {"name": {"query": phrase, "operator": "and"}}}
        scores.append(score_clause(named, ranking.WORD_IN_NAME))
        if meaning.relaxation:
            scores.append(score_clause(clauses.has_word(phrase), ranking.WORD))
    return scores


GENDER, AUDIENCE = BY_ATTRIBUTE["gender"].field, "audience"
KIDS = ("kids", "baby")
CHILDREN = {"women": "girls", "men": "boys"}  # a document's further audience, by their gender
_NOT_UNISEX: Body = {"bool": {"must_not": [{"term": {GENDER: "unisex"}}]}}


def people_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return whom products are for; a product without it (a lamp, a tent) is for all."""
    parts = meaning.of("people")
    genders, audiences = _genders_and_audiences(parts)
    must: list[Body] = []
    if genders:
        nobody = {"bool": {"must_not": [{"exists": {"field": GENDER}}]}}
        must.append(clauses.any_of([clauses.terms(GENDER, genders), nobody]))
    if audiences and "adult" not in audiences:
        theirs = {f"audience:{own}" for own in audiences}  # of a baby girl no girls'
        named = tuple(
            phrase for part in parts if theirs & {*part.values} for phrase in part.phrases
        )
        must.append(
            clauses.any_of(
                [clauses.terms(AUDIENCE, audiences), clauses.match_any_phrase(["name"], named)]
            )
        )
        if child := _children(parts):
            others = [other for other in CHILDREN.values() if other != child]
            must.append({"bool": {"must_not": [clauses.terms(AUDIENCE, others)]}})
    elif audiences == ["adult"]:
        must.append({"bool": {"must_not": [clauses.terms(AUDIENCE, KIDS)]}})
    return must


def people_barred(part: Part) -> Body:
    """Return what must not hold where something for these people is not wanted."""
    genders, audiences = _genders_and_audiences([part])
    if set(audiences) & set(KIDS):
        return clauses.terms(AUDIENCE, audiences)
    return clauses.all_of([clauses.terms(GENDER, genders), _NOT_UNISEX])


def people_raise(meaning: Meaning) -> list[Body]:
    """Raise what is made for them; where nobody is named, what is for grown-ups."""
    parts = meaning.of("people")
    if not parts:
        childs = clauses.terms(AUDIENCE, KIDS)
        is_childs = any(part.is_childs for part in meaning.of("type"))
        grown_up: Body = {"bool": {"must_not": [childs]}}
        return [score_clause(childs if is_childs else grown_up, ranking.GROWN_UP)]
    child = _children(parts)
    if child:
        called = clauses.any_of(
            [clauses.terms(AUDIENCE, (child,)), clauses.match_any_phrase(["name"], (child,))]
        )
        return [score_clause(called, ranking.GENDER)]
    genders, _ = _genders_and_audiences(parts)
    if len(genders) != 1 or genders == ["unisex"]:
        return []
    theirs = clauses.all_of([clauses.terms(GENDER, genders), _NOT_UNISEX])
    return [score_clause(theirs, ranking.GENDER)]


def _children(parts: Sequence[Part]) -> str:
    """Return "girls" or "boys" where the people are children of one gender, otherwise nothing."""
    genders, audiences = _genders_and_audiences(parts)
    if len(genders) != 1 or not set(audiences) & set(KIDS):
        return ""
    return CHILDREN.get(genders[0], "")


def _genders_and_audiences(parts: Sequence[Part]) -> tuple[list[str], list[str]]:
    """Return the values of `gender` and of `audience` that these people stand for."""
    pairs = [value.partition(":") for part in parts for value in part.values]
    genders = sorted({value for name, _, value in pairs if name == "gender"})
    audiences = sorted({value for name, _, value in pairs if name == "audience"})
    if audiences == ["kids"]:
        audiences = list(KIDS)
    elif "baby" in audiences:  # a baby girl is no schoolgirl
        audiences = ["baby"]
    return genders, audiences


_BRAND, _STORE = BY_ATTRIBUTE["brand"], BY_ATTRIBUTE["store"]


def brand(part: Part) -> Body:
    """Return what holds for a brand's products, or a store's that is called so."""
    named = [clauses.facet_clause(_BRAND, _BRAND.field, part.values)] if part.values else []
    return clauses.any_of(
        [*named, *([clauses.terms(_STORE.field, part.stores)] if part.stores else [])]
    )


def brands_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the brands: one of them."""
    either = [brand(part) for part in meaning.of("brand") if part.certain]
    return [clauses.any_of(either)] if either else []


def brands_raise(meaning: Meaning) -> list[Body]:
    """Raise the brands that need not be it."""
    given_up = meaning.relaxation >= ANY_BRAND
    perhaps = [part for part in meaning.of("brand") if given_up or not part.certain]
    return [score_clause(brand(part), ranking.BRAND) for part in perhaps]


def word_barred(part: Part) -> Body:
    """Return what must not hold; "without buttons" is in the name of a product without them."""
    with_word, lacking = (
        clauses.match_any_phrase(["name"], own) for own in (part.phrases, lacks(part))
    )
    return {"bool": {"filter": [with_word], "must_not": [lacking]}}


def words_raise(meaning: Meaning) -> list[Body]:
    """Raise products whose text excludes what is not wanted."""
    unwanted = meaning.of("word", excluded=True)
    return [
        score_clause(clauses.match_any_phrase(["name"], lacks(p)), ranking.WORD_IN_NAME)
        for p in unwanted
    ]


def lacks(part: Part) -> tuple[str, ...]:
    """Return how names negate what words name: "sleeveless", "no sleeves"."""
    phrase = part.phrases[0]
    stems = (phrase, singular(phrase))
    forms = (f"without {stem}|no {stem}|non {stem}|{stem} free|{stem}less" for stem in stems)
    return tuple(dict.fromkeys(form for own in forms for form in own.split("|")))


# In the order of the clauses, those that leave the fewest products first.
KINDS = (
    Kind(
        "type",
        clauses.type_barred,
        clauses.types_hold,
        clauses.types_raise,
        until=ANYTHING,
        loosened=(NEAR, ANYTHING),
        enough=lambda meaning: [clauses.product_type(p, NEAR) for p in meaning.of("type")],
        is_main=True,
    ),
    Kind(
        "colour",
        clauses.colour_barred,
        clauses.colours_hold,
        clauses.colours_raise,
        until=ANY_COLOUR,
        loosened=(ANY_COLOUR,),
    ),
    Kind(
        "brand",
        brand,
        brands_hold,
        brands_raise,
        until=ANY_BRAND,
        loosened=(ANY_BRAND, ANYTHING),
        beside="type",
        enough=lambda meaning: [brand(part) for part in meaning.of("brand")],
    ),
    Kind("people", people_barred, people_hold, people_raise, until=ANYTHING),
    Kind("price", holds=clauses.prices_hold, weighs=clauses.prices_weigh),
    Kind(
        "state",
        clauses.state,
        lambda meaning, _: [clauses.state(p) for p in meaning.of("state") if p.certain],
        clauses.states_raise,
        clauses.states_weigh,
        until=LOOSE_WORDS,
        loosened=(LOOSE_WORDS,),
        applies=lambda part: part.certain,
    ),
    Kind("word", word_barred, raises=words_raise),
    *map(attribute_kind, ATTRIBUTES),
    Kind("measure", clauses.measure, raises=clauses.measures_raise, anchors=False),
)
BY_KIND = {kind.name: kind for kind in KINDS}
