"""What a run has read beside what is known, in figures: what its gates look at.

Its products are written to a temporary table, a batch at a time, each beside what is known of it;
PostgreSQL counts, sorts and groups them.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from json import dumps
from typing import Any, NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.ingest.collecting import disagreement
from indexer.ingest.gates.fields import EMPTY, WATCHED
from indexer.ingest.gates.image_coverage import Pictures
from indexer.ingest.runs.working import Work
from indexer.ingest.staging import Stage, in_batches
from indexer.ingest.writing.columns import FEWEST_OF_A_KIND, WriteContext, columns_of
from indexer.ingest.writing.products import carried_by, compare_items, fetched_of, load_stored
from indexer.models.run import Reason
from scrapers.product import Product as Found

IN_STOCK = "inStock"  # how many can be bought: no field, and judged by a gate of its own
LEAP = 5  # a price this many times higher or lower than before: no sale goes so far
APART = 20  # times as high: no list has so many prices on each side, and none between them
SIDE = 0.1  # of the prices, on each side
SHIFT, FEW_OF_A_KIND = (50, 200), 3  # times; kinds, and products of each
SAMPLE = 50  # new products of a batch that are classified for it
# What a name ends with behind a dash or a bar, or that calls to buy.
ENDING = re.compile(
    r" [-–—|·•] [^-–—|·•]{2,40}$"
    r"| (?:buy|shop|order|view|add to|quick (?:view|shop)|koop|bestel|bekijk)\b\D{0,20}$",
    re.IGNORECASE,
)
COLUMNS = {
    **dict.fromkeys(("name", "picture", "ending", "gained", "currency", "contradicts"), "text"),
    **dict.fromkeys(("price", "ordinary"), "numeric"),
    **dict.fromkeys(("sold_out", "zero", "checked"), "boolean"),
    **{f"has_{each.name.lower()}": "real" for each in WATCHED},  # how sure it is
    "unread": "jsonb",
    "kind": "integer",  # what a sample of new products is classified as
    # What is known of it: on offer, and of the run's own source.
    **dict.fromkeys(("is_met", "is_own", "was_sold_out"), "boolean"),
    **dict.fromkeys(("was_name", "was_currency"), "text"),
    **dict.fromkeys(("was_price", "was_ordinary"), "numeric"),
}
_TABLE = text(
    "CREATE TEMP TABLE reading (n serial, "
    + ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    + ") ON COMMIT DROP"
)
_MEMORY = text("SET LOCAL work_mem = '64MB'")  # a million rows are sorted
_ADD = text(
    f"INSERT INTO reading ({', '.join(COLUMNS)}) SELECT * FROM unnest("  # noqa: S608 - our names
    + ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in COLUMNS.items())
    + ")"
)
_COVERAGE = ", ".join(f"'{each.name}', avg(has_{each.name.lower()})" for each in WATCHED)
_FIGURES = text(f"""
WITH changed AS (
     SELECT *, price / was_price AS ratio, greatest(price / was_price, was_price / price) AS size
       FROM reading
      WHERE price > 0 AND was_price > 0 AND price <> was_price AND currency = was_currency),
     -- No reduction that the store shows began or ended, while the other price stayed.
     unexplained AS (
     SELECT * FROM changed
      WHERE size >= {LEAP} OR (ordinary = was_price OR was_ordinary = price
            OR was_ordinary = ordinary) IS NOT TRUE),
     differing AS (
     SELECT * FROM reading WHERE is_own AND price IS NOT NULL
            AND (price, currency) IS DISTINCT FROM (was_price, was_currency))
