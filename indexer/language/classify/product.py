"""Which category, colour and people a product's words name, and which products are siblings."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import blake2b

from w3lib.url import url_query_cleaner

from indexer.core.wording import fold
from indexer.language import LexiconEntry, People, Vocabulary, categories, current, extras_of
from indexer.language.classify.colors import (
    KIDS,
    UNISEX,
    audience_of,
    colors_in_name,
    colors_of,
    join_people,
    people_of,
    shade_start,
)
from indexer.language.classify.title import (
    WORN_BY,
    Candidate,
    Named,
    exactly,
    head_of,
    parse,
    types_in,
    whole_of,
)
from indexer.language.groups import is_noun
from indexer.language.tree import category_slugs
from indexer.language.words.entries import SECOND, Match, PhraseTable, raw_words, singular, words

Slugs = tuple[str, ...]
SEPARATOR = re.compile(r"[>/|»›]")
LISTED = re.compile(r"[&,+]|\band\b")
LEAF_DEPTH = 2  # slashes in a slug of the third level
# Departments that stores have and the tree has not: what of the tree's second level is in them.
CARRIED = frozenset({"accessories", "bags", "jewellery"})
SHOES = frozenset({"shoes"})
DEPARTMENTS = {"accessory": CARRIED, "shoe": SHOES, "footwear": SHOES}
CLOTHING = frozenset({"clothing", "clothe", "apparel", "garment"})

GENDERED = ("women", "men")
ROOTS = ("women", "men", "kids", "home", "outdoor")
PREFERENCE = ("home", "outdoor", "women", "men", "kids")
# Men buy jewellery marked for men; an unmarked necklace is shown to women only.
MOSTLY_WOMENS = frozenset({"jewellery"})
OUTDOORS = re.compile(r"(?<!/)\b(outdoors?|patio|garden|buite|tuin)\b", re.I)
KEPT_NAMES = 16_384  # names; colours of one thing and sizes of one set share theirs
FURNITURE = ("home/furniture", "home/textiles", "home/bedding", "home/laundry/organisers")


@dataclass(frozen=True, slots=True)
class Path:
    """A path's deepest category, as candidates, and the department that it names, if any.

    `noun` is what it ends in, in the singular, where it names neither and the noun is unknown.
    """

    slugs: Slugs
    inside: frozenset[str] | None  # second levels that its products stand in
    outside: frozenset[str]  # and those that they do not stand in
    noun: str | None


def read_path(path: str, vocabulary: Vocabulary) -> Path:
    """Return the reading of a path such as "Men > Tops > Hoodies & Sweatshirts".

    A department bars what stands elsewhere: "Accessories > Cases & Covers" are no furniture's.
    """
    slugs: Slugs = ()
    inside: frozenset[str] | None = None
    outside: frozenset[str] = frozenset()
    for part in reversed(SEPARATOR.split(path)):
        keys = words(part)
        slugs = slugs or _table(vocabulary).get(part) or _listed(part, vocabulary)
        if inside is None and not outside:
            named = [DEPARTMENTS[key] for key in keys if key in DEPARTMENTS]
            if named and CLOTHING.isdisjoint(keys):  # "Clothing, Shoes & Jewelry" is none
                inside = frozenset[str]().union(*named)
            elif not named and not CLOTHING.isdisjoint(keys):
                outside = CARRIED | SHOES
    slugs = tuple(s for s in slugs if inside is None or inside.intersection(s.split("/")[1:2]))
    last = raw_words(path)[-1:]
    is_other = not slugs and inside is None and not outside
    noun = next((singular(word) for word in last if is_other and is_noun(word, vocabulary)), None)
    return Path(slugs, inside, outside, noun)


def _listed(part: str, vocabulary: Vocabulary) -> Slugs:
    """Return where each kind stands that a part of a path lists: "Bags, Wallets & Belts"."""
    lists = (_table(vocabulary).find(words(kind))[-1:] for kind in reversed(LISTED.split(part)))
    return tuple(dict.fromkeys(slug for found in lists for match in found for slug in match.value))


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[Slugs]:
    """Return category names and the phrases of types; a root is for whom, not what."""
    grouped: dict[str, dict[str, None]] = {}
    for node in categories():
        if node.parent is not None:
            grouped.setdefault(" ".join(words(node.name)), {})[node.slug] = None
    for product_type in vocabulary.product_types.values():
        for wording in product_type.wordings:
            if wording.in_titles and wording.weight != SECOND:
                slugs = grouped.setdefault(" ".join(words(wording.phrase)), {})
                slugs.update(dict.fromkeys(slug for slug in product_type.categories if "/" in slug))
    return PhraseTable({phrase: tuple(slugs) for phrase, slugs in grouped.items() if slugs})


def consistent(candidates: Sequence[Slugs], path: Path) -> Slugs:
    """Let the name refine the store's path; where the two disagree, the store's leaf wins.

    `candidates` are what the name may mean, the likeliest first. A department wins over a name
    that stands outside it: a "Lace-up" among shoes is a shoe.
    """
    allowed = [
        own for slugs in candidates if (own := tuple(slug for slug in slugs if _is_in(path, slug)))
    ]
    for slugs in allowed:
        below = tuple(s for s in slugs if any(s.startswith(_trunk(up)) for up in path.slugs))
        if below:
            return below
    is_leaf = any(slug.count("/") == LEAF_DEPTH for slug in path.slugs)
    if path.slugs and (is_leaf or not allowed):
        return path.slugs
    return next(iter(allowed or candidates), ())


def _is_in(path: Path, slug: str) -> bool:
    second = slug.split("/")[1:2]
    if path.inside is not None and not path.inside.intersection(second):
        return False
    return not path.outside.intersection(second)


def _trunk(slug: str) -> str:
    """Return the slug's first two levels: close enough for a name and a path to agree."""
    return "/".join(slug.split("/")[:2])


