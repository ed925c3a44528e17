"""The words of words.tsv: what shops print around an amount, and of stock, by their role."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

_SET = re.compile(r"\{([\w ]+)\}")


def _rows() -> Iterator[tuple[str, str, str]]:
    """Yield role, side and phrase; a phrase with {name} is one for each member of that set."""
    sets: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("words.tsv").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        role, side, phrases = line.split("\t")
        every = [form for phrase in phrases.split("|") for form in _forms(phrase, sets)]
        if role == "set":
            sets[side] = every
        else:
            yield from ((role, side, phrase) for phrase in every)


def _forms(phrase: str, sets: dict[str, list[str]]) -> Iterator[str]:
    names = _SET.findall(phrase)
    for members in product(*(sets[name] for name in names)):
        chosen = iter(members)
        yield _SET.sub(lambda _: next(chosen), phrase)  # noqa: B023


ROWS = tuple(_rows())
_BY_ROLE: dict[str, list[str]] = defaultdict(list)
for _role, _, _phrase in ROWS:
    _BY_ROLE[_role].append(_phrase)


def words(*roles: str) -> list[str]:
    """Return the phrases of some roles."""
    return [phrase for role in roles for phrase in _BY_ROLE[role]]
