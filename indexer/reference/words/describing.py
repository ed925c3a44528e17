"""Words that describe a thing and name none: cloth, pattern, use; Afrikaans and in English.

Abbreviations stand beside the Afrikaans words: what is typed and stands in no name.
"""

from __future__ import annotations

from pathlib import Path

from indexer.reference.files import DescribingSchema, VocabularyError, load_entries


def read_describing(path: Path) -> dict[str, str]:
    """Return the English words by each Afrikaans one; raises VocabularyError naming the entry."""
    english: dict[str, str] = {}
    for loaded in load_entries(DescribingSchema(), path):
        for word in loaded["af"]:
            other = english.setdefault(word, loaded["id"])
            if other != loaded["id"]:
                problem = f"{word!r} already says {other!r}"
                raise VocabularyError(path.name, loaded["id"], problem)
    return english
