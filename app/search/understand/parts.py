"""From a reading to the condition it stands for, with the words that a visitor sees on its chip."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.search.understand.language import Language
from app.search.understand.lexicon import Sense
from app.search.understand.meaning import Colour, Part, TypePart
from app.search.understand.text import Token
from indexer.language.words.entries import singular
from scrapers.attributes import DISCOUNT, SIZE

# What is stated at [start, end) of a text; an adult's age says nothing, and is no word.
StatedPart = tuple[int, int, tuple[Part, ...]]
# States: what their chips say, and the facet and value that they are; those without a facet order
# the results, and exclude nothing.
STATES = {
    "sale": ("On sale", DISCOUNT.flag, "true"),
    "new": ("New", "", ""),
    "vintage": ("Vintage", "type", "vintage"),
    "in-stock": ("In stock", "stock", "in-stock"),
    "local": ("South African", "saOnly", "true"),
    "price-ascending": ("Lowest price first", "", ""),
    "price-descending": ("Highest price first", "", ""),
}
PEOPLE_LABELS = {
    "women": "Women",
    "men": "Men",
    "unisex": "Unisex",
    "girls": "Girls",
    "boys": "Boys",
    "kids": "Children",
    "baby": "Babies",
}
LEAF_DEPTH = 2  # slashes in a category of the third level


def type_part(text: str, phrase: str, sense: Sense, language: Language) -> TypePart:
    """Return the condition of a type: its categories, and its wordings where they hold more."""
    product_types = [
        product_type for product_type in sense.values if language.stocked_categories(product_type)
    ]
    is_childs = all(
        language.vocabulary.product_types[id_].roots == {"kids"} for id_ in sense.values
    )
    if not product_types:  # the index has none of it, or classified none so: its words decide
        # Not those of what is narrower: "block heels" are no toys. What names say it is, `types`.
        phrases = _phrases(sense.values, language, family=False)
        around = language.around(sense.values)
        return TypePart(
            "type",
            text,
            _title(phrase),
            phrases=_name_wordings((phrase, *phrases), language),
            product_types=sense.values,
            excluded_categories=language.excluded_categories(sense.values),
            near_values=around,
            distant=language.is_distant(sense.values),
            is_childs=is_childs,
        )
    covering = [product_type for product_type in product_types if language.covers(product_type)]
    values = tuple(
        slug
        for product_type in covering or product_types
        for slug in language.stocked_categories(product_type)
    )
    label = (_category_label(values, language) if covering else "") or _title(phrase)
    phrases = _phrases(tuple(covering or product_types), language, family=not covering)
    # Of "tops" most products say what top they are.
    is_one_kind = any(slug.count("/") == LEAF_DEPTH for slug in values)
    own = (phrase, *_phrases(tuple(product_types), language, family=False)) if is_one_kind else ()
    return TypePart(
        "type",
        text,
        label,
        values=tuple(dict.fromkeys(values)),
        phrases=tuple(dict.fromkeys((phrase, *phrases))),
        own=tuple(dict.fromkeys(own)),
        kinds=language.kinds(tuple(product_types)),
        near_values=language.around(tuple(product_types)),
        distant=language.is_distant(tuple(product_types)),
        requires_name=not covering,
        product_types=tuple(covering or product_types),
        narrower=language.narrower(tuple(covering or product_types)),
        broader=tuple(up for id_ in product_types for up in language.vocabulary.broader(id_)),
        shared=language.shared_categories(tuple(covering)),
        is_childs=is_childs,
        either=sense.weak,
    )


def purpose_part(text: str, phrase: str, values: tuple[str, ...], *, either: bool) -> TypePart:
    """Return the condition of what serves a purpose: its categories, `either` or a name says so."""
    return TypePart("type", text, _title(phrase), values=values, phrases=(phrase,), either=either)


def _name_wordings(phrases: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return the wordings that a name says of a type alone: "light" may be of a light blue."""
    shades = language.vocabulary.shades
    telling = tuple(phrase for phrase in phrases if singular(phrase) not in shades)
    return telling or tuple(phrases)


def _phrases(
    product_types: tuple[str, ...], language: Language, *, family: bool
) -> tuple[str, ...]:
    wordings = (
        wording
        for product_type in product_types
        for wording in language.phrases(product_type, family=family)
    )
    return tuple(dict.fromkeys(wordings))


def _category_label(slugs: tuple[str, ...], language: Language) -> str:
    """Return the name that the categories share: "Boots", whoever wears them; empty without."""
    names = {language.names.get(slug, slug) for slug in slugs}
    return names.pop() if len(names) == 1 else ""


