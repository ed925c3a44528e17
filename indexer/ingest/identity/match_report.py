"""The sentences of a comparison: those that hold a run, and the others. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from urllib.parse import urlsplit

from indexer.ingest.identity.evidence import Evidence
from indexer.ingest.identity.matching import SAMPLED, Matches, Pair
from indexer.models.run import Reason
from scrapers.errors import MovedStoreError

UNSURE = "products not told apart"  # the code of a reason
SAMPLES = 3
FEW = 2  # products of which nothing follows for the others
FEWEST = 5  # from which on a share is evidence
ASKED_SHARE = 0.1  # of what is missing, which may be there under other keys
WEAK_SHARE = 0.5  # of the same, with one thing in common only: by chance it is few
NAMES_SHARE = 0.05  # of what is found, with another one's name
PICTURES_SHARE = 0.2
ORIGIN = 3  # parts of an address between slashes: "https:", "", "shop.example"
Places = Sequence[Evidence] | Mapping[int, Evidence]
ARROW = "\N{RIGHTWARDS ARROW}"


class MatchReport:
    """A comparison in words, with those of the compared products that it names, by their places."""

    def __init__(
        self, matches: Matches, known: Places, found: Places, homes: Collection[str] = ()
    ) -> None:
        """`homes`: where the shop is by the brand's configuration (`place_of`)."""
        self.matches, self._known, self._found, self._homes = matches, known, found, homes

    def blocking_reasons(self) -> tuple[Reason, ...]:
        """Return why nothing should be published before somebody has looked."""
        return tuple(reason for reason, holds in self._all() if holds)

    def notes(self) -> tuple[Reason, ...]:
        """Return what should be known of a run that is published."""
        return tuple(reason for reason, holds in self._all() if not holds)

    def unconfirmed_pairs(self) -> list[Pair]:
        """Return the pairs that may be one product."""
        return [*self.matches.likely, *(self.matches.weak if self._is_mass() else ())]

    def several(self) -> list[int]:
        """Return the found ones that could be one of several, and are in no pair."""
        paired = {pair.found for pair in self.unconfirmed_pairs()}
        places = [*self.matches.unclear, *(self.matches.family if self._is_mass() else ())]
        return [place for place in dict.fromkeys(places) if place not in paired]

    def _all(self) -> Iterator[tuple[Reason, bool]]:
        yield from self._moves()
        yield from self._perhaps()
        yield from self._replacements()
        yield from self._exchanges()

    def _is_mass(self) -> bool:
        found = {pair.found for pair in (*self.matches.likely, *self.matches.weak)}
        count = len(found.union(self.matches.unclear, self.matches.family))
        return count >= FEWEST and count > WEAK_SHARE * self.matches.missing

    def _perhaps(self) -> Iterator[tuple[Reason, bool]]:
        pairs, several = self.unconfirmed_pairs(), self.several()
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
        yield Reason(UNSURE, words, size=count), count > ASKED_SHARE * missing

    def _replacements(self) -> Iterator[tuple[Reason, bool]]:
        replaced = self.matches.replaced
        if replaced:
            words = (
                f"{len(replaced)} links or ids lead to other products now, with another name,"
                f" picture and price: {'; '.join(self._samples(replaced))}"
            )
            yield (
                Reason(UNSURE, words, "link", len(replaced)),
                len(replaced) > ASKED_SHARE * self.matches.missing,
            )

    def _exchanges(self) -> Iterator[tuple[Reason, bool]]:
        for what, pairs, share in (
            ("name", self.matches.names, NAMES_SHARE),
            ("picture", self.matches.pictures, PICTURES_SHARE),
        ):
            if len(pairs) > max(FEW, share * self.matches.matched_count):
                words = (
                    f"{len(pairs)} of {self.matches.matched_count} known products have the {what}"
                    f" of another known one now: {'; '.join(self._samples(pairs))}"
                )
                yield Reason(UNSURE, words, what, len(pairs)), True

    def moved_to(self) -> str:
        """Return the address that the shop seems to have moved to, where that is another shop's.

        Empty where it has not, or the brand's own configuration names the place.
        """
        old, new, _ = self._heads()
        is_elsewhere = bool(new) and place_of(new) != place_of(old)
        return new if is_elsewhere and self._homes and place_of(new) not in self._homes else ""

    def _moves(self) -> Iterator[tuple[Reason, bool]]:
        """Describe where the shop seems to be now, and which products have another link or id.

        At another host or port somebody should look before visitors are led there.
        """
        same = self.matches.same
        old, new, count = self._heads()
        if count:
            holds = bool(self.moved_to())
            words = (
                f"the shop seems to have moved from {old} to {new}: the links of {count} known"
                f" products begin with it now{'' if holds else ', and they go on'}"
            )
            yield Reason(MovedStoreError.code, words, size=count), holds
        elif same:
            words = (
                f"{len(same)} known products go on under other links or ids:"
                f" {'; '.join(self._samples(same))}"
            )
            yield Reason("links changed", words, size=len(same)), False

    def _heads(self) -> tuple[str, str, int]:
        result = self.matches
        unconfirmed = self.unconfirmed_pairs()
        pairs = (*islice(result.same, SAMPLED), *islice(unconfirmed, SAMPLED))
        places = [*result.led, *(pair[:2] for pair in pairs)]
        hrefs = [(self._known[one].href, self._found[two].href) for one, two in places]
        counts = Counter(heads(*pair) for pair in hrefs if all(pair))
        shown = counts.total()
        counts.pop(None, None)
        pair, count = next(iter(counts.most_common(1)), (None, 0))
        all_told = result.led_count + len(result.same) + len(unconfirmed)
        met = result.matched_count + len(unconfirmed)
        if pair is None or count < FEW or 2 * count <= shown or 2 * all_told <= met:
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


def place_of(address: str) -> str:
    """Return the host of an address, and its port where that is not the scheme's own.

    http or https, with or without www: the same shop.
    """
    parts = urlsplit(address)
    port = parts.port if parts.port not in {None, 80, 443} else None
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}:{port}" if port else host


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
