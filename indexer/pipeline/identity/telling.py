"""What a comparison says to people: what holds a run, and what is only told. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from indexer.pipeline.identity.evidence import Evidence
from indexer.pipeline.identity.exact import Pair
from indexer.pipeline.identity.matching import Matches

SAMPLES = 3
FEW = 2  # products of which nothing follows for the others
FEWEST = 5  # from which on a share says something
ASKED_SHARE = 0.1  # of what is missing, which may be there under other keys
WEAK_SHARE = 0.5  # of the same, with one thing in common only: by chance it is few
NAMES_SHARE = 0.05  # of what is found, with another one's name
PICTURES_SHARE = 0.2
ORIGIN = 3  # parts of an address between slashes: "https:", "", "shop.example"
Places = Sequence[Evidence] | Mapping[int, Evidence]
ARROW = "\N{RIGHTWARDS ARROW}"


class Telling:
    """A comparison in words, with those of the compared products that it names, by their places."""

    def __init__(self, matches: Matches, known: Places, found: Places) -> None:
        self.matches, self._known, self._found = matches, known, found

    def doubts(self) -> tuple[str, ...]:
        """Return why nothing should be published before somebody has looked."""
        return tuple(words for words, holds in self._all() if holds)

    def notes(self) -> tuple[str, ...]:
        """Return what should be known of a run that is published."""
        told = tuple(words for words, holds in self._all() if not holds)
        return (*told, *self._moved())

    def asked(self) -> list[Pair]:
        """Return the pairs of which it is asked whether they are one product."""
        return [*self.matches.likely, *(self.matches.weak if self._is_mass() else ())]

    def several(self) -> list[int]:
        """Return the found ones that could be one of several, and are in no pair."""
        paired = {pair.found for pair in self.asked()}
        places = [*self.matches.unclear, *(self.matches.family if self._is_mass() else ())]
        return [place for place in dict.fromkeys(places) if place not in paired]

    def _all(self) -> Iterator[tuple[str, bool]]:
        yield from self._perhaps()
        yield from self._replaced()
        yield from self._traded()

    def _is_mass(self) -> bool:
        """Return True if most of what is missing has something in common with what is new."""
        found = {pair.found for pair in (*self.matches.likely, *self.matches.weak)}
        count = len(found.union(self.matches.unclear, self.matches.family))
        return count >= FEWEST and count > WEAK_SHARE * self.matches.missing

    def _perhaps(self) -> Iterator[tuple[str, bool]]:
        pairs, several = self.asked(), self.several()
        count, missing = len(pairs) + len(several), self.matches.missing
        if not count:
            return
        samples = [*self._samples(pairs), *(repr(self._found[p].name[:60]) for p in several)]
        words = (
            f"{count} of {self.matches.new} new products seem to be {count} of {missing} known ones"
            f" that are missing, which is not sure: {'; '.join(samples[:SAMPLES])}"
        )
        if several:
            words += f"; {len(several)} of them could be one of several"
        yield words, count > ASKED_SHARE * missing

    def _replaced(self) -> Iterator[tuple[str, bool]]:
        replaced = self.matches.replaced
        if replaced:
            yield (
                f"{len(replaced)} links or ids lead to other products now, with another name,"
                f" picture and price: {'; '.join(self._samples(replaced))}",
                len(replaced) > ASKED_SHARE * self.matches.missing,
            )

    def _traded(self) -> Iterator[tuple[str, bool]]:
        for what, pairs, share in (
            ("name", self.matches.names, NAMES_SHARE),
            ("picture", self.matches.pictures, PICTURES_SHARE),
        ):
            if len(pairs) > max(FEW, share * self.matches.met):
                yield (
                    f"{len(pairs)} of {self.matches.met} known products have the {what} of another"
                    f" known one now: {'; '.join(self._samples(pairs))}",
                    True,
                )

    def _moved(self) -> Iterator[str]:
        """Say where the shop seems to be now, and which products have another link or id."""
        same = self.matches.same
        old, new, count = self._heads()
        if count:
            yield (
                f"the shop seems to have moved from {old} to {new}: the links of {count} known"
                " products begin with it now, and they go on"
            )
        elif same:
            yield (
                f"{len(same)} known products go on under other links or ids:"
                f" {'; '.join(self._samples(same))}"
            )

    def _heads(self) -> tuple[str, str, int]:
        """Return the commonest change of what links begin with, where most links share one."""
        result = self.matches
        places = [*result.led, *((pair.known, pair.found) for pair in result.same)]
        hrefs = [(self._known[one].href, self._found[two].href) for one, two in places]
        counts = Counter(heads(*pair) for pair in hrefs if all(pair))
        shown = counts.total()
        counts.pop(None, None)
        pair, count = next(iter(counts.most_common(1)), (None, 0))
        all_told = result.led_count + len(result.same)
        if pair is None or count < FEW or 2 * count <= shown or 2 * all_told <= result.met:
            return "", "", 0
        return *pair, round(all_told * count / shown)

    def _samples(self, pairs: Iterable[Pair]) -> list[str]:
        first = [pair for pair, _ in zip(pairs, range(SAMPLES), strict=False)]
        return [self._sample(pair) for pair in first]

    def _sample(self, pair: Pair) -> str:
        known, found = self._known[pair.known], self._found[pair.found]
        names = f"{known.name[:60]!r}"
        if known.words != found.words:
            names += f" {ARROW} {found.name[:60]!r}"
        one, two = _addresses(known, found)
        return f"{names} ({pair.why}; {one[:120]} {ARROW} {two[:120]})" if one != two else names


def heads(old: str, new: str) -> tuple[str, str] | None:
    """Return what two links begin with where they end alike and begin otherwise; else None."""
    one, two = old.split("/"), new.split("/")
    whole = len(one)
    while min(len(one), len(two)) > ORIGIN and one[-1] == two[-1]:
        one.pop()
        two.pop()
    if old == new or len(one) == whole:
        return None
    return f"{'/'.join(one)}/", f"{'/'.join(two)}/"


def _addresses(known: Evidence, found: Evidence) -> tuple[str, str]:
    if known.href and found.href and known.href != found.href:
        return known.href, found.href
    return known.key, found.key
