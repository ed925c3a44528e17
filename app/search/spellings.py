"""The common spelling of what stores spell in their own ways: one value of a facet. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import orjson

from indexer.catalogue.document.build import KEYS, with_brand

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Spellings:
    """Each value's commonest spelling, by facet and key; of equals the first in code points.

    `others`: the other spellings that the catalogue has, and what they are instead.
    """

    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    others: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, counted: Mapping[str, Counts]) -> Spellings:
        """Take the numbers of products by facet and spelling."""
        labels = {name: _labels(name, counts) for name, counts in counted.items()}
        others = {
            name: {
                spelling: label
                for spelling in counts
                if (label := labels[name][KEYS[name](spelling)]) != spelling
            }
            for name, counts in counted.items()
        }
        return cls(labels, others)

    def common(self, attribute: str, value: str) -> str:
        """Return a facet's value in its common spelling, as it stands where it has no other."""
        key = KEYS.get(attribute)
        return self.labels.get(attribute, {}).get(key(value), value) if key else value

    def merged(self, attribute: str, counts: dict[str, int]) -> dict[str, int]:
        """Return the counts of a facet by common spelling, most frequent first.

        A product has a value in one spelling only, so that they add up. What is newer than the
        labels goes by the commonest of these counts.
        """
        key = KEYS.get(attribute)
        if key is None or counts.keys() <= self._common.get(attribute, frozenset()):
            return counts
        labels = self.labels.get(attribute, {})
        newer: dict[str, str] = {}
        merged: dict[str, int] = {}
        for value, count in counts.items():
            known = key(value)
            label = labels.get(known) or newer.setdefault(known, value)
            merged[label] = merged.get(label, 0) + count
        if len(merged) == len(counts):
            return merged
        return dict(sorted(merged.items(), key=lambda pair: -pair[1]))

    def on_tile(self, tile_json: bytes) -> bytes:
        """Return a tile's JSON with its brand in the common spelling."""
        return with_brand(tile_json, self._on_tiles) if self._on_tiles else tile_json

    @cached_property
    def _common(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(labels.values()) for name, labels in self.labels.items()}

    @cached_property
    def _on_tiles(self) -> dict[bytes, bytes]:
        pairs = self.others.get("brand", {}).items()
        return {orjson.dumps(spelling): orjson.dumps(label) for spelling, label in pairs}


def _labels(attribute: str, counts: Counts) -> dict[str, str]:
    labels: dict[str, str] = {}
    for spelling in sorted(counts, key=lambda one: (-counts[one], one)):
        labels.setdefault(KEYS[attribute](spelling), spelling)
    return labels
