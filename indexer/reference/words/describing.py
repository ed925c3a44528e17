"""Words that describe a thing and name none: cloth, pattern, use; Afrikaans and in English.

Abbreviations stand beside the Afrikaans words: what is typed and stands in no name.
"""

from __future__ import annotations

from pathlib import Path

from indexer.reference.files import DescribingSchema, VocabularyError, load_entry, read_json


def read_describing(path: Path) -> dict[str, str]:
    """Return the English words by each Afrikaans one; raises VocabularyError naming the entry."""
    entries = read_json(path)
    if not isinstance(entries, list):
        raise VocabularyError(path.name, "the file", "is no list")
    english: dict[str, str] = {}
    for number, entry in enumerate(entries, 1):
        loaded = load_entry(DescribingSchema(), path.name, entry, f"entry {number}")
        for word in loaded["af"]:
            other = english.setdefault(word, loaded["id"])
            if other != loaded["id"]:
                problem = f"{word!r} already says {other!r}"
                raise VocabularyError(path.name, loaded["id"], problem)
    return english
