"""What a text means as an order: what is nearest to it first, then what makes a good page. Pure."""

from __future__ import annotations

from app.search import Body
from app.search.query import clauses, ranking
from app.search.query.clauses import fresh, raised
from app.search.query.kinds import KINDS
from app.search.understand import NEAR, Meaning


def score(meaning: Meaning) -> list[Body]:
    """Return the clauses that raise what is nearest to what was asked for."""
    if "tiers" not in meaning.techniques:
        return [raised(clauses.has_word(word), ranking.WORD) for word in meaning.words]
    return [*(clause for kind in KINDS for clause in kind.raises(meaning)), *_word_scores(meaning)]


def _word_scores(meaning: Meaning) -> list[Body]:
    scores: list[Body] = []
    if meaning.prefix:
        scores.append(raised({"match": {"name.prefix": meaning.prefix}}, ranking.WORD_IN_NAME))
    if begun := meaning.unfinished.begun:
        itself: Body = {"match": {"name": meaning.prefix}}  # "black cat" may be no catsuit
        scores.append(raised(clauses.terms("productTypes", begun), ranking.TYPE_BEGUN))
        scores.append(raised(itself, ranking.TYPE_BEGUN))
    if meaning.relaxation == NEAR and meaning.words:
        all_words = clauses.all_of([clauses.has_word(word) for word in meaning.words])
        scores.append(raised(all_words, ranking.WORDS))
    for word in (*meaning.words, *meaning.optional, *meaning.required):
        scores.append(raised({"match": {"name": {"query": word}}}, ranking.WORD_IN_NAME))
        if word in meaning.words and meaning.relaxation:
            scores.append(raised(clauses.has_word(word), ranking.WORD))
    return scores


def functions(meaning: Meaning, currency: str, today: int) -> list[Body]:
    """Return what raises by number: price, and what makes a good first page of equals.

    Of those that the price orders none is: what costs less comes first, and not what looks better.
    `today`: the day's beginning, epoch s, so that equal searches stay equal through the day.
    """
    scoring = [weight for kind in KINDS for weight in kind.weighs(meaning, currency, today)]
    has_quality = "quality" in meaning.techniques and not meaning.is_by_price
    return scoring + quality(today) if has_quality else scoring


def quality(today: int) -> list[Body]:
    """Return what a shopper wants to see first among equals."""
    stored = {"field_value_factor": {"field": "quality", "missing": 0}}
    return [stored, *(fresh(today, days, weight) for days, weight in ranking.FRESH)]
