"""`words`: what speakers of South Africa's languages confirm, mend and add, each signed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from marshmallow import fields
from sqlalchemy.orm import Session

from app.access.audit import note
from app.access.operators import operator_name
from app.api.declare import Answer, Area, Input, Query
from app.api.declare.fields import Flag, Text
from app.context import context
from app.search.vocabulary.spoken import Signed, as_table, meaning_of, signed, words_of
from indexer.catalogue.audit import Subject
from indexer.index.cluster.changed import say_changed
from indexer.language.files import folder
from indexer.language.words.listed import languages, meanings
from indexer.language.words.vocabulary import current
from indexer.models import SpokenWord

AREA = Area("words", "words", "What words of other languages mean, for speakers to sign")
MOST = 100  # characters


class LanguageQuery(Query):
    """Whose words."""

    language = Text(MOST, load_default="zu")


class SpokenLanguage(Answer):
    """A language that has words."""

    code = fields.String()
    name = fields.String()


class Signature(Answer):
    """Who says of a word that it is right, or wrong."""

    by = fields.String()
    is_right = fields.Boolean()


class LanguageWord(Answer):
    """A word: what it means, how it is kept, and some of its forms as they are said."""

    sense = fields.String()
    meant = fields.String()
    means = fields.String(metadata={"description": "in English"})
    form = fields.String()
    said = fields.String()
    sources = fields.String(metadata={"description": "of the folder; empty: speakers added it"})
    signatures = fields.List(fields.Nested(Signature))


class LanguageWords(Answer):
    """The words of a language."""

    languages = fields.List(fields.Nested(SpokenLanguage))
    language = fields.String()
    words = fields.List(fields.Nested(LanguageWord))


class WordInput(Input):
    """A word that is signed: a listed one by `sense` and `meant`, a new one by what it `means`.

    `instead`: the right one, where it is wrong.
    """

    language = Text(MOST, required=True, allow_none=False)
    sense = Text(MOST)
    meant = Text(MOST)
    means = Text(MOST)
    form = Text(MOST, required=True, allow_none=False)
    is_right = Flag(load_default=True)
    instead = Text(MOST)


@AREA.get("", operator=True)
@AREA.query(LanguageQuery)
@AREA.response(LanguageWords)
def words(language: str) -> dict[str, Any]:
    """List a language's words: those of its folder, and those that speakers added"""
    known = meanings(current())
    with context().session() as session:
        found = _words(language, known, signed(session, language))
    return {
        "languages": [{"code": c, "name": n} for c, n in languages(folder() / "languages").items()],
        "language": language,
        "words": sorted(found, key=lambda word: (word["means"], word["form"])),
    }


def _words(
    language: str, known: Mapping[tuple[str, str], str], rows: Sequence[SpokenWord]
) -> list[dict[str, Any]]:
    signatures = {
        word: [{"by": row.signed_by, "is_right": row.is_right} for row in signers]
        for word, signers in groupby(rows, key=lambda row: (row.sense, row.meant, row.form))
    }
    said = {(w.sense, w.meant, w.form): (w.said, w.sources) for w in words_of(language)}
    added = {word: (word[2], "") for word in signatures}
    return [
        {
            "sense": word[0],
            "meant": word[1],
            "means": known.get(word[:2], word[1]),
            "form": word[2],
            "said": spoken,
            "sources": sources,
            "signatures": signatures.get(word, []),
        }
        for word, (spoken, sources) in {**added, **said}.items()
    ]


@AREA.post("", operator=True)
@AREA.arguments(
    WordInput,
    as_kwargs=False,
    example={"language": "ve", "means": "shoes", "form": "zwienda"},
)
@AREA.text("“zwienda” is signed")
def sign(sent: Mapping[str, Any]) -> str:
    """Sign a word as right or wrong; a right one that is new is read in every search from now on"""
    services, who = context(), operator_name()
    english, instead = sent.get("means", ""), sent.get("instead", "")
    sense, meant = (
        meaning_of(english) if english else (sent.get("sense", ""), sent.get("meant", ""))
    )
    word = Signed(sent["language"], sense, meant, sent["form"])
    with services.session() as session:
        word.keep(session, is_right=sent["is_right"] and not instead, who=who)
        if instead:
            replace(word, form=instead).keep(session, is_right=True, who=who)
        _note(session, word, instead, is_right=sent["is_right"] and not instead)
    say_changed(services.settings)
    return f"“{instead or word.form}” is signed"


def _note(session: Session, word: Signed, instead: str, *, is_right: bool) -> None:
    after: dict[str, Any] = {"means": word.meant, "is right": is_right}
    after |= {"instead": instead} if instead else {}
    key = f"{word.language}:{word.sense}:{word.meant}:{word.form}"
    note(session, "signed", Subject("word", key, f"{word.form} ({word.language})"), None, after)


@AREA.get("/export", operator=True)
@AREA.query(LanguageQuery)
@AREA.text("type\tshoes\tzwienda\tgatitos jw300 speaker:vho-nele\n", "text/tab-separated-values")
def export(language: str) -> str:
    """Export what was signed of a language, as its folder has it (sense, id, forms, sources)"""
    with context().session() as session:
        return as_table(words_of(language), signed(session, language))
