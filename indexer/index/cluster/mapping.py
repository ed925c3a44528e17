"""The index's settings and mappings as shipped in es_mappings/, and what is told about an index."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from indexer.catalogue.document.build import KEYS
from indexer.catalogue.document.build import KEYS_FIELD as FIELD
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
    """What an index knows about itself, kept in its mapping's `_meta`.

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
