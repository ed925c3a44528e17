"""New synonyms without a rebuild, where the cluster can take them up."""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path

from indexer.index.client import elasticsearch
from indexer.index.errors import IndexingError
from indexer.index.mapping import FOLDER, synonym_rules
from indexer.settings import Settings

# What operators added: after all that people keep by hand, so that a diff shows it.
ADDED = "# Added by operators"
_WORDS = re.compile(r"[^\W_]+(?:[ '&-]+[^\W_]+)*")


class SynonymError(ValueError):
    """A synonym that cannot be a rule; `field` is what was sent wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def add_synonym(words: str, means: str, folder: Path = FOLDER) -> str:
    """Write the rule that searching for `words` also finds `means`; return it.

    Raises SynonymError, and OSError where the file cannot be written.
    """
    rule = _rule(_clean(words, "words"), _clean(means, "means"))
    path = folder / "synonyms.txt"
    known = path.read_text(encoding="utf-8")
    if rule in known.splitlines():
        return rule
    head = "" if ADDED in known.splitlines() else f"\n{ADDED}\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{head}{rule}\n")
    return rule


def _rule(words: str, means: str) -> str:
    if words == means:
        raise SynonymError("means", "must be other words")
    return f"{words} => {words}, {means}"


def _clean(text: str, field: str) -> str:
    """Return words in small letters; raises SynonymError for what rules are written with."""
    found = " ".join(unicodedata.normalize("NFC", text).lower().split())
    if not _WORDS.fullmatch(found):
        raise SynonymError(field, "must be words of letters and digits")
    return found


def reload_synonyms(settings: Settings, node_folder: Path | None) -> None:
    """Have searches use es_mappings/synonyms.txt as it is now.

    `node_folder`: the node's `config/analysis`, where the file is put (mode `file`). Raises
    IndexingError in mode `inline`: there the rules are part of the index.
    """
    client = elasticsearch(settings.elasticsearch_url)
    if settings.synonyms_mode == "inline":
        raise IndexingError("Synonyms are part of this index (SYNONYMS_MODE=inline): rebuild it.")
    if settings.synonyms_mode == "api":
        rules = [{"synonyms": rule} for rule in synonym_rules()]
        client.synonyms.put_synonym(id=settings.index_prefix, synonyms_set=rules)
    elif node_folder is not None:
        shutil.copyfile(FOLDER / "synonyms.txt", node_folder / "synonyms.txt")
    client.indices.reload_search_analyzers(index=settings.index_prefix)
    client.indices.clear_cache(index=settings.index_prefix, request=True)
