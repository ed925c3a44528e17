"""Which known product each found one is: by key, and by all else where keys changed.

Both sides stand in a temporary table, each trait as a hash. Products are joined by equal evidence,
one rule after the other, and one to one. Whatever is seen under its own key is nobody else's. What
could be several is joined with none of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.orm import Session

from indexer.core.db import driver_connection
from indexer.ingest.identity.evidence import (
    FINER,
    LIKELY,
    PICTURES,
    PRICES,
    SURE,
    TRAITS,
    UNITED,
    WEAK,
    Candidate,
    Rule,
    evidence_of,
    folded_words,
)

SAMPLED = 1_000  # products that are a sample of all for people
ALIKE = 0.5  # of the words of the shorter name
BLANK = 3  # a picture of so many names is no product's: a placeholder, a banner, a set
APART = 5.0  # times as dear: no sale goes so far
MANY = 50_000  # values of open products beside which all settled ones are kept
AT_ONCE = 2_000
UNCLEAR = tuple(rule for rule in LIKELY if "words" in rule.parts and "tail" not in rule.parts)
BASE = (
    *("words", "link", "tail", "ident", "whole", "content", "ends", "file", "siblings"),
    *("gtin", "last_gtin", "mpn", "sku"),
)
# A row's state: open, settled (found under its own key), joined (found under another) or aside
# (not looked for in this run: hidden, or of another source).
OPEN, SETTLED, JOINED, ASIDE = range(4)
LEFT, EVERY = [OPEN, SETTLED], [OPEN, SETTLED, JOINED]
COLUMNS = {
    **dict.fromkeys(("place", "id"), "bigint"),
    **dict.fromkeys(("key", "name", "address"), "text"),
    **{"is_expected": "boolean", "amount": "float8"},
    **dict.fromkeys(TRAITS, "bigint"),
}


def _agree(names: Iterable[str]) -> str:
    return f"coalesce({' OR '.join(f'k.{n} = f.{n}' for n in names)}, false)"


_REDRAWN = f"(k.whole IS NOT NULL AND f.whole IS NOT NULL AND NOT {_agree(PICTURES)})"
_ODD = f"""(k.words <> f.words AND {_REDRAWN} AND (NOT {_agree(PRICES)}
        OR f.is_linked IS NULL AND f.address IS DISTINCT FROM k.address))"""
_BEGIN = (
    "SET LOCAL work_mem = '64MB'",
    "DROP TABLE IF EXISTS evidence, pair, rival",
    "CREATE TEMP TABLE evidence (known boolean, "
    + ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    + ") ON COMMIT DROP",
    # `kind`: key and own (its own key), odd, same, likely, weak, united.
    "CREATE TEMP TABLE pair (n serial, known bigint, found bigint, kind text, why text)"
    " ON COMMIT DROP",
)
_ADD_OWN = text("""
INSERT INTO pair (known, found, kind) SELECT known, found, 'own'
  FROM unnest(CAST(:known AS bigint[]), CAST(:found AS bigint[])) AS given(known, found)
""")
# The key is the same; where name, picture, and price or link are not, it is odd.
_EXACT = f"""
INSERT INTO pair (known, found, kind, why)
SELECT k.place, f.place, CASE WHEN {_ODD} THEN 'odd' ELSE 'key' END, 'same key'
  FROM evidence k JOIN evidence f ON f.key = k.key AND k.known AND NOT f.known ORDER BY f.place
"""  # noqa: S608
# A pair: its places, why it is one, the known row's id, the key under which it is found, and what
# is shown of both.
_PAIR = """p.known, p.found, p.why, k.id, f.key, k.key AS known_key,
       k.name AS known_name, k.address AS known_address, f.name, f.address"""
_PAIRS = f"""
SELECT {_PAIR}, count(*) OVER () AS of_all
  FROM pair p JOIN evidence k ON k.known AND k.place = p.known
  JOIN evidence f ON NOT f.known AND f.place = p.found
 WHERE """  # noqa: S608
# What keys do not settle, and what shares something with it: it gives how rare that is.
_RIVALS = f"""
CREATE TEMP TABLE rival ON COMMIT DROP AS
WITH met AS (SELECT true AS known, known AS place FROM pair WHERE kind <> 'odd'
       UNION SELECT false, found FROM pair WHERE kind <> 'odd'),
     each AS MATERIALIZED (
     SELECT evidence.*, CASE WHEN met.place IS NOT NULL THEN {SETTLED}
            WHEN is_expected THEN {OPEN} ELSE {ASIDE} END AS state
       FROM evidence LEFT JOIN met USING (known, place)),
     shared AS MATERIALIZED (
     SELECT DISTINCT v FROM each, unnest(ARRAY[{", ".join(BASE)}]) AS v
      WHERE state <> {SETTLED} AND v IS NOT NULL)
