"""The likeliest ways through the lattice of a text: how its words are read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count, islice
from math import inf

from app.search.understand.arcs import STRIDE, Text
from app.search.understand.language import Language
from app.search.understand.lexicon import ORDER, Reading, SenseKind
from app.search.understand.meaning import Correction
from app.search.understand.phrases import Arcs, Edge, edges
from app.search.understand.text import Costs, Token

KEPT = 6  # readings of a text
MOST_FOLLOWED = 500  # beginnings of ways, before only the likeliest reading is of interest

# The cost that an edge has beside the one before it, by their roles.
BESIDE = {
    ("word", "foreign colour"): "foreign",  # a "living room" is no cream
    ("people", "foreign colour"): "foreign",
    ("owner", "foreign colour"): "foreign",  # nor is "my room"
    ("foreign type", "word"): "foreign",  # and the "pet" of a "pet gate" no cap
    ("foreign type", "people"): "foreign",
    ("said people", "type"): "idiom",  # "dad sneakers" are no men's
    ("said people", "people"): "idiom",  # "school boys" ask for what names call school's
    ("type", "type"): "two_types",  # a "gas braai cover" is no braai with a cover
}


@dataclass(frozen=True, slots=True)
class Path:
    """One reading of a text's words.

    `tokens` as they are read, a type that is named backwards put right, and the `readings` of
    them, from left to right. `stated`: what numbers state. `corrections`: what is read as another
    word. `unknown`: the unknown words. `prefix`: the unfinished last word, which is none of the
    tokens, and `begun` the ids of the product types that it may begin.
    """

    tokens: Sequence[Token]
    readings: tuple[Reading, ...]
    corrections: tuple[Correction, ...] = ()
    unknown: tuple[Token, ...] = ()
    prefix: str = ""
    begun: tuple[str, ...] = ()
    stated: tuple[Edge, ...] = ()


Words = tuple[str, ...]  # what they are read as, "*" behind one that goes on
Way = tuple[Edge, ...]
Step = tuple[Edge, str, str, float]  # between the last roles of two nodes, and what it costs


def read_as(text: Text) -> list[Path]:
    """Return the readings of a text, the likeliest first; no two of the same words."""
    return paths(text, text.arcs(), frozenset(ORDER))


def phrases(
    tokens: Sequence[Token], original: str, language: Language, kinds: frozenset[SenseKind]
) -> tuple[Reading, ...]:
    """Return the phrases of these kinds in words that are what they say, from left to right."""
    text = Text(tokens, language, as_typed=True, original=original)
    return paths(text, text.arcs(), kinds)[0].readings


def paths(text: Text, arcs: Arcs, kinds: frozenset[SenseKind]) -> list[Path]:
    """Return the readings of a text, the likeliest first; no two of the same words.

    Forward each last role at a node keeps its cheapest way (Viterbi); backward the ways are
    followed in the order of what they cost in all, so that no way is given up before its end.
    """
    beside = {roles: getattr(Costs, name) for roles, name in BESIDE.items()}
    by_end: dict[int, list[Step]] = {}
    by_start, end = edges(text, arcs, kinds), len(text.tokens) * STRIDE
    every = [edge for ahead in by_start.values() for edge in ahead]
    least: dict[int, dict[str, float]] = {0: {"": 0.0}}
    for node, ahead in sorted(by_start.items()):
        before = least.get(node, {})
        for edge in ahead:
            own, roles = edge.role, least.setdefault(edge.end, {})
            steps = by_end.setdefault(edge.end, [])
            for last, spent in before.items():
                role = own or last
                cost = edge.cost + beside.get((last, own), 0.0)
                steps.append((edge, last, role, cost))
                roles[role] = min(spent + cost, roles.get(role, inf))
    others = (edge for edge in every if _is_other(edge) or edge.arcs[-1].source == "other")
    is_sure = all(len(own) == 1 for own in arcs.values()) and not any(others)
    ways = islice(_backward(least, by_end, end), 1 if is_sure else KEPT)
    return [_path(text.tokens, way) for way in ways]


def _backward(
    least: Mapping[int, Mapping[str, float]], by_end: Mapping[int, Sequence[Step]], end: int
) -> Iterator[Way]:
    """Give the ways to the end, the cheapest first; of the same words only that one."""
    number, seen = count(), set[tuple[int, str, Words]]()
    heap: list[tuple[float, int, float, int, str, Words, Way]] = [
        (cost, next(number), 0.0, end, role, (), ()) for role, cost in least.get(end, {}).items()
    ]
    heapify(heap)
    while heap and len(seen) < MOST_FOLLOWED:
        _, _, spent, node, role, words, way = heappop(heap)
        known = (node, role, words)
        if known in seen:
            continue
        seen.add(known)
        if node == 0:
            yield way
        for edge, last, own, cost in by_end.get(node, ()):
            if own == role:
                paid, ahead = spent + cost, least[edge.start][last]
                entry = (paid, edge.start, last, (*_words(edge), *words), (edge, *way))
                heappush(heap, (paid + ahead, next(number), *entry))


def _words(edge: Edge) -> tuple[str, ...]:
    """Return what an edge's words are read as, in the order of the text.

    Words that names say are others where they mean people: of "guys jeans" both may be asked for.
    """
    words = [arc.token.text for arc in sorted(edge.arcs, key=lambda arc: arc.start)]
    return (*words, "*") if _is_other(edge) else tuple(words)


def _is_other(edge: Edge) -> bool:
    """Return True if an edge reads the words that were typed as others by the same letters."""
    return edge.begun is not None or edge.said == "said people"


def _path(typed: Sequence[Token], way: Sequence[Edge]) -> Path:
    tokens: list[Token] = []
    readings: list[Reading] = []
    unknown: list[Token] = []
    stated: list[Edge] = []
    prefix, begun = "", ()  # type: str, tuple[str, ...]
    for edge in way:
        if edge.is_lost:
            unknown.append(edge.arcs[0].token)
            continue
        if edge.parts is not None:
            stated.append(edge)
            continue
        own = [arc.token for arc in edge.arcs]
        if edge.begun is not None:
            prefix, begun = own.pop().text, edge.begun
        elif edge.senses:
            readings.append(Reading(len(tokens), len(tokens) + len(own), edge.senses))
        tokens += own
    corrections = tuple(_corrections(typed, way))
    return Path(
        tuple(tokens), tuple(readings), corrections, tuple(unknown), prefix, begun, tuple(stated)
    )


def _corrections(typed: Sequence[Token], way: Sequence[Edge]) -> Iterator[Correction]:
    """Give what is read as another word, by the word as it was typed."""
    read: dict[int, list[str]] = {}
    for arc in (arc for edge in way for arc in edge.arcs):
        if arc.source == "other":
            read.setdefault(arc.start // STRIDE, []).append(arc.token.text)
    for at, words in sorted(read.items()):
        if words != [typed[at].text]:  # a word that nobody sells may be known all the same
            yield Correction(typed[at].text, " ".join(words))