@dataclass(frozen=True, slots=True)
class Hints:
    """A store's data of a product besides its name; every part may be missing."""

    category_path: str | None = None  # "Men > Tops > Hoodies", a breadcrumb or product type
    color: str | None = None  # the store's own wording
    gender: str | None = None  # "male", "unisex", "Boys", …
    root: str | None = None  # a category that the product stands below, e.g. the page's "women"
    brand: str | None = None  # the maker, which is no part of the product type
    age_group: str | None = None  # "kids", "newborn", "adult", …


@dataclass(frozen=True, slots=True)
class Classification:
    """What was recognised; None or empty where the words name nothing known.

    `color_slugs` are all colours in order, "multi" first where there are many. `people` is whom
    it is for, an id of the vocabulary's people: women, men, unisex, girls, boys, kids or baby.
    """

    category_slug: str | None
    color_slugs: tuple[str, ...]
    unisex: bool | None
    people: str | None
    audience: str  # adult, kids or baby

    @property
    def color_slug(self) -> str | None:
        """Return the product's colour: the first that is named, or "multi"."""
        return next(iter(self.color_slugs), None)


def classify(name: str, hints: Hints | None = None) -> Classification:
    """Classify a product by words; never raises, and leaves open what it does not recognise.

    The last phrase before a qualifier names the type ("Denim shirt dress with belt" is a dress).
    A garment that stands below Women and Men goes where the hints or the name say; where neither
    has it, it is unisex and stands below Women (and, being unisex, also below Men). What is for
    children stands below Kids.
    """
    hints = hints or Hints()
    vocabulary = current()
    people = _people(name, hints, vocabulary)
    root = hints.root.split("/", 1)[0] if hints.root else _root(people)
    unescaped = html.unescape(name)
    title = without_brand(unescaped, hints.brand)
    path = read_path(hints.category_path or "", vocabulary)
    named = _named_categories(title, root, path, vocabulary) or _named_categories(
        unescaped, root, path, vocabulary
    )
    slugs = consistent(named, path if named else _beside(title, path, vocabulary))
    category = _choose(slugs, root)
    people = people or _people_of(category, vocabulary)
    return Classification(
        category_slug=category or (root if root in ROOTS else None),
        color_slugs=(colors_of(hints.color) if hints.color else ()) or colors_in_name(title),
        unisex=_unisex(category, slugs, root),
        people=people.id if people else None,
        audience=(people.audience if people else None) or "adult",
    )


