"""The mapping that ships, and the names of indices and aliases."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from indexer.catalogue.document import KEYS
from indexer.catalogue.document import KEYS_FIELD as FIELD
from indexer.catalogue.rates import Rates
from indexer.core.settings import ROOT
from scrapers.attributes import ATTRIBUTES, NUMBERS, Attribute

FOLDER = ROOT / "es_mappings"
SYNONYM_FILTER = "shop_synonyms"


@dataclass(frozen=True, slots=True)
class IndexBody:
    """What an index is created with."""

    settings: dict[str, Any]
    mappings: dict[str, Any]

    @property
    def hash(self) -> str:
        """Return eight hex digits that change with any setting or mapping."""
        text = json.dumps([self.settings, self.mappings], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


@lru_cache(maxsize=1)
def shipped_body() -> IndexBody:
    """Return the body that an index is created with.

    The rules of synonyms.txt are part of it, so that each node of a cluster has them, and a changed
    rule is a changed body: the next start builds the index anew.
    """
    body = json.loads((FOLDER / "products.json").read_text(encoding="utf-8"))
    body["settings"]["analysis"]["filter"][SYNONYM_FILTER]["synonyms"] = synonym_rules()
    mappings = body["mappings"]
    mappings["properties"] |= attribute_properties()
    return IndexBody(body["settings"], mappings)


def attribute_properties() -> dict[str, Any]:
    """Return the fields of declared attributes and keys, which products.json does not repeat."""
    values = {one.name: _keyword(one) for one in ATTRIBUTES}
    numbers = {one.name: {"type": "integer"} for one in NUMBERS}
    flags = {one.flag: {"type": "boolean"} for one in NUMBERS}
    key = {"type": "keyword", "ignore_above": 1024, "doc_values": False}
    keys = {"properties": dict.fromkeys(KEYS, key)}
    return {"attributes": {"properties": values}, FIELD: keys, **numbers, **flags}


def _keyword(attribute: Attribute) -> dict[str, Any]:
    field = {"type": "keyword", "ignore_above": 1024, "eager_global_ordinals": True}
    return field | ({"copy_to": "words"} if attribute.in_words else {})


def synonym_rules() -> list[str]:
    """Return the rules of synonyms.txt, without comments and empty lines."""
    lines = (FOLDER / "synonyms.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@dataclass(frozen=True, slots=True)
class IndexMeta:
    """An index's own record, stored in its mapping's `_meta`.

    `to_price`: the currencies of products above the id `priced_upto` whose documents may still hold
    amounts of earlier rates (`indexer.index.pricing`).
    """

    mapping_hash: str
    rates: Rates
    to_price: frozenset[str] = frozenset()
    priced_upto: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the `_meta` object."""
        return {
            "mappingHash": self.mapping_hash,
            "ratesDay": self.rates.day.isoformat(),
            "ratesSource": self.rates.source,
            "ratesPerEuro": {code: str(rate) for code, rate in self.rates.per_euro.items()},
            "toPrice": sorted(self.to_price),
            "pricedUpto": self.priced_upto,
        }

    @classmethod
    def from_json(cls, meta: Mapping[str, Any]) -> IndexMeta:
        """Read a `_meta` object; raises KeyError or ValueError when it is not one of ours."""
        per_euro = {code: Decimal(rate) for code, rate in meta["ratesPerEuro"].items()}
        rates = Rates(date.fromisoformat(meta["ratesDay"]), meta["ratesSource"], per_euro)
        to_price = frozenset(meta.get("toPrice", ()))
        return cls(meta["mappingHash"], rates, to_price, int(meta.get("pricedUpto", 0)))


STAMP = "%Y%m%d%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Aliases:
    """The roles of an index: searches and writers use `live`."""

    live: str

    @property
    def building(self) -> str:
        """Return the alias that a rebuild fills its new index through."""
        return f"{self.live}-building"

    @property
    def previous(self) -> str:
        """Return the alias of the index that a rollback goes back to."""
        return f"{self.live}-previous"


def index_name(prefix: str, mapping_hash: str, at: datetime | None = None) -> str:
    stamp = (at or datetime.now(UTC)).astimezone(UTC).strftime(STAMP)
    return f"{prefix}-{mapping_hash}-{stamp}"


def built_at(name: str) -> datetime | None:
    """Return when an index's building began, by its name; None for a name that is none of ours."""
    try:
        return datetime.strptime(name.rpartition("-")[2], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_index_name(prefix: str, name: str) -> bool:
    """Return True if this is the name of an index of ours, not of a longer prefix's."""
    return re.fullmatch(rf"{re.escape(prefix)}-[0-9a-f]{{8}}-\d{{20}}", name) is not None
