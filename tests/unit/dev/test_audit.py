"""What the auditing tools answer is read right: known holes fail, an absent source does not."""

from __future__ import annotations

from dev.checks.audit import holes


def test_vulnerable_packages_are_told_from_those_nobody_looked_up() -> None:
    hole = {"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]}
    whole = {"name": "b", "version": "1", "vulns": []}
    assert holes([hole, whole, {"name": "c", "skip_reason": "?"}]) == ([hole], 1)
    assert holes({"left-pad": {"severity": "high"}}) == ([{"severity": "high"}], 0)
    assert holes({}) == holes(None) == ([], 0)
