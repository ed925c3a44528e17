"""What a text was read as so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from app.search.understand.meaning import Part
from app.search.understand.words.text import Token


@dataclass(slots=True)
class Notes:
    """Conditions, and the words that are none, with their places in the text.

    `without`: ids of the parts that the visitor took away, whose words become `required`.
    `is_conditioned`: an amount or a size that was read before holds the text together.
    `unsaid`: words that no product says, as they were typed.
    `is_vague`: the words that remain only ask, and say nothing of a product. `is_gift`: something
    to give is wanted, and the text does not say what.
    """

    without: frozenset[str]
    is_conditioned: bool = False
    conditions: list[Part] = field(default_factory=list)
    remaining: list[tuple[int, str]] = field(default_factory=list)
    fillers: list[tuple[int, str]] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    required: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    is_vague: bool = False
    is_gift: bool = False

    def keep(self, part: Part, tokens: Iterable[Token]) -> bool:
        """Note a part, or its words as they are written where it was taken away.

        Returns whether it stays.
        """
        if part.id in self.without:
            self.required += [token.text for token in tokens if not token.is_sign]
            return False
        self.conditions.append(part)
        return True

    def add_words(self, start: int, tokens: Sequence[Token]) -> None:
        """Note words that products must hold; `start`: the place of the first."""
        self.remaining += _placed(start, tokens)

    def add_fillers(self, start: int, tokens: Sequence[Token]) -> None:
        """Note words that say nothing, unless there is nothing else."""
        self.fillers += _placed(start, tokens)

    def product_types(self) -> list[Part]:
        """Return the product types among the parts."""
        return [part for part in self.conditions if part.kind == "type"]

    def rescue(self) -> None:
        """Read fillers as words, and what may be a brand as one, where there is nothing else."""
        if self.is_conditioned or self.remaining or self.required:
            return
        if any(part.certain for part in self.conditions):
            return
        if self.optional:
            self.remaining, self.optional = list(enumerate(self.optional)), []
            return
        if self.conditions:
            # A state such as "cheap" orders and never filters, also when it stands alone.
            self.conditions = [
                replace(part, certain=part.kind == "brand") for part in self.conditions
            ]
        else:
            self.remaining, self.is_vague = self.fillers, bool(self.fillers)

    def words(self) -> tuple[str, ...]:
        """Return the words that remain, in their order, each once."""
        return tuple(dict.fromkeys(word for _, word in sorted(self.remaining)))


def _placed(start: int, tokens: Sequence[Token]) -> list[tuple[int, str]]:
    return [(at, token.text) for at, token in enumerate(tokens, start) if not token.is_sign]
