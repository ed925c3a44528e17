"""A run's products beside those that the catalogue has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

from sqlalchemy import Row, exists, select, text
from sqlalchemy.orm import Session

from indexer.ingest.gates.image_coverage import Pictures
from indexer.ingest.identity.evidence import Candidate, canonical_href, folded_words
from indexer.ingest.identity.matching import SAMPLED, Matches, matches
from indexer.ingest.staging import read_in
from indexer.language.classify.product import sibling_key
from indexer.models import Brand, Product
from indexer.models.run import Reason
from scrapers.errors import MovedStoreError
from scrapers.product import Picture
from scrapers.product import Product as Found
from scrapers.values.identifiers import Identifier
from scrapers.web.rate_limiter import host_of

UNSURE = "products not told apart"  # the code of a reason
SAMPLES = 3
FEW = 2  # products of which nothing follows for the others
FEWEST = 5  # from which on a share is evidence
ASKED_SHARE = 0.1  # of what is missing, which may be there under other keys
WEAK_SHARE = 0.5  # of the same, with one thing in common only: by chance it is few
NAMES_SHARE = 0.05  # of what is found, with another one's name
PICTURES_SHARE = 0.2
ORIGIN = 3  # parts of an address between slashes: "https:", "", "shop.example"
ARROW = "\N{RIGHTWARDS ARROW}"


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


def _hrefs(pair: Row[Any]) -> tuple[str, str]:
    """Return the canonical links, the known one's first."""
    return canonical_href(pair.known_address or ""), canonical_href(pair.address or "")


UNTRIED = Pictures()
AT_ONCE = 2_000  # known products that a cursor brings
AGAIN_SHARE = 0.3  # of a run's products, with another link than in the last run, for two runs

_KNOWN = text("""
SELECT p.id, p.group_key, p.name, p.href, p.currency, p.price, p.ordinary_price,
       p.product_brand, p.identifiers,
       p.hints ->> 'color' AS color, p.attributes -> 'size' AS sizes, p.sibling_key,
       p.gone_at IS NULL AND p.source = :source AS is_expected,
       i.canonical_url AS picture, i.content_hash AS content
  FROM product p
  LEFT JOIN LATERAL (
       SELECT canonical_url, content_hash FROM product_image
        WHERE product_id = p.id AND gone_at IS NULL ORDER BY position, id LIMIT 1) i ON true
 WHERE p.brand_id = :brand_id
 ORDER BY p.id
""")
# How many products the last run that was trusted found under another link.
_MOVED_BEFORE = text("""
SELECT count(*) FROM run_change WHERE after ?& array['group_key', 'href'] AND run_id = (
       SELECT max(id) FROM scrape_run
        WHERE brand_id = :brand_id AND result = 'success' AND kind IN ('scrape', 'scrape+classify'))
""")


@dataclass(frozen=True)
class Moves:
    """What becomes of known products' keys, as ids of rows.

    `keys`: the row of a key that had another one. `retired`: rows whose key is another product's
    now. `united`: rows that are parts of others, each with that one.
    """

    keys: Mapping[str, int] = field(default_factory=dict)
    retired: Sequence[int] = ()
    united: Sequence[tuple[int, int]] = ()

    def __bool__(self) -> bool:
        return bool(self.keys or self.retired or self.united)

    @cached_property
    def elsewhere(self) -> frozenset[int]:
        """Return the rows that no longer go by the key that they had."""
        return frozenset((*self.keys.values(), *self.retired))