SELECT row_number() OVER (ORDER BY known, place) AS nr, each.* FROM each
 WHERE state <> {SETTLED} OR (SELECT count(*) > {MANY} FROM shared)
       OR {" OR ".join(f"{name} IN (SELECT v FROM shared)" for name in BASE)}
"""  # noqa: S608
_INDEXES = ("CREATE INDEX ON rival (nr)", "CREATE INDEX ON rival (words)", "ANALYZE rival")
_BLANK = """
UPDATE rival SET {0} = NULL WHERE {0} IN (SELECT {0} FROM rival WHERE {0} IS NOT NULL
       GROUP BY known, {0} HAVING count(DISTINCT words) >= {1})
"""
_DIFFER_IN_GTINS = "coalesce(k.gtins & f.gtins = 0, false)"  # both have some, and none in common
_DIFFER = f"""(coalesce(k.size <> f.size, false)
        OR coalesce(k.color <> f.color, false) AND NOT {_agree(("whole", "content"))})"""
_ODD_PAIRS = text(f"""
SELECT {_PAIR}, k.nr, f.nr AS other, k.state, f.state AS other_state,
       {_agree(PRICES)} AS costs_the_same
  FROM pair p JOIN rival k ON k.known AND k.place = p.known
  JOIN rival f ON NOT f.known AND f.place = p.found
 WHERE p.kind = 'odd' ORDER BY p.found
""")  # noqa: S608
_OF_KIND = text(_PAIRS + "p.kind = :kind ORDER BY p.n")
_TRADED = f"""{_PAIRS} p.kind IN ('key', 'own', 'same') AND {{}}
   AND f.{{}} IN (SELECT {{}} FROM evidence WHERE known) ORDER BY p.n"""  # noqa: S608
_LED = text(_PAIRS + "p.kind = 'key' AND k.address <> f.address ORDER BY p.n LIMIT :most")
_UNITED = text("""
SELECT k.id, stays.id AS kept FROM pair twin
  JOIN pair kept ON kept.found = twin.found AND kept.kind IN ('key', 'own', 'same')
  JOIN evidence k ON k.known AND k.place = twin.known
  JOIN evidence stays ON stays.known AND stays.place = kept.known
 WHERE twin.kind = 'united' ORDER BY twin.n
""")
_COUNTS = text(f"""
SELECT count(*) FILTER (WHERE known AND state = {OPEN}) AS missing,
       count(*) FILTER (WHERE NOT known AND state = {OPEN}) AS new FROM rival
""")  # noqa: S608


_ARE_LEFT = text(f"""
SELECT EXISTS (SELECT FROM rival WHERE known AND state = :state)
   AND EXISTS (SELECT FROM rival WHERE NOT known AND state = {OPEN})
