"""Synonyms: what operators say that words mean."""

from collections.abc import Sequence

from sqlalchemy import select

from app.access import note, operator_name
from app.api.declare import Area
from app.api.declare.schema import Message
from app.api.operator import schemas
from app.context import context
from app.errors import NotFound
from app.search.vocabulary import add as add_synonym
from app.search.wire.address import text_search
from indexer.catalogue.audit import Subject
from indexer.index.cluster.changed import say_changed
from indexer.models import Synonym

AREA = Area("synonyms", "insights/synonyms", "What words are read as others, for operators")
MOST = 5000  # that are listed


@AREA.get("", operator=True)
@AREA.response(schemas.Synonym(many=True))
def listed() -> Sequence[Synonym]:
    """List the synonyms, the newest first"""
    with context().session() as session:
        newest = select(Synonym).order_by(Synonym.created_at.desc(), Synonym.words)
        return session.scalars(newest.limit(MOST)).all()


@AREA.post("", operator=True)
@AREA.arguments(schemas.SynonymInput, example={"words": "smockie", "means": "dress"})
@AREA.response(schemas.SynonymAdded)
def synonyms(words: str, means: str) -> dict[str, str]:
    """Have some words read as others in every search, from now on

    Words that have a meaning already get the new one.
    """
    services = context()
    with services.session() as session:
        words, means, before = add_synonym(session, words, means, operator_name())
        if before != means:
            action = "added" if before is None else "edited"
            old = None if before is None else {"means": before}
            note(session, action, _subject(words), old, {"means": means})
    say_changed(services.settings)
    return {"words": words, "means": means, "href": text_search(words)}


@AREA.post("/remove", operator=True)
@AREA.arguments(schemas.SynonymWords, example={"words": "smockie"})
@AREA.response(Message)
def remove(words: str) -> dict[str, str]:
    """Take a synonym back: its words are read as themselves again"""
    services = context()
    with services.session() as session:
        row = session.get(Synonym, words, with_for_update=True)
        if row is None:
            raise NotFound(f"“{words[:100]}” is no synonym")
        note(session, "removed", _subject(words), {"means": row.means}, None)
        session.delete(row)
    say_changed(services.settings)
    return {"message": f"“{words}” is read as itself again"}


def _subject(words: str) -> Subject:
    return Subject("synonym", words, f"“{words}”")
