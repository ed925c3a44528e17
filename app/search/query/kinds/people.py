"""Whom products are for: what must hold, and what is nearest. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query import clauses, ranking
from app.search.query.clauses import raised
from app.search.understand import Meaning, Part

GENDER, AUDIENCE = BY_ATTRIBUTE["gender"].field, "audience"
KIDS = ("kids", "baby")
CHILDREN = {"women": "girls", "men": "boys"}  # a document's further audience, by their gender
_NOT_UNISEX: Body = {"bool": {"must_not": [{"term": {GENDER: "unisex"}}]}}


def people_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return whom products are for; what says nothing of it (a lamp, a tent) is for all."""
    parts = meaning.of("people")
    genders, audiences = _genders_and_audiences(parts)
    must: list[Body] = []
    if genders:
        nobody = {"bool": {"must_not": [{"exists": {"field": GENDER}}]}}
        must.append(clauses.any_of([clauses.terms(GENDER, genders), nobody]))
    if audiences and "adult" not in audiences:
        named = tuple(phrase for part in parts for phrase in part.phrases)
        must.append(
            clauses.any_of([clauses.terms(AUDIENCE, audiences), clauses.said(["name"], named)])
        )
        if child := _children(parts):
            others = [other for other in CHILDREN.values() if other != child]
            must.append({"bool": {"must_not": [clauses.terms(AUDIENCE, others)]}})
    elif audiences == ["adult"]:
        must.append({"bool": {"must_not": [clauses.terms(AUDIENCE, KIDS)]}})
    return must


def people_barred(part: Part) -> Body:
    """Return what must not hold where something for these people is not wanted."""
    genders, audiences = _genders_and_audiences([part])
    if set(audiences) & set(KIDS):
        return clauses.terms(AUDIENCE, audiences)
    return clauses.all_of([clauses.terms(GENDER, genders), _NOT_UNISEX])


def people_raise(meaning: Meaning) -> list[Body]:
    """Raise what is made for them; where nobody is named, what is for grown-ups."""
    parts = meaning.of("people")
    if not parts:
        childs = clauses.terms(AUDIENCE, KIDS)
        is_childs = any(part.is_childs for part in meaning.of("type"))
        grown_up: Body = {"bool": {"must_not": [childs]}}
        return [raised(childs if is_childs else grown_up, ranking.GROWN_UP)]
    child = _children(parts)
    if child:
        return [raised(clauses.terms(AUDIENCE, (child,)), ranking.GENDER)]
    genders, _ = _genders_and_audiences(parts)
    if len(genders) != 1 or genders == ["unisex"]:
        return []
    theirs = clauses.all_of([clauses.terms(GENDER, genders), _NOT_UNISEX])
    return [raised(theirs, ranking.GENDER)]


def _children(parts: Sequence[Part]) -> str:
    """Return "girls" or "boys" where the people are children of one gender, otherwise nothing."""
    genders, audiences = _genders_and_audiences(parts)
    if len(genders) != 1 or not set(audiences) & set(KIDS):
        return ""
    return CHILDREN.get(genders[0], "")


def _genders_and_audiences(parts: Sequence[Part]) -> tuple[list[str], list[str]]:
    """Return the values of `gender` and of `audience` that these people stand for."""
    pairs = [value.partition(":") for part in parts for value in part.values]
    genders = sorted({value for name, _, value in pairs if name == "gender"})
    audiences = sorted({value for name, _, value in pairs if name == "audience"})
    if audiences == ["kids"]:
        audiences = list(KIDS)
    return genders, audiences