NO_MOVES = Moves()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which of a run's products are which known ones, and the sentences of it.

    `moves`: what is sure; `unconfirmed`: the rows of keys that others may have had.
    """

    matches: Matches
    sure: Moves = NO_MOVES
    unconfirmed: Mapping[str, int] = field(default_factory=dict)
    again: tuple[Reason, ...] = ()  # that links changed in the last run, too
    homes: frozenset[str] = frozenset()  # where the shop is by the brand's configuration (host_of)

    def blocking_reasons(self) -> tuple[Reason, ...]:
        """Return why nothing should be published before somebody has looked."""
        held = (reason for reason, holds in self._all() if holds)
        return (*(() if self.moved_to() else self.again), *held)

    def moves(self, *, as_same: bool = False) -> Moves:
        """Return what to do with keys; `as_same`: what is not sure is taken for the same."""
        if not as_same or not self.unconfirmed:
            return self.sure
        same = {*self.unconfirmed.values()}
        retired = [id_ for id_ in self.sure.retired if id_ not in same]
        return replace(self.sure, keys={**self.sure.keys, **self.unconfirmed}, retired=retired)

    def notes(self) -> tuple[Reason, ...]:
        """Return what should be known of a run that is published."""
        return tuple(reason for reason, holds in self._all() if not holds)

    def unconfirmed_pairs(self) -> list[Row[Any]]:
        """Return the pairs that may be one product."""
        return [*self.matches.likely, *(self.matches.weak if self._is_mass() else ())]

    def several(self) -> list[Row[Any]]:
        """Return the found ones that could be one of several, and are in no pair."""
        paired = {pair.found for pair in self.unconfirmed_pairs()}
        rows = [*self.matches.unclear, *(self.matches.family if self._is_mass() else ())]
        return [row for row in {row.place: row for row in rows}.values() if row.place not in paired]

    def _all(self) -> Iterator[tuple[Reason, bool]]:
        yield from self._moves()
        yield from self._perhaps()
        yield from self._replacements()
        yield from self._exchanges()

    def _is_mass(self) -> bool:
        found = {pair.found for pair in (*self.matches.likely, *self.matches.weak)}
        rows = (*self.matches.unclear, *self.matches.family)
        count = len(found.union(row.place for row in rows))
        return count >= FEWEST and count > WEAK_SHARE * self.matches.missing

    def _perhaps(self) -> Iterator[tuple[Reason, bool]]:
        pairs, several = self.unconfirmed_pairs(), self.several()
        count, missing = len(pairs) + len(several), self.matches.missing
        if not count:
            return
        samples = [*self._samples(pairs), *(repr(row.name[:60]) for row in several)]
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
        is_elsewhere = bool(new) and host_of(new) != host_of(old)
        return new if is_elsewhere and self.homes and host_of(new) not in self.homes else ""

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
        hrefs = [_hrefs(pair) for pair in (*result.led, *pairs)]
        counts = Counter(heads(*pair) for pair in hrefs if all(pair))
        shown = counts.total()
        counts.pop(None, None)
        pair, count = next(iter(counts.most_common(1)), (None, 0))
        all_told = result.led_count + len(result.same) + len(unconfirmed)
        met = result.matched_count + len(unconfirmed)
        if pair is None or count < FEW or 2 * count <= shown or 2 * all_told <= met:
            return "", "", 0
        return *pair, round(all_told * count / shown)

    def _samples(self, pairs: Iterable[Row[Any]]) -> list[str]:
        first = [pair for pair, _ in zip(pairs, range(SAMPLES), strict=False)]
        return [self._sample(pair) for pair in first]

    @staticmethod
    def _sample(pair: Row[Any]) -> str:
        names, hrefs = f"{pair.known_name[:60]!r}", _hrefs(pair)
        if folded_words(pair.known_name) != folded_words(pair.name):
            names += f" {ARROW} {pair.name[:60]!r}"
        is_led = all(hrefs) and hrefs[0] != hrefs[1]
        one, two = hrefs if is_led else (pair.known_key, pair.key)
        return f"{names} ({pair.why}; {one[:120]} {ARROW} {two[:120]})" if one != two else names


NOTHING_COMPARED = Comparison(Matches())


def compare(
    session: Session, brand_id: int, source: str, run_id: int, pictures: Pictures = UNTRIED
) -> Comparison:
    """Compare what a run has staged with the brand's products.

    `source`: whose products are expected to be among them.
    """
    if session.scalar(select(exists().where(Product.brand_id == brand_id))) is not True:
        return NOTHING_COMPARED
    staged = read_in(session, run_id)
    found = (_found(pictures.apply_to(product, {})) for product in staged)
    result = matches(session, _known_of_brand(session, brand_id, source), found)
    lost = {*(pair.id for pair in result.replaced), *result.freed}
    lost -= {pair.id for pair in result.same}
    sure = Moves({pair.key: pair.id for pair in result.same}, sorted(lost), result.united)
    homes = _homes(session, brand_id) if source == "scrape" else frozenset()
    compared = Comparison(result, sure, homes=homes)
    keys = {pair.key: pair.id for pair in compared.unconfirmed_pairs()}
    return replace(compared, unconfirmed=keys, again=_again(session, brand_id, compared))


def _known_of_brand(session: Session, brand_id: int, source: str) -> Iterator[Candidate]:
    of = {"brand_id": brand_id, "source": source}
    for row in session.execute(_KNOWN, of, execution_options={"yield_per": AT_ONCE}):
        product = Found(
            *(row.group_key, row.name, row.currency, row.price, row.ordinary_price),
            product_brand=row.product_brand,
            href=row.href,
            images=(Picture(row.picture, row.picture, content_hash=row.content),)
            if row.picture
            else (),
            color=row.color,
            attributes={"size": tuple(row.sizes or ())},
            identifiers=tuple(Identifier(**one) for one in row.identifiers or ()),
        )
        yield Candidate(product, row.sibling_key, row.id, row.is_expected)


def _homes(session: Session, brand_id: int) -> frozenset[str]:
    brand = session.get_one(Brand, brand_id)
    read = (page.page_url for page in brand.pages)
    addresses = (brand.website, brand.feed_url, brand.catalogue_url, *read)
    return frozenset(host_of(address) for address in addresses if address)


def _found(item: Found) -> Candidate:
    return Candidate(item, sibling_key(item.name, group=item.group) if item.group else None)


def _again(session: Session, brand_id: int, compared: Comparison) -> tuple[Reason, ...]:
    """Warn where most links change from run to run: such a link leads nowhere tomorrow."""
    found, same = compared.matches.total, compared.matches.same
    sampled = same[:SAMPLED]
    led = sum(one != two for one, two in map(_hrefs, sampled))
    moved = round(led * len(same) / max(1, len(sampled)))
    least = max(FEWEST - 1, AGAIN_SHARE * found)
    if moved <= least:
        return ()
    before = session.scalar(_MOVED_BEFORE, {"brand_id": brand_id}) or 0
    if before <= least:
        return ()
    words = (
        f"{moved} of {found} products have other links than in the last run, as {before} had"
        " then: something in the links changes from run to run"
    )
    return (Reason("links changed", words, size=moved),)
