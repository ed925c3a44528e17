"""Whether a list was read to its end, by comparing its pages and its own counter. Pure."""

import re
from collections.abc import Collection, Sequence

# A large list changes while it is read: this share of its counter may be missing.
COUNTER_SHARE = 0.01
MUCH_MORE, FEW = 1.5, 3  # times its counter, and so many: variants are cards of their own
MOST_REPEATS = 2  # pages in a row without a new product; then nothing more is tried
PAGE_NUMBER = re.compile(
    r"(?:[?&](?:page|paged|p|pg|pagina|seite|sida|strona|pagenumber)=|/page[/-]?|/p)(\d{1,4})\b",
    re.IGNORECASE,
)


class ListProof:
    """Tracks a listing page with all its further pages, and collects reasons to doubt its end.

    A *view* is the sequence of a page's card identities.
    """

    def __init__(self) -> None:
        self.cards = 0  # distinct cards, and those twice on one page
        self.pages = 0  # pages turned to, the first one included
        self.counted: int | None = None  # the number of products by the list's own counter
        self.is_certain = False  # the counter counts the list: "1–24 of 35"
        self.highest_page = 0  # the highest number in its pager
        self._known: set[str] = set()
        self._views: list[tuple[str, ...]] = []
        self._doubts: list[str] = []
        self._repeats = 0  # in a row, now
        self._last_only = True  # each of them repeats the page before it

    def resume(self, pages: int, known: Collection[str]) -> None:
        """Start after the pages and cards that an earlier crawl read."""
        self.pages, self.cards = pages, len(known)
        self._known.update(known)

    def add_view(self, view: Sequence[str], *, turned: bool) -> None:
        """Record new cards; `turned`: they are on another page, and not added to the last one."""
        new = [key for key in view if key not in self._known]
        self.cards += len(new)
        self._known.update(new)
        if not turned:
            if self._views:
                self._views[-1] += tuple(view)
            return
        shown = tuple(view)
        if new or not self._views:
            if self._repeats:
                self._doubts.append(self._repetition())
            self._repeats, self._last_only = 0, True
        else:
            self._repeats += 1
            self._last_only &= shown == self._views[-1]
        self.pages += 1
        self._views.append(shown)

    def _repetition(self) -> str:
        place = len(self._views) - self._repeats
        earlier = self._views[:place]
        same = next((n for n, v in enumerate(earlier, 1) if v == self._views[place]), None)
        what = f"repeats page {same}" if same else "shows nothing new"
        return f"Page {self.pages - len(self._views) + place + 1} {what}"

    @property
    def is_over(self) -> bool:
        """Return True if paging can stop: pages repeat, or the counter is reached."""
        return self._repeats >= MOST_REPEATS or (self._repeats > 0 and self._is_counted_out)

    @property
    def repeats(self) -> bool:
        """Return True if the last page showed nothing new."""
        return self._repeats > 0

    @property
    def _is_counted_out(self) -> bool:
        return self.counted is not None and self.cards >= self.counted

    @property
    def may_continue(self) -> bool:
        """Return True if the page after one without a next link is worth trying.

        The last page of a list is seldom as full as the others.
        """
        if self._is_counted_out or len(self._views) < 2:
            return False
        return bool(self._repeats) or len(self._views[-1]) >= len(self._views[-2])

    def is_new(self, view: Sequence[str]) -> bool:
        """Return True if a page shows cards that no earlier page had."""
        return any(key not in self._known for key in view)

    def add_warning(self, reason: str) -> None:
        """Note a reason to doubt that the list was read to its end."""
        self._doubts.append(reason)

    def count(self, counted: int | None) -> None:
        """Record the list's counter; of two readings the smaller one, as lists change."""
        if counted is not None:
            self.counted = counted if self.counted is None else min(counted, self.counted)

    def reason(self) -> str | None:
        """Return why the list may continue or is not the list alone; None where it was read."""
        if self.is_certain and self.counted and self.cards > MUCH_MORE * self.counted + FEW:
            return (
                f"The list counts {self.counted} products, {self.cards} were found: another list on"
                " the page is read with it, or one product as several."
            )
        if self._is_counted_out:
            return None
        doubts = list(self._doubts)
        # Many stores repeat the last page beyond the end. A single repetition may be an error.
        if self._repeats and not (self._repeats >= MOST_REPEATS and self._last_only):
            doubts.append(self._repetition())
        if self.counted is not None and self.cards < self.counted * (1 - COUNTER_SHARE):
            doubts.append(f"The list counts {self.counted} products, {self.cards} were found")
        if self.highest_page > self.pages and not self._repeats:
            doubts.append(f"The pager counts {self.highest_page} pages, {self.pages} were read")
        return (
            f"{'; '.join(dict.fromkeys(doubts))}: it was not read to its end." if doubts else None
        )