def without_brand(name: str, brand: str | None) -> str:
    """Return the name without its maker's: at its start, and, of several words, anywhere.

    A name that is nothing but its brand stays as it is.
    """
    pattern = _brand_pattern(brand or "")
    if pattern is None:
        return name
    rest = pattern.sub(" ", name, count=1)
    return rest if rest is name or raw_words(rest) else name


@lru_cache(maxsize=4096)
def _brand_pattern(brand: str) -> re.Pattern[str] | None:
    """Return what finds a brand in names; compiled once for all its products in a rebuild."""
    own = raw_words(brand)
    if not own:
        return None
    anywhere = "" if len(own) > 1 else "^\\W*"
    return re.compile(anywhere + r"\b" + r"\W+".join(map(re.escape, own)) + r"\b", re.I)


def _people(name: str, hints: Hints, vocabulary: Vocabulary) -> People | None:
    """Return whom the store's wording, the name or the path mentions; children by any of them."""
    stated = people_of(hints.gender or "")
    audience = audience_of(hints.age_group or "")
    for text in (name, hints.category_path):
        mentioned = people_of(text or "")
        if (
            mentioned
            and mentioned.audience in KIDS
            and audience != "adult"
            and not _is_adult(hints)
        ):
            return join_people(filter(None, (stated, mentioned)), vocabulary)
        stated = stated or mentioned
    if audience in KIDS:
        child = vocabulary.people.get(audience or "")
        return join_people(filter(None, (stated, child)), vocabulary)
    return stated or people_of(name, weak=True)


def _people_of(category: str | None, vocabulary: Vocabulary) -> People | None:
    """Return whom a category is for where nothing else shows it: a school shirt is a child's."""
    root, _, below = (category or "").partition("/")
    if root != "kids":
        return None
    return vocabulary.people.get("baby" if below.startswith("baby/") else "kids")


def _is_adult(hints: Hints) -> bool:
    """Return whether the store writes "Women" or "Men"; "female" is also in a girl's feed."""
    return bool({"woman", "man", "lady", "gent"} & set(words(hints.gender or "")))


def _root(people: People | None) -> str | None:
    if people is None:
        return None
    return "kids" if people.audience in KIDS else people.gender


def _named_categories(
    title: str, root: str | None, path: Path, vocabulary: Vocabulary
) -> list[Slugs]:
    """Return the categories of what the title may name, the likeliest first.

    Where the store's path ends in one of its nouns, that is the head: a "dress zip" among "Zips".
    """
    outdoors = bool(OUTDOORS.search(title))
    head = path.noun if path.noun in words(title) else None
    return [
        _slugs(_apply_modifiers(candidate, root, vocabulary, outdoors), vocabulary)
        for candidate in types_in(parse(title, vocabulary), vocabulary)
        if head is None or head in candidate.keys
    ]


def _beside(title: str, path: Path, vocabulary: Vocabulary) -> Path:
    """Return the path of what only belongs to what stands near: of grippers among "Sofas" none.

    It stands where what is bought for the rest does, otherwise one level above.
    """
    whole = {
        _trunk(slug)
        for named in whole_of(parse(title, vocabulary), vocabulary)
        for slug in _slugs(named, vocabulary)
    }
    if whole.isdisjoint(map(_trunk, path.slugs)):
        return path
    above = dict.fromkeys(slug.rpartition("/")[0] for slug in path.slugs if slug.count("/") > 1)
    return replace(path, slugs=tuple((extras_of((up,)) or (up,))[-1] for up in above) or path.slugs)


