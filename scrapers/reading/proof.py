"""Whether a list was read to its end: what its pages say against what was found on them. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

# A large list moves while it is read: so much of what its counter says may be missing.
COUNTER_SHARE = 0.01
MOST_REPEATS = 2  # pages in a row without a new product; then nothing more is tried
PAGE_NUMBER = re.compile(
    r"(?:[?&](?:page|paged|p|pg|pagina|seite|sida|strona|pagenumber)=|/page[/-]?|/p)(\d{1,4})\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class ListProof:
    """Follows one listing page with all its further pages, and tells what speaks against its end.

    A *view* is what a page shows: the identities of its cards in their order.
    """

    found: int = 0  # different cards, and those twice on one page
    pages: int = 0  # pages turned to, the first one included
    counted: int | None = None  # what the list itself says it holds
    highest_page: int = 0  # the highest number its pager shows
    _known: set[str] = field(default_factory=set)
    _views: list[tuple[str, ...]] = field(default_factory=list)
    _doubts: list[str] = field(default_factory=list)
    _repeats: int = 0  # in a row, now
    _last_only: bool = True  # they all show what the page before them showed

    def go_on(self, pages: int, known: Collection[str]) -> None:
        """Begin after so many pages with these cards, which an earlier crawl read."""
        self.pages, self.found = pages, len(known)
        self._known.update(known)

    def saw(self, view: Sequence[str], *, turned: bool) -> None:
        """Take what was newly shown; `turned`: by another page, and not by growing."""
        new = [one for one in view if one not in self._known]
        self.found += len(new)
        self._known.update(new)
        if not turned:
            self._grew(view)
            return
        shown = tuple(view)
        if new or not self._views:
            self._settle()
            self._repeats, self._last_only = 0, True
        else:
            self._repeats += 1
            self._last_only &= shown == self._views[-1]
        self.pages += 1
        self._views.append(shown)

    def _grew(self, view: Sequence[str]) -> None:
        if self._views:
            self._views[-1] += tuple(view)

    def _settle(self) -> None:
        """Products after a page that repeated: that page hides its own."""
        if self._repeats:
            self._doubts.append(self._repetition())

    def _repetition(self) -> str:
        place = len(self._views) - self._repeats
        earlier = self._views[:place]
        same = next((n for n, v in enumerate(earlier, 1) if v == self._views[place]), None)
        what = f"repeats page {same}" if same else "shows nothing new"
        return f"Page {self.pages - len(self._views) + place + 1} {what}"

    @property
    def is_over(self) -> bool:
        """Tell whether turning on is in vain: pages repeat, or all that is counted is found."""
        return self._repeats >= MOST_REPEATS or (self._repeats > 0 and self._is_counted_out)

    @property
    def repeats(self) -> bool:
        """Tell whether the last page showed nothing new."""
        return self._repeats > 0

    @property
    def _is_counted_out(self) -> bool:
        return self.counted is not None and self.found >= self.counted

    @property
    def may_go_on(self) -> bool:
        """Tell whether a page without a way on is worth a look at the page after it.

        The last page of a list is seldom as full as the others.
        """
        if self._is_counted_out or len(self._views) < 2:
            return False
        return bool(self._repeats) or len(self._views[-1]) >= len(self._views[-2])

    def is_new(self, view: Sequence[str]) -> bool:
        """Tell whether a page shows what none before it did."""
        return any(one not in self._known for one in view)

    def doubt(self, words: str) -> None:
        """Note what speaks against the end."""
        self._doubts.append(words)

    def count(self, counted: int | None) -> None:
        """Take what the list says it holds; of two readings the smaller one, as lists move."""
        if counted is not None:
            self.counted = counted if self.counted is None else min(counted, self.counted)

    def reason(self) -> str | None:
        """Return why the list may go on, None where nothing speaks against its end."""
        if self._is_counted_out:
            return None
        doubts = list(self._doubts)
        # Pages beyond the last one show the last one again in many stores. Once may be a mishap.
        if self._repeats and not (self._repeats >= MOST_REPEATS and self._last_only):
            doubts.append(self._repetition())
        if self.counted is not None and self.found < self.counted * (1 - COUNTER_SHARE):
            doubts.append(f"The list says {self.counted} products, {self.found} were found")
        if self.highest_page > self.pages and not self._repeats:
            doubts.append(f"The pager counts {self.highest_page} pages, {self.pages} were read")
        return (
            f"{'; '.join(dict.fromkeys(doubts))}: it was not read to its end." if doubts else None
        )


def following(previous: str, last: str) -> str | None:
    """Return the address after two that count pages; None where they do not."""
    found = PAGE_NUMBER.search(last)
    if found is None:
        return _counted_on(previous, last)
    number = int(found.group(1))
    before = PAGE_NUMBER.search(previous)
    if before is not None and int(before.group(1)) != number - 1:
        return None
    return f"{last[: found.start(1)]}{number + 1}{last[found.end(1) :]}"


def _counted_on(previous: str, last: str) -> str | None:
    """Return the next of two addresses that differ in one number, which is one more."""
    parts, others = re.split(r"(\d+)", previous), re.split(r"(\d+)", last)
    if len(parts) != len(others):
        return None
    places = [n for n, (a, b) in enumerate(zip(parts, others, strict=True)) if a != b]
    if len(places) != 1 or places[0] % 2 == 0:
        return None
    (place,) = places
    if int(others[place]) != int(parts[place]) + 1:
        return None
    others[place] = str(int(others[place]) + 1)
    return "".join(others)


# What a list calls its products, in the languages of the stores we know.
THINGS = (
    r"(?:products?|items?|results?|styles?|pieces?|articles?|designs?|listings?|produkte?n?|artikel\w*"
    r"|ergebnisse?n?|treffer|stücke?|produits?|résultats?|productos?|artículos?|resultados?"
    r"|prodott[io]|articol[io]|risultat[io]|produit|producten|resultaten|artikelen|produtos?|itens"
    r"|produkter|varor|varer|tuotetta|produkt[óoy]w?|wynik[óoi]w?|produse|proizvod\w*|produkt)"
)
NUMBER = r"(\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+|\d{1,7})"
OF = r"(?:of|von|de|sur|di|van|av|af|z|/|out of|su|din)"
RANGE = re.compile(
    rf"\b{NUMBER}\s*(?:[-–—]|to|bis|à|a|al|tot)\s*{NUMBER}\s*{OF}\s*{NUMBER}(?!\s*\+)",
    re.IGNORECASE,
)
SHOWN = re.compile(rf"\b{NUMBER}\s*{OF}\s*{NUMBER}\s*{THINGS}\b", re.IGNORECASE)
PLAIN = re.compile(
    rf"^\W*(?:(?:showing|viewing|displaying|found|all|the|zeige|alle|total|view|we found|there are"
    rf"|es gibt|il y a|hay)[\s:]+)*{NUMBER}\s*(?:\w+\s+)?{THINGS}"
    rf"(?:\s+(?:found|gefunden|trouvés|encontrados|total|in total|shown|available))?\W*$",
    re.IGNORECASE,
)


def total_of(texts: Sequence[str]) -> int | None:
    """Return how many products a list says it holds; `texts` are its short texts with a number.

    "1–24 of 35" says it surely. "35 products" may stand for something else, too: where such texts
    disagree, none is taken.
    """
    sure = {_number(found.groups()[-1]) for text in texts for found in [_sure(text)] if found}
    if sure:
        return sure.pop() if len(sure) == 1 else None
    plain = {_number(found.group(1)) for text in texts if (found := PLAIN.match(text.strip()))}
    plain.discard(0)
    return plain.pop() if len(plain) == 1 else None


def _sure(text: str) -> re.Match[str] | None:
    return RANGE.search(text) or SHOWN.search(text)


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))
