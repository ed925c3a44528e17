"""Where a price stood when it was read, so that it can be read again from there. Pure.

A reader of values notes the text, whoever called it the place, the source itself and its address
at the border: `placed` and `located` fill what is not known yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from scrapers.wording import one_line

TEXT_LIMIT = 200  # characters
MOST = 1_500  # bytes of a certificate as JSON
PLACE_LIMIT, ADDRESS_LIMIT = 300, 600  # bytes, as JSON
OTHERS = 300  # bytes of all the rest, and more
LEAST = 150, 300  # bytes of the same, where the text's own take more than is common
# The readers of amounts, each with the version of its rules: raised whenever a text may be read as
# another amount than before (tests/unit/offers/test_certificates.py has the texts).
PRINTED, FIELD, NUMBER = "printed", "field", "number"
VERSIONS = {PRINTED: 1, FIELD: 1, NUMBER: 1}
TEXTS = ("text", "reader", "place", "address", "source")
MOST_DIGITS = 1_000
ROLES = re.compile(r"<([snabc|]?)>")  # before each part of a printed text


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where an amount stood: its source, the source's address, the place in it, and the text.

    `reader` read the text by the rules of `version`: "printed" what people see, "field" a text of
    data, "number" a machine's number, of which the last `digits` are behind the point. The text of
    a printed price has its elements' roles (`values.price.price_text`) as tags: "<s>R 99<n>R 49".
    """

    text: str
    reader: str
    place: str = ""
    address: str = ""
    source: str = ""
    version: int = 0  # as it was read; 0: that of now
    digits: int = 0

    @property
    def shown(self) -> str:
        """Return the text as people see it, without the roles of its elements."""
        return self.text if self.reader != PRINTED else one_line(ROLES.sub(" ", self.text))

    @property
    def words(self) -> str:
        """Return the certificate as a sentence for operators."""
        where = ", ".join(filter(None, (f"{self.source} {self.address}".strip(), self.place)))
        minor = f", its last {self.digits} digits behind the point" if self.digits else ""
        by = f"reader {self.reader} {self.version}"
        return f"Price read from {where}: “{self.shown}”{minor} ({by})"


def placed(certificate: Certificate | None, place: str) -> Certificate | None:
    """Return the certificate with a place, or with the first part of the one that it has."""
    if certificate is None or not place:
        return certificate
    inner = certificate.place
    parted = "." if inner and not inner.startswith("[") else ""
    return replace(certificate, place=f"{place}{parted}{inner}")


def located(certificate: Certificate | None, source: str, address: str) -> Certificate | None:
    """Return the certificate with its source and address, where it has none of its own."""
    if certificate is None or certificate.source:
        return certificate
    return replace(certificate, source=source, address=certificate.address or address)


def bounded(certificate: Certificate) -> Certificate:
    """Return the certificate in the form that is stored: at most MOST bytes of JSON."""
    cut = replace(
        certificate,
        text=one_line(certificate.text)[:TEXT_LIMIT],
        version=certificate.version or VERSIONS.get(certificate.reader, 0),
    )
    for place, address in ((PLACE_LIMIT, ADDRESS_LIMIT), LEAST):
        cut = replace(cut, place=_cut(cut.place, place), address=_cut(cut.address, address))
        if _is_short(f"{cut.text}{cut.place}{cut.address}", MOST - OTHERS) or size(cut) <= MOST:
            break
    return cut


def _is_short(text: str, limit: int) -> bool:
    """Return True if a text surely fits, whatever its characters are: most do."""
    return 4 * len(text) + 2 <= limit


def size(certificate: Certificate) -> int:
    """Return how many bytes of JSON a certificate takes."""
    return len(_json(as_json(certificate)))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _cut(text: str, limit: int) -> str:
    """Return what of a text takes no more bytes of JSON than the limit."""
    kept = one_line(text)[:limit]
    while not _is_short(kept, limit) and len(_json(kept)) > limit:
        kept = f"{kept[: len(kept) * 7 // 8]}…"
    return kept


def as_json(certificate: Certificate) -> dict[str, Any]:
    """Return the certificate as JSON has it, without what is not said."""
    return {name: value for name, value in asdict(certificate).items() if value}


def from_json(row: Any) -> Certificate | None:
    """Return what `as_json` wrote; None for anything else."""
    if not isinstance(row, Mapping) or str(row.get("reader")) not in VERSIONS:
        return None
    texts = {name: str(row.get(name) or "") for name in TEXTS}
    numbers = (row.get("version"), row.get("digits"))
    version, digits = (n if isinstance(n, int) and 0 <= n < MOST_DIGITS else 0 for n in numbers)
    return Certificate(**texts, version=version, digits=digits)
