"""The phrases of a text: every stretch of its words that the lexicon gives a meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.search.understand.arcs import (
    CLEAR_LEAD,
    STRIDE,
    Arc,
    Text,
    completions_of,
    is_open,
    is_type,
    is_unstocked,
    is_word,
)
from app.search.understand.language import Language
from app.search.understand.lexicon import LONGEST, ORDER, Key, Sense, SenseKind
from app.search.understand.meaning import Part
from app.search.understand.readings import is_named
from app.search.understand.spelling import common
from app.search.understand.text import Costs
from indexer.language.classify.colors import NamedColour, is_one_name, leads
from indexer.language.words.entries import singular

# A last word of these kinds says nothing where it stands: a "bo" (above) with nothing behind it.
SMALL = frozenset({"filler", "with", "or", "not"})
RANK = {kind: place for place, kind in enumerate(ORDER, 1)}
RANK["gift"] = RANK["type"]
CLEARLY_MORE = 4  # times as many products, before one thing is taken for the only one begun
FAR_MORE = 4  # times as many products, where a word that is said may be the beginning of a type
LONGEST_LETTERS = 2  # of a first word that may be letters of a name: "u s polo"
LONGEST_INVERTED = 5  # words of a product type that is named backwards: "bra push up"
LONGEST_BEGUN = 3  # words before an unfinished one that may be of its phrase
# A "table lamp" said backwards begins with what it is, a phrase of one word or two.
LONGEST_HEAD = 2


class Edge(NamedTuple):
    """A phrase between two nodes; without `entries` a word by itself.

    `begun`: the last word is unfinished, and these are the ids of types that it may begin; None
    where it is whole. `is_lost`: the word is unknown. `said`: the role of a word that is not its
    meaning's: names say it, too, and mean no people by it ("mom jeans"), or it says whose is what
    follows ("my room"). `parts`: what a number states; None where nothing does.
    """

    start: int
    end: int
    arcs: tuple[Arc, ...]
    cost: float
    senses: tuple[Sense, ...] = ()
    begun: tuple[str, ...] | None = None
    is_lost: bool = False
    said: str = ""
    parts: tuple[Part, ...] | None = None

    @property
    def role(self) -> str:
        """Return what the edge is to its neighbours."""
        token = self.arcs[0].token
        if self.parts is not None:
            return ""
        if token.is_sign:
            return "sign"
        if not self.senses:
            return "word" if token.text.isalpha() else "number"
        first = self.senses[0]
        is_foreign = first.non_english and len(self.arcs) == 1 and token.text in common()
        if is_foreign and first.kind in {"colour", "type"}:
            return f"foreign {first.kind}"
        if self.said:
            return self.said
        return first.kind if first.kind in {"people", "type"} else "phrase"


Arcs = Mapping[int, Sequence[Arc]]


def edges(text: Text, arcs: Arcs, kinds: frozenset[SenseKind]) -> dict[int, list[Edge]]:
    """Return all phrases of these kinds, and all words by themselves, by where they begin."""
    found = {node: list(_from(node, arcs, text, kinds)) for node in arcs}
    if len(kinds) == len(ORDER):
        for start in range(len(text.tokens)):
            for edge in _inverted_types(start, arcs, text):
                found[edge.start].append(edge)
    for edge in (*_prefix_edges(text, arcs), *_number_edges(text, arcs)):
        found[edge.start].append(edge)
    for edge in _shade_edges(found, text.language):
        found[edge.start].append(edge)
    return found


def _shade_edges(found: Mapping[int, Sequence[Edge]], language: Language) -> list[Edge]:
    """Return the wordings of one colour in several words: "light blue", "olive green"."""
    by_end: dict[int, list[Edge]] = {}
    coloured: list[tuple[Edge, Sense]] = []
    for edge in (edge for edges_ in found.values() for edge in edges_):
        by_end.setdefault(edge.end, []).append(edge)
        colour = next((sense for sense in edge.senses if sense.kind == "colour"), None)
        if colour is not None and edge.senses[0].kind in {"colour", "brand"}:
            coloured.append((edge, colour))
    shaded: list[Edge] = []
    for edge, colour in coloured:  # which grows: "light olive green"
        for before in by_end.get(edge.start, ()):
            if len(edge.arcs) < LONGEST and (meant := _as_one(before, colour, language)):
                arcs, cost = (*before.arcs, *edge.arcs), edge.cost + before.arcs[0].cost
                one = Edge(before.start, edge.end, arcs, cost, (meant,))
                shaded.append(one)
                coloured.append((one, meant))
    return shaded


def _as_one(before: Edge, colour: Sense, language: Language) -> Sense | None:
    """Return the colour of a phrase and the colour behind it; None where they are two."""
    is_one = len(before.arcs) == 1 and before.begun is None and before.parts is None
    if is_one and before.arcs[0].token.stem in language.vocabulary.shades:
        return colour
    own = before.senses[0] if before.senses else None
    if (
        own is None
        or own.kind != "colour"
        or not is_one_name(_colour_reading(own), _colour_reading(colour))
    ):
        return None
    return own if leads(_colour_reading(own), _colour_reading(colour)) else colour


def _colour_reading(sense: Sense) -> NamedColour:
    return NamedColour(frozenset(sense.values), int(sense.weak))


def _number_edges(text: Text, arcs: Arcs) -> Iterator[Edge]:
    """Give what numbers state; what says more by its words is likelier."""
    for start, end, parts in text.stated:
        cost = -Costs.stated_word * (end - start)
        yield Edge(start * STRIDE, end * STRIDE, _typed_arcs(start, end, arcs), cost, parts=parts)


def _from(node: int, arcs: Arcs, text: Text, kinds: frozenset[SenseKind]) -> Iterator[Edge]:
    language = text.language
    ways: list[tuple[Arc, ...]] = [(arc,) for arc in arcs[node]]
    while ways:
        way = ways.pop()
        words = [arc.token for arc in way]
        senses, doubt = language.lexicon.senses_of(words)
        if senses and len(kinds) < len(ORDER):
            senses = tuple(sense for sense in senses if sense.kind in kinds)
        is_brand = any(sense.kind == "brand" for sense in senses)
        if is_brand and is_named(words, text.tokens, text.original, language):
            doubt = 0.0
        else:
            senses = tuple(sense for sense in senses if not sense.everyday)
        if senses:
            said = _people_cost(way[0], senses[0], language) if len(way) == 1 else ""
            phrase = _phrase(way, senses, doubt)
            yield phrase._replace(said=said) if said else phrase
        if len(way) == 1 and _may_be_word(way[0], senses, language):
            yield _word(way[0], is_read=bool(senses))
        if len(way) < LONGEST and (len(way) == 1 or _goes_on(way, language)):
            ways += [(*way, arc) for arc in arcs.get(way[-1].end, ())]


def _goes_on(way: Sequence[Arc], language: Language) -> bool:
    """Return True if a phrase may be longer: what begins a known one, or is glued of letters."""
    first = way[0].token
    is_typed = first.is_sign or len(first.text) <= LONGEST_LETTERS
    if is_typed and all(arc.source == "typed" for arc in way):
        return True
    words = [arc.token.stem for arc in way if not arc.token.is_sign]
    return language.lexicon.begins(tuple(words))


def _phrase(way: tuple[Arc, ...], senses: Sequence[Sense], doubt: float) -> Edge:
    first = senses[0]
    leads = first.kind == "brand" and len(way) > 1  # "us polo" before "polo shirt"
    cost = Costs.phrase + doubt + sum([arc.cost for arc in way])
    cost += 0 if leads else Costs.each_rank * RANK[first.kind]
    cost += Costs.weak * first.weak
    if len(way) > 1:  # of people, too: "toddler boy | shorts" are no boy shorts
        cost -= Costs.later * {"type": way[0].start > 0, "people": 2}.get(first.kind, 0)
    else:
        cost += way[0].alone
    return Edge(way[0].start, way[-1].end, way, cost, tuple(senses))


def _may_be_word(arc: Arc, senses: Sequence[Sense], language: Language) -> bool:
    is_foreign = bool(senses) and senses[0].non_english and arc.token.text in common()
    return not senses or is_foreign or _is_in_names(arc, senses[0], language)


def _people_cost(arc: Arc, first: Sense, language: Language) -> str:
    if first.kind == "filler":
        return "owner" if arc.token.text in language.vocabulary.spoken.phrases_of("owner") else ""
    return "said people" if _is_in_names(arc, first, language) else ""


def _is_in_names(arc: Arc, first: Sense, language: Language) -> bool:
    if first.kind != "people" or not first.query_only:
        return False
    return arc.source == "typed" and language.dictionary.is_indexed(arc.token.text)


def _word(arc: Arc, *, is_read: bool) -> Edge:
    cost = arc.cost + arc.alone + Costs.word + Costs.unread * is_read
    return Edge(arc.start, arc.end, (arc,), cost, is_lost=arc.is_lost)


def _typed_arcs(start: int, end: int, arcs: Arcs) -> tuple[Arc, ...]:
    return tuple(arcs[at * STRIDE][0] for at in range(start, end))


def _inverted_types(start: int, arcs: Arcs, text: Text) -> Iterator[Edge]:
    """Give types that are named backwards, as people do who think of the type first."""
    lexicon = text.language.lexicon
    for end in range(start + 2, min(len(text.tokens), start + LONGEST_INVERTED) + 1):
        way = _typed_arcs(start, end, arcs)
        if any(arc.token.is_sign or arc.token.minus for arc in way[1:]):
            return
        stems = tuple(arc.token.stem for arc in way)
        raw = tuple(arc.token.text for arc in way)
        for head in range(1, min(LONGEST_HEAD, len(way) - 1) + 1):
            turned = (*way[head:], *way[:head])
            senses = lexicon.senses((*stems[head:], *stems[:head]), (*raw[head:], *raw[:head]))
            if senses and senses[0].kind == "type" and not senses[0].weak:
                edge = _phrase(turned, senses, Costs.inverted)
                yield edge._replace(start=way[0].start, end=way[-1].end)


def _prefix_edges(text: Text, arcs: Arcs) -> Iterator[Edge]:
    """Give what the last word may begin where it is unfinished: by itself, and in a phrase."""
    at = len(text.tokens) - 1
    if at < 0 or not text.is_last(at):
        return
    (typed,) = _typed_arcs(at, at + 1, arcs)
    is_form = any(arc.source == "form" for arc in arcs[typed.start])  # "leer" is leather
    if not is_form and is_begun(text, typed):
        begun = () if _names_type(text, at) else _product_types(text, at)
        yield Edge(typed.start, typed.end, (typed,), Costs.phrase + Costs.begun, begun=begun)
    if not typed.token.text.isalpha() or _has_meaning(typed, text.language):
        return
    for start in range(max(0, at - LONGEST_BEGUN), at):
        way = _typed_arcs(start, at + 1, arcs)
        if not any(arc.token.is_sign or arc.token.minus for arc in way[1:]):
            yield from _prefix_phrases(way, text.language)


def _prefix_phrases(way: tuple[Arc, ...], language: Language) -> Iterator[Edge]:
    """Give the product types of which the last word begins a later word: "coffee tab"."""
    *before, last = [arc.token for arc in way]
    found: dict[str, tuple[int, Key]] = {}
    for key in language.lexicon.beginning((*(token.stem for token in before), last.text)):
        for sense in language.lexicon.senses(key, key)[:1]:
            for id_ in sense.values if sense.kind == "type" and not sense.weak else ():
                products = sum(
                    language.categories[slug] for slug in language.stocked_categories(id_)
                )
                if products > found.get(id_, (0, key))[0]:
                    found[id_] = (products, key)
    if not found:
        return
    most = max(products for products, _ in found.values())
    meant = {id_: key for id_, (own, key) in found.items() if own * CLEARLY_MORE > most}
    first = min(meant.values(), key=len)
    if all(key[: len(first)] == first for key in meant.values()):  # "t-shirt", "t-shirt dress"
        meant = {id_: key for id_, key in meant.items() if key == first}
    cost = Costs.phrase + Costs.begun_phrase
    is_whole = all(key[len(before)] == last.stem for key in meant.values())  # "short sleeve"
    if is_whole or most < FAR_MORE * language.dictionary.weights.get(last.text, 0):
        cost += Costs.otherwise
    if len({*meant.values()}) > 1:
        yield Edge(way[0].start, way[-1].end, way, cost, begun=tuple(meant))
        return
    key = first
    rest = [
        way[-1]._replace(token=last._replace(text=word, stem=word), source="other")
        for word in key[len(before) :]
    ]
    senses = (Sense("type", tuple(meant)),)
    yield Edge(way[0].start, way[-1].end, (*way[:-1], *rest), cost, senses)


def is_begun(text: Text, last: Arc) -> bool:
    """Return True if a last word is rather the beginning of others: "sho", or "wat" alone."""
    token, language, at = last.token, text.language, len(text.tokens) - 1
    if last.alone:
        is_short = at > 0 and len(token.text) < 3 and token.text.isalpha()
        return is_short or is_open(text, at)
    if len(token.text) == 1 and at > 0 and token.text.isalpha():
        return not language.lexicon.entries_of([token])
    senses = language.lexicon.entries_of([token])
    if senses and senses[0].kind in SMALL:
        return not _names_type(text, at) and _begins_type(text, at)
    if any(not sense.weak or sense.kind == "type" for sense in senses) or not is_word(token):
        return False
    return not _names_type(text, at) and _is_rather_type(text, at)


def _has_meaning(last: Arc, language: Language) -> bool:
    """Return True if a last word as it stands is what the tables know and the catalogue has."""
    senses = language.lexicon.entries_of([last.token])
    return bool(senses) and senses[0].kind not in SMALL and not is_unstocked(last.token, language)


def _names_type(text: Text, at: int) -> bool:
    return any(
        sense.kind == "type" and not sense.weak
        for token in text.tokens[:at]
        for sense in text.language.lexicon.entries_of([token])
    )


def _longer(text: Text, at: int) -> list[str]:
    own = singular(text.tokens[at].text)
    return [word for _, word in completions_of(text, at) if singular(word) != own]


def _begins_type(text: Text, at: int) -> bool:
    """Return True if the likeliest word that begins so is a product type, and not this very
    word.
    """
    longer = _longer(text, at)
    return bool(longer) and is_type(longer[:1], text.language)


def _is_rather_type(text: Text, at: int) -> bool:
    """Return True if far more products are a product type that begins so than say this very word.

    "Hand" behind "women's": there are few hands, and many handbags.
    """
    if not _begins_type(text, at):
        return False
    weights, own = text.language.dictionary.weights, singular(text.tokens[at].text)
    said = (weights[word] for _, word in completions_of(text, at) if singular(word) == own)
    return weights[_longer(text, at)[0]] >= FAR_MORE * max(said, default=0)


def _product_types(text: Text, at: int) -> tuple[str, ...]:
    begun: dict[str, float] = {}
    for points, word in completions_of(text, at):
        for sense in text.language.lexicon.senses((singular(word),), (word,)):
            if sense.kind == "type":
                begun |= {id_: points for id_ in sense.values if id_ not in begun}
    stocked = {
        id_: points for id_, points in begun.items() if text.language.stocked_categories(id_)
    }
    least = max(stocked.values(), default=0.0) - CLEAR_LEAD
    return tuple(id_ for id_, points in stocked.items() if points > least)
