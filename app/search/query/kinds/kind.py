"""The declaration of a kind of condition. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

from app.search import Body
from app.search.query.clauses import NOTHING
from app.search.understand import Meaning, Part


def _nothing(*_: object) -> list[Body]:
    return []


def _never(_: Part) -> Body:
    return NOTHING


def _always(_: Part) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """What a query needs of the conditions of one kind.

    `holds`: what must hold of those that are wanted, with amounts in a currency where none was
    named; not from `until` on (how loosely a text may be read). `barred`: what must not hold of an
    excluded one. `raises`: the clauses that raise what is nearest; `weighs`: the functions that
    do so by a number, on a day (its beginning, epoch s), with amounts in a currency.
    `loosened`: how loosely to read a text that has such a one, where little is found; `asks` tells
    which ones count for that. Without one of the kind `beside` it is only given up with all else.
    `enough`: what holds for each of them where one is enough. `anchors`: one of them holds the page
    together where all words are only wished for. `is_main`: what is looked for, given up last.
    """

    name: str
    barred: Callable[[Part], Body] = _never
    holds: Callable[[Meaning, str], list[Body]] = _nothing
    raises: Callable[[Meaning], list[Body]] = _nothing
    weighs: Callable[[Meaning, str, int], list[Body]] = _nothing
    until: int | None = None
    loosened: tuple[int, ...] = ()
    asks: Callable[[Part], bool] = _always
    beside: str = ""
    enough: Callable[[Meaning], list[Body]] = _nothing
    anchors: bool = True
    is_main: bool = False

    def is_held(self, relaxation: int) -> bool:
        """Return True if its conditions must hold where a text is read so loosely."""
        return self.until is None or relaxation < self.until
