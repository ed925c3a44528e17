"""What words mean beyond the tables of the vocabulary: operators' synonyms and speakers' words."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from indexer.models import SpokenWord, Synonym


def means_of_words(session: Session) -> dict[str, str]:
    """Return what words are read as; an operator's synonym before what a speaker signed.

    Of speakers' words those that no folder lists and that nobody says are wrong; of two meanings
    the one that was signed last.
    """
    word = (SpokenWord.form, SpokenWord.means)
    accepted = select(*word).where(~SpokenWord.is_listed).group_by(*word)
    accepted = accepted.having(func.bool_and(SpokenWord.is_right))
    spoken = session.execute(accepted.order_by(func.max(SpokenWord.signed_at), *word)).all()
    synonyms = session.execute(select(Synonym.words, Synonym.means)).all()
    return {**dict(spoken), **dict(synonyms)}