""")  # noqa: S608


@dataclass(slots=True)
class Matches:
    """What a comparison found; pairs are rows of `_PAIR`, with their places in what was given.

    `same`: known products that are found under another key. `likely`, `weak`: perhaps the same.
    `unclear`: found ones that could be one of several, `family`: where others of those are found as
    before, by place and name. `replaced`: another product has the known one's key. `freed`: ids of
    known ones whose key another known one has, and which are not found. `united`: ids of known
    ones, each with that of the known one that it was all along. `led`: some of the `led_count`
    products that have another link under their own key. `names`, `pictures`: products that have
    another one's under their own key. `total`: all found ones; `new`: those without a partner;
    `missing`: known ones that the run should find, and did not.
    """

    same: list[Row[Any]] = field(default_factory=list)
    likely: list[Row[Any]] = field(default_factory=list)
    weak: list[Row[Any]] = field(default_factory=list)
    unclear: list[Row[Any]] = field(default_factory=list)
    family: list[Row[Any]] = field(default_factory=list)
    replaced: list[Row[Any]] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    united: list[tuple[int, int]] = field(default_factory=list)
    led: list[Row[Any]] = field(default_factory=list)
    led_count: int = 0
    names: list[Row[Any]] = field(default_factory=list)
    pictures: list[Row[Any]] = field(default_factory=list)
    total: int = 0
    new: int = 0
    missing: int = 0

    @property
    def matched_count(self) -> int:
        """Return how many known products were found."""
        return self.total - self.new


def matches(session: Session, known: Iterable[Candidate], found: Iterable[Candidate]) -> Matches:
    """Compare what is known with what a run found; keys are unique on each side."""
    for statement in _BEGIN:
        session.execute(text(statement))
    _add(session, known, is_known=True)
    _add(session, found, is_known=False)
    for statement in ("ANALYZE evidence", _EXACT, "ANALYZE pair"):
        session.execute(text(statement))
    total, paired, are_open = session.execute(
        text("""
        SELECT (SELECT count(*) FROM evidence WHERE NOT known),
               (SELECT count(DISTINCT found) FROM pair WHERE kind <> 'odd'),
               EXISTS (SELECT FROM evidence LEFT JOIN pair
                         ON pair.known = place AND kind <> 'odd'
                       WHERE evidence.known AND kind IS NULL)
        """)
    ).one()
    result = Matches(total=total, new=total - paired)
    if are_open:
        session.execute(text("SET LOCAL enable_nestloop = off"))  # groups are taken for few
        _Rounds(session, result).run()
        session.execute(text("SET LOCAL enable_nestloop TO DEFAULT"))
    result.led = [*session.execute(_LED, {"most": SAMPLED})]
    result.led_count = result.led[0].of_all if result.led else 0
    result.united = [(row.id, row.kept) for row in session.execute(_UNITED)]
    for kind in ("same", "likely", "weak"):
        setattr(result, kind, [*session.execute(_OF_KIND, {"kind": kind})])
    for name, column, changed in (
        ("names", "words", "f.words <> k.words"),
        ("pictures", "whole", _REDRAWN),
    ):
        traded = text(_TRADED.format(changed, column, column))
        setattr(result, name, [*session.execute(traded)])
    return result


def _add(session: Session, products: Iterable[Candidate], *, is_known: bool) -> None:
    connection = driver_connection(session)
    numbered = enumerate(products)
    while batch := [*islice(numbered, AT_ONCE)]:
        with connection.cursor() as cursor, cursor.copy("COPY evidence FROM STDIN") as copy:
            for place, one in batch:
                copy.write_row((is_known, place, *evidence_of(one)))


class _Rounds:
    """The comparison of what keys do not settle; a row that was joined is in no later round."""

    def __init__(self, session: Session, result: Matches) -> None:
        self.session, self.result = session, result
        blank = [_BLANK.format(picture, BLANK) for picture in PICTURES]
        for statement in (_RIVALS, *_INDEXES, *blank):
            session.execute(text(statement))
        every = {rule.parts: "" for rule in (*SURE, *LIKELY, *WEAK)}
        shares = ", ".join(f"EXISTS ({_shared_query(parts)})" for parts in every)
        held = session.execute(text(f"SELECT {shares}")).one()
        # Evidence that an open row of each side has: no other rule joins anything.
        self.parts = {parts for parts, holds in zip(every, held, strict=True) if holds}

    def run(self) -> None:
        """Fill the result, the surest first."""
        self._join(SURE, "same", EVERY)
        self._settle_odd()
        self._unite()
        self._join(SURE, "same", [*EVERY, ASIDE], ASIDE)
        counts = self.session.execute(_COUNTS).one()
        self.result.missing, self.result.new = counts.missing, counts.new
        self._join(LIKELY, "likely", LEFT)
        self._find_unclear()
        self._join(WEAK, "weak", LEFT)

    def _join(
        self, rules: Iterable[Rule], kind: str, counted: list[int], state: int = OPEN
    ) -> None:
        """Join known rows in this state where nothing else that is counted has the evidence."""
        own = "own" if kind == "same" else "left"
        joined = 1
        for rule in rules:
            for finer in FINER if rule.parts in self.parts else ():
                if joined and not self.session.scalar(_ARE_LEFT, {"state": state}):
                    return
                joined = self.session.scalar(
                    text(_joining(rule, finer)),
                    {"kind": kind, "own": own, "why": rule.why, "counted": counted, "state": state},
                )

    def _settle_odd(self) -> None:
        settled, rows = list[tuple[int, int]](), list[int]()
        for row in self.session.execute(_ODD_PAIRS).all():
            states = row.state, row.other_state
            if JOINED not in states and not _is_other(row):
                settled.append((row.known, row.found))
                rows += (row.nr, row.other)
            elif states == (OPEN, OPEN):
                self.result.replaced.append(row)
            elif states == (OPEN, JOINED):
                self.result.freed.append(row.id)
        known, found = [one for one, _ in settled], [two for _, two in settled]
        self.session.execute(_ADD_OWN, {"known": known, "found": found})
        change = text("UPDATE rival SET state = :state WHERE nr = ANY(CAST(:rows AS bigint[]))")
        self.session.execute(change, {"state": SETTLED, "rows": rows})

    def _unite(self) -> None:
        """Find known products that are second links of others."""
        for rule in UNITED:
            self.session.execute(
                text(f"""
                WITH one AS (
                     SELECT min(nr) AS nr FROM rival WHERE NOT known AND {_has(rule.parts)}
                      GROUP BY {_list(rule.parts)} HAVING count(*) = 1 AND min(state) = {SETTLED}),
                     hit AS (
                     SELECT k.nr, k.place AS known, f.place AS found
                       FROM one JOIN rival f USING (nr)
                       JOIN rival k ON k.known AND k.state IN ({OPEN}, {ASIDE})
                            AND {_equal(rule.parts)}
                      WHERE NOT {_DIFFER} AND NOT {_DIFFER_IN_GTINS}),
                     mark AS (UPDATE rival SET state = {JOINED} FROM hit
                               WHERE rival.nr = hit.nr)
                INSERT INTO pair (known, found, kind) SELECT known, found, 'united' FROM hit
                 ORDER BY known
                """)  # noqa: S608
            )

    def _find_unclear(self) -> None:
        """Find what is left and could be one of several, or one of a family's.

        Of a family some products are found under their own keys: others come and go, as sizes do.
        """
        found: tuple[dict[int, Row[Any]], dict[int, Row[Any]]] = ({}, {})
        for rule in UNCLEAR if self.parts else ():
            cols, all_equal = _list((*rule.parts, *FINER[-1])), _equal(rule.parts, FINER[-1])
            rows = self.session.execute(
                text(f"""
                WITH k AS (
                     SELECT {cols}, count(*) FROM rival
                      WHERE known AND state = {OPEN} AND {_has(rule.parts)} GROUP BY {cols}),
                     f AS (
                     SELECT {cols}, place, name, row_number() OVER (PARTITION BY {cols} ORDER BY nr)
                       FROM rival WHERE NOT known AND state = {OPEN} AND {_has(rule.parts)})
                SELECT f.place, f.name, EXISTS (
                       SELECT FROM rival k
                        WHERE NOT k.known AND k.state = {SETTLED} AND {all_equal}) AS is_family
                  FROM k JOIN f ON {all_equal} AND f.row_number <= k.count
                """)  # noqa: S608
            )
            for row in rows:
                found[row.is_family][row.place] = row
        self.result.unclear, self.result.family = (
            [one[place] for place in sorted(one)] for one in found
        )


def _joining(rule: Rule, finer: Sequence[str]) -> str:
    """Return the statement that joins by a rule, unless something distinguishes the two.

    Other GTINs leave a doubt that people decide: shops mend them, too.
    """
    fits = [f"NOT {_DIFFER}"]
    if rule in SURE:
        fits.append(f"NOT {_DIFFER_IN_GTINS}")
    if rule.near:
        far = f"k.amount >= {APART} * f.amount OR f.amount >= {APART} * k.amount"
        fits.append(f"({far}) IS NOT TRUE")
    if rule.backed:
        fits.append(_agree(("words", *PICTURES, *PRICES)))
    if rule.most is not None:
        fits += (
            f"(SELECT count(*) FROM rival r WHERE r.known = {side}.known"  # noqa: S608
            f" AND r.words = {side}.words AND r.state = ANY(:counted)) <= {rule.most}"
            for side in "kf"
        )
    cols = _list((*rule.parts, *finer))
    return f"""
    WITH single AS (
         SELECT min(nr) AS nr, known FROM rival
          WHERE state = ANY(:counted) AND {_has(rule.parts)} GROUP BY known, {cols}
         HAVING count(*) = 1 AND min(state) = CASE WHEN known THEN :state ELSE {OPEN} END),
         hit AS MATERIALIZED (
         SELECT k.nr, f.nr AS other, k.place AS known, f.place AS found
           FROM single a JOIN rival k ON k.nr = a.nr AND a.known
           JOIN (single b JOIN rival f ON f.nr = b.nr AND NOT b.known)
             ON {_equal(rule.parts, finer)}
          WHERE {" AND ".join(fits)}),
         mark AS (UPDATE rival SET state = {JOINED}
                   WHERE nr IN (SELECT nr FROM hit UNION ALL SELECT other FROM hit)),
         kept AS (INSERT INTO pair (known, found, kind, why)
    SELECT known, found, CASE WHEN EXISTS (
           SELECT FROM pair WHERE kind = 'odd' AND (pair.known, pair.found) = (hit.known, hit.found)
           ) THEN :own ELSE :kind END, :why
      FROM hit ORDER BY nr)
    SELECT count(*) FROM hit
    """  # noqa: S608 - our names and numbers


def _shared_query(parts: Sequence[str]) -> str:
    return f"""SELECT FROM rival k JOIN rival f ON {_equal(parts)}
                WHERE k.known AND k.state <> {SETTLED} AND NOT f.known AND f.state = {OPEN}"""


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _has(names: Iterable[str]) -> str:
    return f"num_nulls({_list(names)}) = 0"


def _equal(names: Iterable[str], finer: Iterable[str] = ()) -> str:
    equal = [f"k.{name} = f.{name}" for name in names]
    return " AND ".join((*equal, *(f"k.{name} IS NOT DISTINCT FROM f.{name}" for name in finer)))


def _is_other(row: Row[Any]) -> bool:
    if row.costs_the_same:
        return False
    words, others = (set(folded_words(name).split()) for name in (row.known_name, row.name))
    return len(words & others) < ALIKE * min(len(words), len(others))
