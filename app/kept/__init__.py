"""Answers kept in memory for as long as they are true."""

from app.kept.answers import KeptAnswer, KeptAnswers
from app.kept.changes import Changes
from app.kept.counts import KeptCounts

__all__ = ["Changes", "KeptAnswer", "KeptAnswers", "KeptCounts"]