def colour_part(text: str, phrase: str, sense: Sense, language: Language) -> Colour:
    """Return the condition of a colour: its swatch, and its wording where that is also a type."""
    slug = sense.values[0]
    name = language.colour_names.get(slug, slug.title())
    label = name if phrase == slug else f"{_title(phrase)} ({name})"
    return Colour(
        "colour",
        text,
        label,
        values=sense.values,
        phrases=(phrase,),
        edge=language.edge(slug),
        alike=language.alike(phrase),
        others=tuple(other for other in language.colour_names if other not in sense.values),
        either=sense.weak,
    )


def people_part(text: str, ids: Sequence[str], language: Language) -> Part:
    """Return whom it is for: a gender, an audience, or both, as `gender:women audience:kids`.

    `ids`: of the vocabulary's people.
    """
    values: list[str] = []
    for id_ in ids:
        people = language.vocabulary.people[id_]
        values += [f"gender:{people.gender}"] if people.gender else []
        values += [f"audience:{people.audience}"] if people.audience else []
    label = PEOPLE_LABELS.get(ids[0], ids[0].title())
    part = Part("people", text, label, values=tuple(values))
    audiences = frozenset({"baby"} if "audience:baby" in values else {"kids", "baby"})
    return replace(part, phrases=language.child_words(audiences)) if is_childs(part) else part


def roots_of(people: Iterable[Part]) -> frozenset[str]:
    """Return the root categories of whom a text names; none where it names nobody."""
    named = {value for part in people for value in part.values}
    roots = frozenset(root for root in ("women", "men") if f"gender:{root}" in named)
    return roots | ({"kids"} if roots and "audience:kids" in named else frozenset())


def suits(slug: str, people: Iterable[Part]) -> bool:
    """Return True if what stands in a category may be for these people."""
    roots = roots_of(people)
    return not roots or slug.partition("/")[0] in roots


def is_childs(people: Part) -> bool:
    """Return True if these people are children that are wanted."""
    return not people.excluded and bool({"audience:kids", "audience:baby"} & set(people.values))


def state_part(text: str, phrase: str, sense: Sense) -> Part:
    """Return a state such as on sale; the ordering ones filter nothing."""
    state = sense.values[0]
    return Part(
        "state",
        text,
        STATES[state][0],
        values=(state,),
        phrases=(phrase,) if state == "vintage" else (),
        certain=bool(STATES[state][1]),
    )


def attribute_part(text: str, phrase: str, sense: Sense) -> Part:
    """Return the condition of an attribute such as the material."""
    (value,) = sense.values
    phrases = tuple(dict.fromkeys((phrase, value.lower())))
    return Part(sense.kind, text, value, values=sense.values, phrases=phrases)


def brand_part(text: str, brands: tuple[str, ...], stores: tuple[str, ...] = ()) -> Part:
    """Return the condition of a brand or a store, or either where both are called so."""
    label = brands[0] if len(brands) == 1 else _title(text)
    return Part("brand", text, label, values=brands, stores=stores)


def exclude(part: Part, language: Language) -> Part:
    """Return the part as what is not wanted: a brand with its lines, no Nike and no Nike Kids."""
    lines = language.lines(part.values) if part.kind == "brand" else ()
    return replace(part, excluded=True, values=tuple(dict.fromkeys([*part.values, *lines])))


def exclude_type(part: Part, wanted: Sequence[Part]) -> Part:
    """Return a type as what is not wanted; by its name alone where all that is wanted is one.

    "Polo neck but not wool" asks for a jersey, and wool is a word for jerseys.
    """
    sought = [slug for product_type in wanted for slug in product_type.values]
    is_narrow = isinstance(part, TypePart) and part.requires_name
    if not is_narrow and sought and all(slug in part.values for slug in sought):
        return Part("word", part.text, part.text, phrases=part.phrases[:1], excluded=True)
    return replace(part, excluded=True)


def size_part(label: str, values: tuple[str, ...]) -> Part:
    """Return a size as a wish: many products say nothing of theirs, or only in their names."""
    said = label.lower().removesuffix(" years").removesuffix(" months")
    named = (f"size {said}", f"uk {said}") if said.isdigit() else (said,)
    return Part(SIZE.name, "", f"{SIZE.label} {label}", values, named, certain=False)


def words_part(tokens: Sequence[Token], original: str) -> Part:
    """Return words that must not stand behind one another in a name."""
    text = original[tokens[0].start : tokens[-1].end]
    phrase = " ".join(token.text for token in tokens)
    return Part("word", text, text, phrases=(phrase,), excluded=True)


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]