SELECT count(*) AS items,
       count(*) FILTER (WHERE zero) AS zero_prices,
       count(*) FILTER (WHERE checked) AS checked,
       count(contradicts) AS disagreeing,
       (array_agg(contradicts ORDER BY n) FILTER (WHERE contradicts IS NOT NULL))[1] AS contradicts,
       count(*) FILTER (WHERE price > 0 AND was_price > 0) AS compared,
       count(*) FILTER (WHERE NOT was_sold_out) AS met_in_stock,
       count(*) FILTER (WHERE NOT was_sold_out AND sold_out) AS sold_out,
       count(*) FILTER (WHERE is_met) AS met,
       count(*) FILTER (WHERE is_own) AS both,
       count(*) FILTER (WHERE is_own AND sold_out <> was_sold_out) AS stock,
       jsonb_build_object({_COVERAGE}, '{IN_STOCK}', avg((NOT sold_out)::int)) AS coverage,
       (SELECT count(*) FROM unexplained) AS changed,
       (SELECT count(*) FROM unexplained WHERE size >= {LEAP}) AS leaps,
       (SELECT percentile_cont(.5) WITHIN GROUP (ORDER BY ratio) FROM unexplained) AS median_ratio,
       (SELECT percentile_cont(.5) WITHIN GROUP (ORDER BY size) FROM unexplained) AS median_size,
       (SELECT max(size) FROM unexplained) AS largest_size,
       (SELECT ARRAY[was_price::text, price::text, name] FROM unexplained
         ORDER BY n LIMIT 1) AS first,
       (SELECT ARRAY[was_price::text, price::text, name] FROM unexplained
         ORDER BY size DESC, n LIMIT 1) AS largest,
       (SELECT count(*) FROM differing) AS prices,
       (SELECT format('%s: %s %s here, %s %s there', was_name, was_currency, was_price,
               currency, price) FROM differing ORDER BY n LIMIT 1) AS example
  FROM reading
""")  # noqa: S608 - our names and numbers
_KNOWN = """product WHERE brand_id = :brand_id AND source = :source AND gone_at IS NULL"""
_STOCK = text(
    f"SELECT count(*) AS known, count(*) FILTER (WHERE NOT sold_out) AS in_stock FROM {_KNOWN}"  # noqa: S608
)
_PICTURE = (
    "(SELECT canonical_url FROM product_image WHERE product_id = product.id AND gone_at IS NULL"
    " ORDER BY position, id LIMIT 1)"
)
# The first pair of neighbours that lie so far apart, each with many on its side.
_GAP = text(f"""
SELECT below, count - below AS above, low, high
  FROM (SELECT price AS low, lead(price) OVER w AS high, row_number() OVER w AS below,
               count(*) OVER () AS count
          FROM reading WHERE price > 0 WINDOW w AS (ORDER BY price, n)) AS pairs
 WHERE high >= {APART} * low AND least(below, count - below) >= greatest(2, {SIDE} * count)
 ORDER BY below LIMIT 1
""")  # noqa: S608
# Of a first run's kinds how many times as much they cost as in other stores. Of a dear store some
# kinds do, and others less: where all cost about a hundred times as much, cents are read as rands.
_SHIFT = text(f"""
SELECT count(*) AS kinds, percentile_cont(.5) WITHIN GROUP (ORDER BY ratio) AS ratio
  FROM (SELECT kind, percentile_cont(.5) WITHIN GROUP (ORDER BY reading.price / usual) AS ratio
          FROM (SELECT classified_category_id AS kind, currency,
                       percentile_cont(.5) WITHIN GROUP (ORDER BY price) AS usual
                  FROM product
                 WHERE price > 0 AND gone_at IS NULL AND brand_id <> :brand_id
                   AND classified_category_id IN (SELECT kind FROM reading)
                 GROUP BY 1, 2 HAVING count(*) >= {FEWEST_OF_A_KIND}) AS elsewhere
          JOIN reading USING (kind, currency)
         WHERE reading.price > 0 GROUP BY kind HAVING count(*) >= {FEW_OF_A_KIND}) AS kinds
HAVING count(*) >= {FEW_OF_A_KIND}
   AND (min(ratio) >= {SHIFT[0]} AND max(ratio) <= {SHIFT[1]}
        OR max(ratio) <= 1.0 / {SHIFT[0]} AND min(ratio) >= 1.0 / {SHIFT[1]})
""")  # noqa: S608
_UNREAD = text("""
SELECT field, sum(count)::int AS products,
       (array_agg(sample ORDER BY count DESC, sample))[1:3] AS samples
  FROM (SELECT key AS field, value AS sample, count(*) AS count
          FROM reading, jsonb_each_text(unread) GROUP BY 1, 2) AS texts
 GROUP BY 1 ORDER BY 1
