"""What speakers sign of their languages' words: right, wrong, and what is missing.

A word that no folder lists and that is right is read as what it means, as an operator's synonym is
(`indexer.language.words.synonyms`), until the folder has it from the exported table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.errors import Invalid
from indexer.language.files import folder
from indexer.language.words.listed import (
    ListedWord,
    languages,
    listed,
    meanings,
    meant_by,
)
from indexer.language.words.synonyms import folded
from indexer.language.words.vocabulary import current
from indexer.models import SpokenWord

_WORD = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+){0,5}")


def words_of(language: str) -> list[ListedWord]:
    """Return what a language's folder lists of meanings that people can name; raises Invalid."""
    where = folder() / "languages"
    if language not in languages(where):
        raise Invalid.field("language", "there is no such language")
    known = meanings(current())
    return [word for word in listed(where / language) if (word.sense, word.meant) in known]


@dataclass(frozen=True, slots=True)
class Signed:
    """A word that somebody signs."""

    language: str
    sense: str
    meant: str
    form: str

    @property
    def _is_listed(self) -> bool:
        key = (self.sense, self.meant, self.form)
        return any(key == (w.sense, w.meant, w.form) for w in words_of(self.language))

    def keep(self, session: Session, *, is_right: bool, who: str) -> None:
        """Keep the word, or what was last said of it; raises Invalid."""
        means = meanings(current()).get((self.sense, self.meant))
        if means is None:
            raise Invalid.field("meant", "there is no such meaning")
        is_listed = self._is_listed
        form = self.form if is_listed else spelled(self.form)
        row = insert(SpokenWord).values(
            language=self.language,
            sense=self.sense,
            meant=self.meant,
            form=form,
            means=means,
            is_right=is_right,
            is_listed=is_listed,
            signed_by=who,
        )
        last = row.excluded
        changed = {"is_right": last.is_right, "signed_at": func.now()}
        key = ["language", "sense", "meant", "form", "signed_by"]
        session.execute(row.on_conflict_do_update(index_elements=key, set_=changed))


def meaning_of(english: str) -> tuple[str, str]:
    """Return the sense and id of an English word; raises Invalid."""
    found = meant_by(current(), folded(english))
    if found is None:
        raise Invalid.field("means", "nothing is called so; try another English word")
    return found


def spelled(form: str) -> str:
    """Return a word as it is kept; raises Invalid."""
    word = folded(form)
    if not _WORD.fullmatch(word):
        raise Invalid.field("form", "must be at most six words of letters")
    return word


def signed(session: Session, language: str) -> Sequence[SpokenWord]:
    """Return what was signed of a language, by meaning."""
    by = (SpokenWord.sense, SpokenWord.meant, SpokenWord.form, SpokenWord.signed_by)
    return session.scalars(
        select(SpokenWord).where(SpokenWord.language == language).order_by(*by)
    ).all()


def as_table(words: Sequence[ListedWord], rows: Sequence[SpokenWord]) -> str:
    """Return what was signed as a folder has it: each speaker is one source more.

    What somebody says is wrong stands in a comment.
    """
    sources = {(word.sense, word.meant, word.form): word.sources for word in words}
    by_word = groupby(rows, key=lambda row: (row.sense, row.meant, row.form))
    lines = [_line(word, sources.get(word, ""), list(signers)) for word, signers in by_word]
    return "\n".join(["# What speakers signed. sense\tid\tforms\tuse\tsources", *lines, ""])


def _line(word: tuple[str, str, str], sources: str, rows: Sequence[SpokenWord]) -> str:
    speakers = [f"speaker:{'-'.join(row.signed_by.split())}" for row in rows]
    line = "\t".join((*word, "query", " ".join([*sources.split(), *speakers])))
    return line if all(row.is_right for row in rows) else f"# wrong: {line}"