def _apply_modifiers(
    candidate: Candidate, root: str | None, vocabulary: Vocabulary, outdoors: bool
) -> Named:
    """Return the type as the rest of the title shapes it: "chair, outdoor" is a patio chair."""
    slugs = _slugs(candidate.named, vocabulary)
    if not all(slug.startswith(FURNITURE) for slug in slugs):
        return candidate.named
    modifier = "kid" if root == "kids" else "outdoor" if outdoors else None
    if modifier is None:
        return candidate.named
    for start in range(len(candidate.keys)):
        keys = (modifier, *candidate.keys[start:])
        named = exactly(keys, vocabulary)
        if named:
            return named
    return candidate.named


def _slugs(named: Named, vocabulary: Vocabulary) -> Slugs:
    by_root: dict[str, list[str]] = {}
    for wording in named:
        product_type = vocabulary.product_types[wording.meaning]
        if by_root.keys() & product_type.roots:
            continue
        for slug in product_type.categories:
            by_root.setdefault(slug.split("/", 1)[0], []).append(slug)
    return tuple(slug for slugs in by_root.values() for slug in slugs)


def _choose(slugs: Slugs, root: str | None) -> str | None:
    if not slugs:
        return None
    inside = [slug for slug in slugs if slug.split("/", 1)[0] == root]
    if inside:
        return inside[0]
    worn = [slug for slug in slugs if not slug.startswith(("home/", "outdoor/"))]
    if worn and root in {"women", "men", "kids"}:
        return _sibling(worn, root)
    if worn and root == UNISEX:  # the wearer is meant: "unisex frames" are spectacles
        slugs = tuple(worn)
    return min(slugs, key=lambda slug: PREFERENCE.index(slug.split("/", 1)[0]))


def _sibling(slugs: list[str], root: str) -> str | None:
    """Return the nearest category below this root: men's bikinis are men's swimwear."""
    for slug in slugs:
        parts = [root, *slug.split("/")[1:]]
        for depth in range(len(parts), 1, -1):
            if "/".join(parts[:depth]) in _all_slugs():
                return "/".join(parts[:depth])
    return slugs[0]


@cache
def _all_slugs() -> frozenset[str]:
    return frozenset(category_slugs())


def _unisex(category: str | None, slugs: Slugs, root: str | None) -> bool | None:
    if category is None or not category.startswith(GENDERED):
        return None
    if root == UNISEX:
        return True
    if root is None and MOSTLY_WOMENS.intersection(category.split("/")[1:2]):
        return False
    return root is None and {slug.split("/", 1)[0] for slug in slugs} >= set(GENDERED)


def types_of(name: str, brand: str | None = None) -> tuple[str, ...]:
    """Return the ids of what a name names, and of all that those are, in their order.

    A category is one place, where a store or its page may put what the name calls otherwise: a
    chair cushion among chairs, a sofa in the garden. Empty where the name names nothing known.
    """
    return _product_types(without_brand(html.unescape(name), brand), current())


