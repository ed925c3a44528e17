"""The mapping that ships, and the names of indices and aliases.

Searches and writers use the alias that has the prefix's own name.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from indexer.catalogue.document import KEYS
from indexer.catalogue.document import KEYS_FIELD as FIELD
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


STAMP = "%Y%m%d%H%M%S%f"


def building_alias(prefix: str) -> str:
    """Return the alias that a rebuild fills its new index through."""
    return f"{prefix}-building"


def previous_alias(prefix: str) -> str:
    """Return the alias of the index that a rollback goes back to."""
    return f"{prefix}-previous"


def index_name(prefix: str, mapping_hash: str) -> str:
    return f"{prefix}-{mapping_hash}-{datetime.now(UTC).strftime(STAMP)}"


def built_at(name: str) -> datetime | None:
    """Return when an index's building began, by its name; None for a name that is none of ours."""
    try:
        return datetime.strptime(name.rpartition("-")[2], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_index_name(prefix: str, name: str) -> bool:
    """Return True if this is the name of an index of ours, not of a longer prefix's."""
    return re.fullmatch(rf"{re.escape(prefix)}-[0-9a-f]{{8}}-\d{{20}}", name) is not None


def is_current(name: str) -> bool:
    """Return True if an index, by its name, has the mapping that ships."""
    return name.rpartition("-")[0].endswith(f"-{shipped_body().hash}")
