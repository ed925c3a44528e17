"""What a text was read as so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from app.search.understand.conditions.meaning import Part
from app.search.understand.words.text import Token


@dataclass(slots=True)
class Notes:
    """Parts, and the words that are none, with their places in the text.

    `without`: ids of the parts that the visitor took away, whose words become `literal`.
    """

    without: frozenset[str]
    found: list[Part] = field(default_factory=list)
    plain: list[tuple[int, str]] = field(default_factory=list)
    fillers: list[tuple[int, str]] = field(default_factory=list)
    soft: list[str] = field(default_factory=list)
    literal: list[str] = field(default_factory=list)

    def keep(self, part: Part, said: Iterable[Token]) -> bool:
        """Note a part, or its words as they are written where it was taken away.

        Returns whether it stays.
        """
        if part.id in self.without:
            self.literal += [token.text for token in said if not token.is_sign]
            return False
        self.found.append(part)
        return True

    def words_of(self, start: int, said: Sequence[Token]) -> None:
        """Note words that are to be found; `start`: the place of the first."""
        self.plain += _placed(start, said)

    def fillers_of(self, start: int, said: Sequence[Token]) -> None:
        """Note words that say nothing, unless there is nothing else."""
        self.fillers += _placed(start, said)

    def things(self) -> list[Part]:
        """Return the things among the parts."""
        return [part for part in self.found if part.kind == "thing"]

    def has_sure_colour(self) -> bool:
        """Tell whether a colour is wanted by a word that means nothing else."""
        return any(p.kind == "colour" and not (p.excluded or p.either) for p in self.found)

    def rescue(self) -> None:
        """Read fillers as words, and what may be a brand as one, where there is nothing else."""
        if self.plain or self.literal or any(part.certain for part in self.found):
            return
        if self.soft:
            self.plain, self.soft = list(enumerate(self.soft)), []
            return
        if self.found:
            # A state such as "cheap" orders and never filters, also when it stands alone.
            self.found = [replace(part, certain=part.kind == "brand") for part in self.found]
        else:
            self.plain = self.fillers

    def parts(self) -> list[Part]:
        """Return the conditions, each once."""
        return list({(part.id, part.values): part for part in self.found}.values())

    def words(self) -> tuple[str, ...]:
        """Return the words that remain, in their order, each once."""
        return tuple(dict.fromkeys(word for _, word in sorted(self.plain)))


def _placed(start: int, said: Sequence[Token]) -> list[tuple[int, str]]:
    return [(at, token.text) for at, token in enumerate(said, start) if not token.is_sign]