""")


class Sameness(NamedTuple):
    """How far values are the same: how many there are and differ, and the commonest of them."""

    total: int = 0
    different: int = 0
    most: int = 0
    value: str = ""

    @property
    def repeated_share(self) -> float:
        """Return the share of those that are what an earlier one is."""
        return 1 - self.different / self.total if self.total else 0.0

    @property
    def commonest(self) -> float:
        """Return the share of those that are the commonest value."""
        return self.most / self.total if self.most > 1 else 0.0


class Unread(NamedTuple):
    """How many products have a value of a field that is not understood, and the commonest."""

    products: int
    samples: Sequence[str]

    def text(self, name: str, items: int) -> str:
        """Return it as a sentence."""
        samples = ", ".join(repr(sample[:60]) for sample in self.samples)
        words = f"the {name} of {self.products} of {items} products is not understood"
        return f"{words}, such as {samples}"


class Figures:
    """What the gates look at: by the names of the statements' columns, and how the run went.

    `expected`: the fields that the brand's configuration reads. `limited`: to some of its pages.
    `left_out`: how many cards gave no product, with samples. `identities`: what is not sure of
    which product is which. `stopped`: why the crawl was ended early.
    """

    found_count = pages_total = pages_done = 0
    page_failures: tuple[Reason, ...] = ()
    identities: tuple[Reason, ...] = ()
    stopped: Reason | None = None
    expected: Collection[str] = ("price", "href", "image")
    limited = False
    left_out = ""

    items = compared = known = in_stock = sold_out = zero_prices = checked = disagreeing = 0
    changed = leaps = met = met_in_stock = both = stock = prices = unread_rows = 0
    median_ratio = median_size = largest_size = 1.0
    contradicts = example = ""
    first: Sequence[str] = ()  # a price before, now, and whose it is
    largest: Sequence[str] = ()
    names = names_before = pictures = pictures_before = Sameness()
    currencies = endings = gained = same_price = Sameness()
    gap: Sequence[Any] = ()
    shift: Sequence[Any] = ()  # how many kinds cost how many times what they do elsewhere
    shared: Sequence[str] = ()  # cards left out for another one's identity, in words

    def __init__(self, **figures: Any) -> None:
        self.coverage: dict[str, float] = {}
        self.unread: dict[str, Unread] = {}
        self.carried: Counter[str] = Counter()  # what becomes of known products' fields
        for name, value in figures.items():
            if value is not None:
                setattr(self, name, value)

    @property
    def rows(self) -> int:
        """Return how many products were read, those that were not understood with them."""
        return self.items + self.unread_rows

    def difference(self, source: str) -> str:
        """Return how what is read differs from what the brand has on offer, as a sentence."""
        example = f" (such as {self.example})" if self.example else ""
        return (
            f"{self.both} products stand in the {source}, too; of them {self.prices} at another"
            f" price{example}, {self.stock} with other stock; {self.items - self.both} only there,"
            f" {self.known - self.both} missing there"
        )


def figures_of(work: Work, context: WriteContext, pictures: Pictures, stage: Stage) -> Figures:
    """Look at all that the run has staged, and at all that its source has on offer."""
    carried, done = Counter[str](), 0
    with session_scope(work.settings.database_url) as session:
        session.execute(_MEMORY)
        session.execute(_TABLE)
        for batch in in_batches(session, work.run_id):
            carried += _add(session, context, pictures, batch)
            done += len(batch)
            work.step("Comparing", done, work.found_count)
        figures = count_figures(session, context.brand_id, context.source)
    figures.carried, figures.shared = carried, stage.shared
    figures.unread_rows = sum(stage.unread_rows.values())
    for name, count in stage.unread_rows.items():
        own = figures.unread.get(name, Unread(0, ()))
        samples = (*own.samples, *stage.not_understood[name])[:3]
        figures.unread[name] = Unread(own.products + count, samples)
    return figures


def count_figures(session: Session, brand_id: int, source: str) -> Figures:
    """Return the figures of what was read."""
    of = {"brand_id": brand_id, "source": source}
    figures = Figures(
        **session.execute(_FIGURES).one()._mapping, **session.execute(_STOCK, of).one()._mapping
    )
    figures.coverage = {
        name: round(float(share), 4)
        for name, share in figures.coverage.items()
        if share is not None  # as of a field that no product lets one read
    }
    figures.in_stock = max(figures.in_stock, figures.met_in_stock)
    groups = {
        "names": ("name", "reading WHERE true"),
        "names_before": ("name", _KNOWN),
        "pictures": ("picture", "reading WHERE true"),
        "pictures_before": (_PICTURE, _KNOWN),
        "endings": ("ending", "reading WHERE true"),
        "gained": ("gained", "reading WHERE true"),
        "same_price": ("price::text", "reading WHERE price > 0"),
        "currencies": (
            "format('in %s now and were in %s', currency, was_currency)",
            "reading WHERE price > 0 AND was_price > 0 AND currency <> was_currency",
        ),
    }
    for name, (value, rows) in groups.items():
        setattr(figures, name, Sameness(*session.execute(_group_query(value, rows), of).one()))
    if not figures.known:  # for the gates of a first run alone
        figures.gap = next(iter(session.execute(_GAP)), ())
        figures.shift = next(iter(session.execute(_SHIFT, of)), ())
    figures.unread = {
        row.field: Unread(row.products, row.samples) for row in session.execute(_UNREAD)
    }
    return figures


def _group_query(value: str, rows: str) -> TextClause:
    return text(f"""
        WITH groups AS (SELECT {value} AS v, count(*) AS n FROM {rows} GROUP BY 1)
        SELECT coalesce(sum(n), 0)::int, count(*), coalesce(max(n), 0), coalesce(left(
               (SELECT v FROM groups WHERE v <> '' ORDER BY n DESC, v LIMIT 1), 100), '')
          FROM groups WHERE v <> ''
    """)  # noqa: S608 - our own expressions


def _add(
    session: Session, context: WriteContext, pictures: Pictures, batch: Sequence[Found]
) -> Counter[str]:
    keys = [product.group_key for product in batch]
    stored = load_stored(session, context.brand_id, keys, context.moves, lock=False)
    rows: list[dict[str, Any]] = []
    shown = []
    for product in batch:
        row = stored.get(product.group_key)
        before = fetched_of(row)
        one = pictures.apply_to(product, before)
        unread = dict(product.not_understood)
        if none := pictures.unread(product, before):
            unread["picture"] = none
        was = None if row is None or row.values["gone_at"] else row.values
        known = _earlier_values(was, one.name) if was is not None else {}
        known["is_own"] = was is not None and was["source"] == context.source
        if row is None and len(rows) < SAMPLE:
            kinds = context.classified(one, columns_of(one)["hints"])
            known["kind"] = kinds.get("classified_category_id")
        rows.append(_columns(one, unread, pictures.shown_share(one, before)) | known)
        shown.append(one)
    columns = {name: [row.get(name) for row in rows] for name in COLUMNS}
    session.execute(_ADD, columns)
    return carried_by(compare_items(context, stored, shown))


def _columns(one: Found, unread: Mapping[str, str], shown: float) -> dict[str, Any]:
    ending = ENDING.search(one.name)
    return {
        **{
            f"has_{each.name.lower()}": float(getattr(one, each.columns[0]) not in EMPTY)
            for each in WATCHED
        },
        "has_image": shown,
        "name": one.name,
        "picture": one.images[0].canonical_url if one.images else None,
        "ending": ending and ending.group(),
        "currency": one.currency,
        "contradicts": disagreement(one) if one.disagreements else None,
        "price": one.price,
        "ordinary": one.ordinary_price,
        "sold_out": one.sold_out,
        "zero": one.zero_price,
        "checked": one.checked,
        "unread": dumps(unread),
    }


def _earlier_values(was: Mapping[str, Any], name: str) -> dict[str, Any]:
    is_longer = len(name) > len(was["name"])
    gained = is_longer and (name.startswith(was["name"]) or name.endswith(was["name"]))
    return {
        "is_met": True,
        "was_name": was["name"],
        "was_currency": was["currency"],
        "was_price": was["price"],
        "was_ordinary": was["ordinary_price"],
        "was_sold_out": was["sold_out"],
        "gained": name.removeprefix(was["name"]).removesuffix(was["name"]) if gained else None,
    }


def coverage_text(shares: Mapping[str, float]) -> str:
    """Return the coverage as the log states it: "price 98 %, href 100 %"."""
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items()) or "no items"
