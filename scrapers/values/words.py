"""The words of words.tsv: what shops print around an amount, and of stock, by their role."""

import re
from collections.abc import Iterator
from pathlib import Path

_CHOICE = re.compile(r"\{([^{}\[\]]*)\}|\[([^{}\[\]]*)\]")
_CLASS = re.compile(r"\b[A-Z]{2,}\b")


def _forms(phrase: str) -> Iterator[str]:
    """Yield a phrase's forms: "{a,b} c" is "a c" and "b c", "[a,b] c" is "c", "a c" and "b c"."""
    choice = _CHOICE.search(phrase)
    if choice is None:
        yield " ".join(phrase.split())
        return
    for one in (choice[1] or f",{choice[2]}").split(","):
        yield from _forms(phrase[: choice.start()] + one + phrase[choice.end() :])


def _rows() -> Iterator[tuple[str, str, list[str]]]:
    """Yield role, side and phrases; names of classes are in capitals: "per TIME"."""
    for line in Path(__file__).with_name("words.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            role, side, phrases = line.split("\t")
            yield role, side, [form for one in phrases.split("|") for form in _forms(one)]


ROWS = tuple(_rows())
CLASSES = {role: phrases for role, _, phrases in ROWS if role.isupper()}


def words(*roles: str) -> list[str]:
    """Return the phrases of some roles, with the members of their classes."""
    found = [
        phrase for one in roles for role, _, phrases in ROWS if role == one for phrase in phrases
    ]
    while any(map(_CLASS.search, found)):
        found = [form for phrase in found for form in _forms(_CLASS.sub(_members, phrase))]
    return found


def _members(name: re.Match[str]) -> str:
    return f"{{{','.join(CLASSES[name.group()])}}}"
