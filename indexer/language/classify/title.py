"""A title's noun groups: its head, what belongs to it, and what it only mentions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.language import LexiconEntry, Vocabulary
from indexer.language.classify.colors import people_of
from indexer.language.groups import (
    compound,
    describes,
    has_other_head,
    holds_something,
    intended_nouns,
    is_look,
    is_name,
    is_noun,
    is_number,
    themselves,
)
from indexer.language.quantities import any_of
from indexer.language.words.entries import (
    FEATURE,
    NAMESAKE,
    NEITHER,
    NOUN,
    SPARE,
    TRADE,
    WORD,
    Match,
    PhraseTable,
    classes_of,
    fold,
    leading,
    singular,
)

Named = tuple[LexiconEntry[str], ...]
Keys = tuple[str, ...]
CLAUSE = re.compile(r"[,;:|()\[\]{}–—•·]|\s-+\s")
# What a picture or a book is called is no thing: "'Red Sofa' - Graphic Print".
CALLED = re.compile(r"""(?<![\w'"])(['"])[^'"]{4,60}\1(?![\w'"])|(?<=\bbook)\sof\s.*""")
# Fractions of an inch are of pipes and bolts, no goods of ours.
FITTING = re.compile(r'(?<!\d)\d{1,2}/\d{1,2}\s?(?:"|inch\b|in\b)')
COUNTED = re.compile(
    r"\b(?:an?\s+)?(?:set|pack|pair|box|bundle|trio|duo|combo|stel|paar)s?\s+of\s+"
    r"(?:\d+|two|three|four|five|six|seven|eight|ten|twelve)?\b\s*(?:pcs|pieces|pairs of)?"
)
SET = "set"
JOINT = re.compile(r"[&+]|(?<=[a-z])/(?=[a-z0-9])|\sand\s|\s'?n'?\s")


@dataclass(frozen=True, slots=True)
class Words:
    """Some words of a title: as written, as keys, and after which of them a joint stands."""

    raw: tuple[str, ...]
    keys: tuple[str, ...]
    joints: frozenset[int]


@dataclass(frozen=True, slots=True)
class Clause:
    """A head and its qualifiers, each with the word that introduces it."""

    head: Words
    qualifiers: tuple[tuple[str, Words], ...]


@lru_cache(maxsize=4)
def _qualifier(vocabulary: Vocabulary) -> re.Pattern[str]:
    words = vocabulary.spoken.in_names("with", "not", "belonging", "having")
    standing = r"on(?=\s(?:legs?|castors?|wheels?|stand|feet)\b)"
    return re.compile(rf"\s(?!plus\ssizes?\s)({any_of(words)}|{standing})\.?(?=\s)")


@lru_cache(maxsize=4)
def _listed_colours(vocabulary: Vocabulary) -> re.Pattern[str]:
    """Return what finds a colour with the comma that parts it from another and no clauses."""
    colours = any_of(w.raw[0] for w in vocabulary.colours if w.leads and len(w.raw) == 1)
    return re.compile(rf"\b({colours}),(?=\s?{colours}\b)")


def _served(clause: Clause, vocabulary: Vocabulary) -> Words | None:
    """Return what a thing is for, where that is what its title names next."""
    marker, of = clause.qualifiers[0] if clause.qualifiers else ("", None)
    return of if marker in vocabulary.spoken.in_names("belonging") else None


def parse(title: str, vocabulary: Vocabulary) -> list[Clause]:
    """Return the clauses of a title, in their order; those without a word are left out."""
    text = fold(title)
    if FITTING.search(text):
        return []
    text = CALLED.sub(" ", text).strip() or text
    if "," in text:
        text = _listed_colours(vocabulary).sub(r"\1 ", text)
    if "of" in text:  # most titles count nothing, and a rebuild reads a million of them
        text = COUNTED.sub(" ", text)
    clauses = [_clause(f" {part} ", vocabulary) for part in CLAUSE.split(text)]
    return [clause for clause in clauses if clause.head.raw or clause.qualifiers]


def _clause(text: str, vocabulary: Vocabulary) -> Clause:
    head, *rest = _qualifier(vocabulary).split(text)
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Clause(_words(head), tuple((marker, _words(part)) for marker, part in pairs))


def _words(text: str) -> Words:
    raw: list[str] = []
    joints = set()
    for part in JOINT.split(text):
        if raw:
            joints.add(len(raw))
        raw += WORD.findall(part)
    return Words(tuple(raw), tuple(singular(word) for word in raw), frozenset(joints))


def exactly(keys: Sequence[str], vocabulary: Vocabulary) -> Named | None:
    """Return what just these words (singular keys) may name."""
    return _table(vocabulary).get(" ".join(reversed(keys)))


@lru_cache(maxsize=256)  # a title's words are looked at from several sides
def matches(keys: Keys, vocabulary: Vocabulary) -> tuple[Match[Named], ...]:
    """Return the phrases in the words, from left to right, matched from the end.

    A name ends in what the product type is: "denim shirt dress" is denim and a shirt dress.
    """
    backwards = _table(vocabulary).find(keys[::-1])
    size = len(keys)
    return tuple(Match(size - m.end, size - m.start, m.value) for m in reversed(backwards))


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[Named]:
    """Return the phrases that are read in titles, backwards; "and" is no word of theirs."""
    grouped: dict[str, list[LexiconEntry[str]]] = {}
    for product_type in vocabulary.product_types.values():
        if not product_type.broader and all("/" not in slug for slug in product_type.categories):
            continue  # a root is not a product type
        for wording in product_type.wordings:
            if wording.in_titles:
                own = [singular(word) for word in wording.raw if word != "and"]
                key = " ".join(reversed(own))
                grouped.setdefault(key, []).append(wording)
    for keys in vocabulary.not_types | vocabulary.foreign:
        grouped.setdefault(" ".join(reversed(keys)), [])
    return PhraseTable({key: tuple(wordings) for key, wordings in grouped.items()})


def named_in(part: Words, vocabulary: Vocabulary, *, weak: bool) -> list[Match[Named]]:
    """Return the phrases that name a type strongly, or else only weakly, with their wordings."""
    of_strength = []
    for match in matches(part.keys, vocabulary):
        wordings = leading(match.value, part.raw[match.start : match.end])
        kept = tuple(wording for wording in wordings if wording.is_weak is weak)
        if kept:
            of_strength.append(Match(match.start, match.end, kept))
    spans = [(match.start, match.end) for match in of_strength]
    starts = themselves(spans, part.raw, part.joints, vocabulary)
    return [match for match in of_strength if match.start in starts]


WORN_BY = frozenset({"women", "men", "kids"})
WORN, BEAUTY, BAGS, JEWELLERY = "worn", "beauty", "bags", "jewellery"
NURSERY = ("kids/nursery", "kids/toys")
PARTS = {NAMESAKE, FEATURE}
FITTED = ("home/furniture", "home/lighting", "home/decor/mirrors", "outdoor/garden")
DEVICES = ("/tech", "/electronics", "/laptop-bags")  # what is sold for other makers' goods


def is_something_else(clause: Clause, vocabulary: Vocabulary) -> bool:
    """Return True if a clause names a known product type, and its head is something else."""
    head = clause.head
    known = named_in(head, vocabulary, weak=False) or named_in(head, vocabulary, weak=True)
    if not known:
        return False
    end = next((at for at in sorted(head.joints) if at >= known[0].end), len(head.raw))
    named = [match for match in known if match.end <= end]
    last = named[-1]
    tail = head.raw[last.end : end]
    spared = head.raw if _is_namesake(last, head) else tail
    is_spare = any(SPARE in classes_of(word) for word in spared)
    is_trade = any(TRADE in classes_of(word) for word in head.raw[: last.start])
    if is_spare or (is_trade and any(s.startswith(FITTED) for s in _slugs(last, vocabulary))):
        return True
    if _is_strong(last) and _is_for_others(last, clause, vocabulary):
        return True
    if tail:  # "blouse | tie neck", "sneakers | slip on"
        behind = [match for match in matches(head.keys, vocabulary) if match.start >= last.end]
        if any(head.keys[match.start : match.end] in vocabulary.foreign for match in behind):
            return True
        looks = (match.start for match in behind if not match.value or match.end - match.start > 1)
        tail = tail[: next(looks, end) - last.end]
    own = head.raw[last.start : last.end]
    if has_other_head(tail, vocabulary, own) or holds_something(head.keys[last.end - 1], tail):
        return True
    return _is_other_sense(named, head, vocabulary)


def is_vague(clause: Clause, vocabulary: Vocabulary) -> bool:
    """Return True if its vague word is of unknown goods: a "motorcycle | cover"."""
    part = clause.head
    for vague in named_in(part, vocabulary, weak=True)[-1:]:
        before = part.raw[max(vague.start - 1, 0) : vague.start]
        is_other = vague.start not in part.joints and has_other_head(before, vocabulary)
        is_owned = is_other and not {WORN, BEAUTY} & _departments(vague, vocabulary)
        is_part = _is_namesake(vague, part) and _is_in_other_group([vague], part, vocabulary)
        return is_owned or is_part or _is_for_others(vague, clause, vocabulary)
    return False


def _is_strong(match: Match[Named]) -> bool:
    return any(not wording.is_weak for wording in match.value)


def _is_namesake(match: Match[Named], part: Words) -> bool:
    return NAMESAKE in classes_of(part.raw[match.end - 1])


def _is_for_others(last: Match[Named], clause: Clause, vocabulary: Vocabulary) -> bool:
    """Return True if a thing is for unknown goods: a "pouch for Nokia 3310".

    What is worn or cared with is for people, whatever they are called.
    """
    of = _served(clause, vocabulary)
    if of is None or matches(of.keys, vocabulary) or people_of(" ".join(of.raw)):
        return False
    slugs = _slugs(last, vocabulary)
    is_ours = {WORN, BEAUTY} & _departments(last, vocabulary) and BAGS not in _shelves(slugs)
    if is_ours or any(slug.endswith(DEVICES) for slug in slugs):
        return False
    return any(is_name(word, vocabulary) for word in of.raw)


def _is_other_sense(named: Sequence[Match[Named]], part: Words, vocabulary: Vocabulary) -> bool:
    """Return True if the last product type is something else than alone: "bra cups".

    It is behind what is worn where nobody wears it, or behind what stands elsewhere with another
    noun between; or it is called as parts in other trades are, behind an unknown noun or a product
    type that stands elsewhere: "piston ring", "chair caps", "blouse ring".
    """
    first, last = named[0], named[-1]
    own = [key for key in part.keys[last.start : last.end] if key != SET]
    if len(own) != 1:
        return False
    is_namesake = _is_strong(last) and NAMESAKE in classes_of(own[0])
    if is_namesake and _is_in_other_group(named, part, vocabulary):
        return True
    between = part.raw[first.end : last.start]
    if last is first or any(describes(word, vocabulary) for word in between):
        return False
    is_worn, of_worn = (WORN in _departments(match, vocabulary) for match in (last, first))
    shelves, others = (_shelves(_slugs(match, vocabulary)) for match in (last, first))
    if is_namesake and (JEWELLERY in shelves or not (is_worn and of_worn)):
        return bool(shelves and others) and not shelves & others
    is_apart = not shelves & others
    return is_apart if has_other_head(between, vocabulary) else of_worn and not is_worn


def _is_in_other_group(named: Sequence[Match[Named]], part: Words, vocabulary: Vocabulary) -> bool:
    """Return True if the last type's group begins with an unknown noun: a "gun sock".

    Between them stands at most what describes: "guitar | neck plate". Counted nouns only measure.
    """
    ends = {0, *part.joints, *(match.end for match in named)}
    looks = (m for m in matches(part.keys, vocabulary) if not m.value)
    spans = [range(m.start, m.end) for m in looks if classes_of(part.raw[m.end - 1]) == NEITHER]
    at = named[-1].start
    while at not in ends and not is_number(word := part.raw[at - 1]):
        at -= 1
        if any(at in span for span in spans):  # a "shirt style | top"
            continue
        known = classes_of(word)
        if not known or NOUN in known or is_look(word, vocabulary):  # a name, a material, a colour
            return is_noun(word, vocabulary) and not (at and is_number(part.raw[at - 1]))
    return False


def _slugs(match: Match[Named], vocabulary: Vocabulary) -> list[str]:
    """Return where its product types stand; what children play with is like anything."""
    slugs = (s for w in match.value for s in vocabulary.product_types[w.meaning].categories)
    return [slug for slug in slugs if not slug.startswith(NURSERY)]


def _departments(match: Match[Named], vocabulary: Vocabulary) -> frozenset[str]:
    """Return where its product types stand: what is worn, beauty, or a root."""
    roots = ((slug, slug.partition("/")[0]) for slug in _slugs(match, vocabulary))
    return frozenset(
        BEAUTY if f"/{BEAUTY}" in slug else WORN if root in WORN_BY else root
        for slug, root in roots
    )


def _shelves(slugs: Sequence[str]) -> frozenset[str]:
    """Return the second levels of slugs."""
    return frozenset(level for slug in slugs for level in slug.split("/")[1:2])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A product type that a title may name: what the words may mean, and the words."""

    named: Named
    keys: tuple[str, ...]


def types_in(clauses: Sequence[Clause], vocabulary: Vocabulary) -> Iterator[Candidate]:
    """Yield what a title may name, the likeliest first.

    Strong names of heads, then weak ones ("print"), then what stands among the qualifiers. Nothing
    from a clause on whose head is something else.
    """
    for clause in clauses:
        if _is_something_else(clause, vocabulary):
            return
        yield from _strong(clause, vocabulary)
    for clause in clauses:
        if not is_vague(clause, vocabulary):
            yield from _weak(clause.head, vocabulary)
    for clause in clauses:
        last = clause.head.raw[-1:]
        if any(is_noun(word, vocabulary) or PARTS & set(classes_of(word)) for word in last):
            continue  # "stand for rings", "zip for a tent", "roller kit with tray"
        for _, part in clause.qualifiers:
            yield from _last_first(named_in(part, vocabulary, weak=False), part, vocabulary)
            yield from _weak(part, vocabulary)


def whole_of(clauses: Sequence[Clause], vocabulary: Vocabulary) -> Iterator[Named]:
    """Yield the types that a title's head only belongs to: of "sofa grippers", "zip for a sofa"."""
    for clause in clauses:
        parts = [clause.head] if _is_something_else(clause, vocabulary) else []
        served = _served(clause, vocabulary)
        if served and clause.head.raw:
            parts.append(served)
        for part in parts:
            for weak in (False, True):
                yield from (match.value for match in named_in(part, vocabulary, weak=weak))


def head_of(title: str, vocabulary: Vocabulary) -> Candidate | None:
    """Return what a title names outside of what only qualifies it, if anything."""
    clauses = parse(title, vocabulary)
    for clause in clauses:
        if _is_something_else(clause, vocabulary):
            return None
        for candidate in _strong(clause, vocabulary):
            return candidate
    weak = (candidate for clause in clauses for candidate in _weak(clause.head, vocabulary))
    return next(weak, None)


def _is_something_else(clause: Clause, vocabulary: Vocabulary) -> bool:
    return not _inverted_type(clause, vocabulary) and is_something_else(clause, vocabulary)


def _strong(clause: Clause, vocabulary: Vocabulary) -> Iterator[Candidate]:
    head = _inverted_type(clause, vocabulary)
    if head:
        yield head
    yield from _last_first(named_in(clause.head, vocabulary, weak=False), clause.head, vocabulary)


def _weak(part: Words, vocabulary: Vocabulary) -> Iterator[Candidate]:
    for match in reversed(named_in(part, vocabulary, weak=True)):
        yield Candidate(match.value, part.keys[match.start : match.end])


def _last_first(
    phrase_matches: Sequence[Match[Named]], part: Words, vocabulary: Vocabulary
) -> Iterator[Candidate]:
    if not phrase_matches:
        return
    head = _head(phrase_matches, part, vocabulary)
    yield Candidate(head.value, part.keys[head.start : head.end])
    for match in reversed(phrase_matches):
        if match is not head:
            yield Candidate(match.value, part.keys[match.start : match.end])


def _head(
    phrase_matches: Sequence[Match[Named]], part: Words, vocabulary: Vocabulary
) -> Match[Named]:
    """Return the last product type, unless it is only joined to one, or repeats one."""
    last = phrase_matches[-1]
    if SET not in part.keys[last.start : last.end]:
        joined, *others = intended_nouns(phrase_matches, lambda noun, _: noun.end in part.joints)
        if others:
            return joined
    for match in reversed(phrase_matches[:-1]):
        if match.end == last.start and _is_one(match, last, vocabulary):
            return match
    return last


def _is_one(narrow: Match[Named], broad: Match[Named], vocabulary: Vocabulary) -> bool:
    """Return whether the first names one of what the second names: "chino trousers"."""
    broad_ids = {wording.meaning for wording in broad.value}
    return any(broad_ids & set(vocabulary.broader(w.meaning)) for w in narrow.value)


def _inverted_type(clause: Clause, vocabulary: Vocabulary) -> Candidate | None:
    """Return the type of "cover for a corner sofa", "cover 3-seat sofa": a (corner) sofa cover."""
    keys = clause.head.keys
    pairs = [(keys[:at], keys[at:]) for at in range(1, len(keys)) if is_number(keys[at])]
    if served := _served(clause, vocabulary):
        of = served.keys
        cases = ((key, keys[-1]) for key in of if keys)
        if case := next((own for own in cases if _is_for_device(own, vocabulary)), None):
            return Candidate(exactly(case, vocabulary) or (), case)  # "book case for iPad"
        pairs = [(keys, of)]
    return next(filter(None, (_swapped(own, of, vocabulary) for own, of in pairs)), None)


def _is_for_device(keys: Keys, vocabulary: Vocabulary) -> bool:
    named = Match(0, 0, exactly(keys, vocabulary) or ())
    return any(slug.endswith(DEVICES) for slug in _slugs(named, vocabulary))


def _swapped(own: Keys, of: Keys, vocabulary: Vocabulary) -> Candidate | None:
    of = next((of[m.start : m.end] for m in matches(of, vocabulary) if m.value), of[-1:])
    whole = (m.end - m.start for m in matches(own, vocabulary) if m.end == len(own) and m.value)
    found = compound(own, of, lambda keys: exactly(keys, vocabulary), max(whole, default=1))
    return Candidate(found[1], found[0]) if found else None