def next_address(previous: str, last: str) -> str | None:
    """Return the address after two with page numbers; None where they have none."""
    match = PAGE_NUMBER.search(last)
    if match is None:
        return _next_number(previous, last)
    number = int(match.group(1))
    before = PAGE_NUMBER.search(previous)
    if before is not None and int(before.group(1)) != number - 1:
        return None
    return f"{last[: match.start(1)]}{number + 1}{last[match.end(1) :]}"


def _next_number(previous: str, last: str) -> str | None:
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


# The nouns of lists' counters, in the languages of known stores.
NOUNS = (
    r"(?:products?|items?|results?|styles?|pieces?|articles?|designs?|listings?|produkte?n?|artikel\w*"
    r"|ergebnisse?n?|treffer|stücke?|produits?|résultats?|productos?|artículos?|resultados?"
    r"|prodott[io]|articol[io]|risultat[io]|produit|producten|resultaten|artikelen|produtos?|itens"
    r"|produkter|varor|varer|tuotetta|produkt[óoy]w?|wynik[óoi]w?|produse|proizvod\w*|produkt)"
)
NUMBER = r"(\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,4}|\d{1,7})"
OF = r"(?:of|von|de|sur|di|van|av|af|z|/|out of|su|din)"
RANGE = re.compile(
    rf"\b{NUMBER}\s*(?:[-–—]|to|bis|à|a|al|tot)\s*{NUMBER}\s*{OF}\s*{NUMBER}(?!\s*\+)",
    re.IGNORECASE,
)
SHOWN = re.compile(rf"\b{NUMBER}\s*{OF}\s*{NUMBER}\s*{NOUNS}\b", re.IGNORECASE)
TOTAL = re.compile(
    rf"^\W*(?:(?:showing|viewing|displaying|found|all|the|zeige|alle|total|view|we found|there are"
    rf"|es gibt|il y a|hay)[\s:]+){{0,4}}{NUMBER}\s*(?:\w+\s+)?{NOUNS}"
    rf"(?:\s+(?:found|gefunden|trouvés|encontrados|total|in total|shown|available))?\W*$",
    re.IGNORECASE,
)


def total_of(texts: Sequence[str]) -> int | None:
    """Return the number of products by a list's counter; `texts` are short texts with a number.

    "1–24 of 35" is certain. "35 products" may count something else: where such texts disagree,
    none is taken.
    """
    certain = ranged_totals(texts)
    if certain:
        return certain.pop() if len(certain) == 1 else None
    counts = {_number(match.group(1)) for text in texts if (match := TOTAL.match(text.strip()))}
    counts.discard(0)
    return counts.pop() if len(counts) == 1 else None


def ranged_totals(texts: Sequence[str]) -> set[int]:
    """Return the totals of texts such as "1–24 of 35", which count nothing but the list."""
    found = (RANGE.search(text) or SHOWN.search(text) for text in texts)
    return {_number(match.groups()[-1]) for match in found if match}


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))