@lru_cache(maxsize=KEPT_NAMES)
def _product_types(title: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    candidate = head_of(title, vocabulary)
    if candidate is None:
        return ()
    ids: dict[str, None] = {}
    for named in _also(candidate, vocabulary):
        for wording in named:
            if wording.rank == named[0].rank:
                ids |= dict.fromkeys((wording.meaning, *vocabulary.broader(wording.meaning)))
    return tuple(ids)


def _also(candidate: Candidate, vocabulary: Vocabulary) -> Iterator[Named]:
    """Give the type, and the shorter phrases that it ends in: a "polo collar t-shirt" is both.

    A single word at the end may be another product type's: no T-shirt is a shirt. So is a phrase
    that stands elsewhere: a "high low top" is no low top of the shoes.
    """
    yield candidate.named
    own = _shelves(candidate.named, vocabulary)
    for start in range(1, len(candidate.keys) - 1):
        shorter = exactly(candidate.keys[start:], vocabulary)
        if shorter and own & _shelves(shorter, vocabulary):
            yield shorter


def _shelves(named: Named, vocabulary: Vocabulary) -> set[str]:
    """Return the roots of types, or of what is worn the second levels: shoes are no tops."""
    steps = [slug.split("/") for slug in _slugs(named, vocabulary)]
    return {below[0] if below and root in WORN_BY else root for root, *below in steps}


# Parameters of a product's page that choose a variant of the product and never another product.
VARIANT = tuple(
    "variant variant_id variantid color colour color_id colorid colour_id selectedcolor"
    " selected_color swatch attribute_pa_color attribute_pa_colour".split()
)
# "Linen shirt - Olive", "Linen shirt in olive", "Linen shirt (olive)": what follows the last one
# may be a colour even where its words name materials elsewhere.
_SEPARATOR = re.compile(r"\s[-–—|/]\s|,\s?|\(|\sin\s", re.IGNORECASE)
# More visible products than this under one key are no siblings: the name is only a kind of
# product type they are ("Print T-shirt").
GROUP_LIMIT = 40
_JOINING = frozenset({"and", "en", "with", "in"})


def name_key(name: str, color: str | None) -> int:
    """Return what is equal for equal names, whatever colours they say; `color` as the store words
    it. A signed number of 64 bits.
    """
    return _digest("name", *words_without_colors(name, color))


def sibling_key(
    name: str,
    *,
    color: str | None = None,
    product_brand: str | None = None,
    href: str | None = None,
    group: str | None = None,
) -> int:
    """Return what is equal for siblings of one store, a signed number of 64 bits.

    The strongest evidence counts: `group`, then the page of `href`, then the name; see
    `is_from_store`.
    """
    if group:
        return _digest("group", group) | 1
    page = url_query_cleaner(href, VARIANT, remove=True, unique=False) if href else None
    if page and page != href:
        return _digest("page", str(page)) | 1
    return _digest("named", fold(product_brand or ""), *words_without_colors(name, color)) & ~1


def is_from_store(key: int) -> bool:
    """Return True if the store itself marks products of this key as siblings, by a group or a
    page; it is the key's lowest bit. Equal names may be chance.
    """
    return bool(key & 1)


def _digest(*parts: str) -> int:
    text = "\0".join(parts).encode("utf-8", "replace")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), signed=True)


def words_without_colors(name: str, color: str | None) -> list[str]:
    """Return the name's words without those of its colour; all of them where nothing remains."""
    body = _without_tail(name)
    tokens = _without_phrase(words(body), words(color or ""))
    colored = {
        at for match in _colors(tokens) if _is_plain(match) for at in _positions(tokens, match)
    }
    return [
        token for at, token in enumerate(tokens) if at not in colored and token not in _JOINING
    ] or words(name)


def _without_tail(name: str) -> str:
    for separator in reversed(list(_SEPARATOR.finditer(name))):
        tail = words(name[separator.end() :])
        known = {at for match in _colors(tail) for at in _span(tail, match)}
        if tail and all(at in known or token in _JOINING for at, token in enumerate(tail)):
            return name[: separator.start()]
        return name
    return name


def _without_phrase(tokens: list[str], phrase: list[str]) -> list[str]:
    for at in range(len(tokens) - len(phrase) + 1 if phrase else 0):
        if tokens[at : at + len(phrase)] == phrase:
            return tokens[:at] + tokens[at + len(phrase) :]
    return tokens


def _colors(tokens: list[str]) -> list[Match[tuple[LexiconEntry[str], ...]]]:
    return current().colour_words.table.find(tokens)


def _is_plain(match: Match[tuple[LexiconEntry[str], ...]]) -> bool:
    """Return True if the words are a colour wherever they stand: "denim" and "oak" are not."""
    return any(wording.in_titles and not wording.is_weak for wording in match.value)


def _positions(tokens: list[str], match: Match[tuple[LexiconEntry[str], ...]]) -> range:
    """Return the positions to leave out: of "black denim" not the material that ends it."""
    span, (last, *_) = _span(tokens, match), _colors(tokens[match.end - 1 : match.end]) or (match,)
    material = match.end - match.start > 1 and not _is_plain(last)
    return range(span.start, span.stop - 1) if material else span


def _span(tokens: list[str], match: Match[tuple[LexiconEntry[str], ...]]) -> range:
    """Return the positions of a colour with the shades before it: "dark blue"."""
    return range(shade_start(tokens, match.start, current().shades), match.end)
