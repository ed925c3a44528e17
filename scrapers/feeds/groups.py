"""Which of a feed's rows are variants of one product: its groups, where the names in them agree.

What is known of a group lies on the disk, in a bounded form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from scrapers.feeds.disk_dict import Shelf
from scrapers.product import KEY_LIMIT, Product
from scrapers.values.variants import are_related, words_of

if TYPE_CHECKING:
    from scrapers.feeds.row import Row

MOST_NAMES = 20  # of a group, with which others are compared whole
SHOWN = 5
LONGEST_NAME = 100  # characters of a name in a key
SEPARATOR = "\0"  # which no name and no id has


@dataclass(slots=True)
class Group:
    """What a group's rows say. `names`: of each different one the first, and its core.

    `parent`: the name of the row in it that has its id, and no options; that is not counted.
    """

    parent: str = ""
    is_divided: bool = False  # rows that would be one product are several
    rows: int = 0
    is_varied: bool = False  # a row says what it is a variant of
    names: list[tuple[str, str]] = field(default_factory=list)

    def core_of(self, row: Row) -> str:
        """Return the core of the name that the row's agrees with, or its own."""
        return next(self._agreeing(row), row.core)

    def has_name(self, row: Row) -> bool:
        """Return True if the row's name agrees with one of the group's."""
        return next(self._agreeing(row), None) is not None

    def _agreeing(self, row: Row) -> Iterator[str]:
        title = row.product.name.casefold()
        return (core for name, core in self.names if title == name or row.core == core)

    @property
    def takes_parent(self) -> bool:
        """Return True if the row with the group's id is one of its variants, and no parent.

        A parent's name is a part of its variants' names, and they say what they are variants of.
        """
        if not self.parent or not self.names:
            return False
        return not self.is_varied or not {*words_of(self.parent)} <= {*words_of(self.names[0][0])}

    @property
    def is_related(self) -> bool:
        """Return True if its names share a word with the first one: they may be its colours."""
        return all(are_related(self.names[0][1], core) for _, core in self.names[1:])


@dataclass(slots=True)
class Groups:
    """A feed's groups, by the store's own ids."""

    _groups: Shelf[Group] = field(default_factory=Shelf)
    _names: Shelf[int] = field(default_factory=Shelf)  # how many, by groups and colours
    divided: int = 0  # groups with different names
    parents: int = 0  # rows behind their variants
    _divided: list[str] = field(default_factory=list)  # the first of them

    def add(self, row: Row) -> tuple[str, bool]:
        """Note a row; return its place with its product's other variants, and if it is the first.

        The first of its group, that is, but for a row that may be the parent.
        """
        if row.is_parent:
            self.parents += self.has_variants(row)
            if row.product.group:
                group = self._groups.get(row.group) or Group()
                group.parent = row.product.name
                self._groups.put(row.group, group)
            return row.id, False
        group = self._groups.get(row.group) or Group()
        group.rows += 1
        group.is_varied |= row.has_options
        if not group.has_name(row) and len(group.names) < MOST_NAMES:
            group.names.append((row.product.name.casefold(), row.core))
            if not group.is_related:
                self._divide(row, group)
        self._groups.put(row.group, group)
        return _place(row, group), group.rows == 1

    def begin(self, row: Row) -> None:
        """Note the first row of a place: a group's colour with two of them is divided."""
        if row.is_parent or (group := self._groups.get(row.group)) is None:
            return
        names = (self._names.get(row.product.group_key) or 0) + 1
        self._names.put(row.product.group_key, names)
        if names > 1 and not group.is_divided:
            self._divide(row, group)
            self._groups.put(row.group, group)

    def _divide(self, row: Row, group: Group) -> None:
        if not group.is_divided:
            group.is_divided = True
            self.divided += 1
            self._divided += [row.group] if len(self._divided) < SHOWN else []

    def has_variants(self, row: Row) -> bool:
        """Return True if a row is the parent of rows that are its variants, and no product."""
        group = self._groups.get(row.id) if row.is_parent else None
        return group is not None and group.has_name(row)

    def takes_parent(self, row: Row) -> bool:
        """Return True if the row with a group's id is one of a row's group."""
        group = None if row.is_parent else self._groups.get(row.group)
        return group is not None and group.takes_parent

    def named(self, row: Row, rows: int) -> Product:
        """Return a row's product with its key, which it has in common with `rows` rows.

        Where a group's names differ it is none: what has a name alone goes by its own id, what
        shares one with others by the group's with that name.
        """
        group = None if row.is_parent else self._groups.get(row.group)
        if group is None or len(group.names) == 1:
            return row.product
        kept = row.group if group.is_related else None
        if self._names.get(row.product.group_key) == 1:  # its colour has one name
            return replace(row.product, group=kept)
        name = group.core_of(row)
        if rows == 1:
            return replace(row.product, group_key=row.id, group=kept)
        own = f"{row.group}:{name[:LONGEST_NAME]}"
        key = row.product.group_key.replace(row.group, own, 1)
        if len(key.encode()) > KEY_LIMIT:
            key = row.id
        return replace(row.product, group_key=key, group=kept or own)

    def sentence(self) -> str:
        """Return which groups are none, some of them; empty where all are."""
        if not self.divided:
            return ""
        some = ((name, self._groups.get(name)) for name in self._divided)
        told = [f"{group.rows} rows with the group {name[:40]}" for name, group in some if group]
        more = f" and rows of {self.divided - SHOWN} other groups" if self.divided > SHOWN else ""
        return f"{', '.join(told)}{more} have different names: each is a product of its own."


def _place(row: Row, group: Group) -> str:
    """Return what rows have in common that are one product: their group, name and colour."""
    return SEPARATOR.join(("", row.product.group_key, group.core_of(row)))
