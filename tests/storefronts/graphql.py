"""As much of GraphQL as a shop's answer needs: just the fields asked for, or an error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\.\.\.|[_A-Za-z]\w*|-?\d+(?:\.\d+)?|[{}()\[\]:,$!@=|]')
Row = Mapping[str, Any]


class GraphQLError(Exception):
    """What the server says of a query that it does not answer."""


@dataclass
class Field:
    """A field that is asked for; `on` is set for a fragment."""

    name: str
    alias: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    asked: list[Field] = field(default_factory=list)
    on: str | None = None


class Query:
    """A parsed document with its variables filled in."""

    def __init__(self, text: str, variables: Mapping[str, Any]) -> None:
        text = re.sub(r"#[^\n]*", "", text)
        self._tokens: list[str] = [*TOKEN.findall(text), ""]
        self._at = 0
        self._given, self._fragments = dict(variables), dict[str, list[Field]]()
        self.fields: list[Field] = []
        while self._peek():
            if self._take() == "fragment":
                name = self._take()
                self._at += 2  # "on" and the type
                self._fragments[name] = self._selection()
                continue
            self._at -= self._tokens[self._at - 1] == "{"
            while self._peek() not in {"{", ""}:
                self._head()
            self.fields = self._selection()

    def _peek(self) -> str:
        return self._tokens[self._at]

    def _take(self, wanted: str = "") -> str:
        token = self._peek()
        if not token or (wanted and token != wanted):
            raise GraphQLError(f'Syntax Error: Expected "{wanted or "Name"}", found "{token}"')
        self._at += 1
        return token

    def _head(self) -> None:
        """A word of the operation's head; a variable's default counts where none is given."""
        if self._take() == "$":
            name = self._take()
            while self._peek() not in {"$", ")", "="}:
                self._take()
            if self._peek() == "=":
                self._take()
                self._given.setdefault(name, self._value())

    def _selection(self) -> list[Field]:
        self._take("{")
        made = []
        while self._peek() != "}":
            if self._peek() == ",":
                self._take()
                continue
            made.append(self._field())
        self._take("}")
        return made

    def _field(self) -> Field:
        name = self._take()
        if name == "...":
            if self._peek() not in {"on", "{"}:
                return Field("...", on="", args={"fragment": self._take()})
            kind = (self._take(), self._take())[1] if self._peek() == "on" else ""
            return Field("...", on=kind, asked=self._selection())
        made = Field(name)
        if self._peek() == ":":
            self._take()
            made.alias, made.name = name, self._take()
        if self._peek() == "(":
            self._take()
            made.args = self._pairs(")")
        if self._peek() == "{":
            made.asked = self._selection()
        return made

    def _pairs(self, end: str) -> dict[str, Any]:
        made = {}
        while self._peek() != end:
            if self._peek() == ",":
                self._take()
                continue
            name = self._take()
            self._take(":")
            made[name] = self._value()
        self._take(end)
        return made

    def _value(self) -> Any:
        token = self._take()
        if token == "$":
            return self._given.get(self._take())
        if token == "{":
            return self._pairs("}")
        if token == "[":
            rows = []
            while self._peek() != "]":
                if self._peek() == ",":
                    self._take()
                    continue
                rows.append(self._value())
            self._take("]")
            return rows
        try:
            return json.loads(token)
        except ValueError:
            return token

    def answer(self, value: Any, asked: list[Field], kind: str = "Query") -> Any:
        """The value with the fields asked for; a callable is called with its field's arguments."""
        if isinstance(value, list):
            return [self.answer(one, asked, kind) for one in value]
        if not isinstance(value, Mapping):
            return value
        kind, made = value.get("__typename", kind), dict[str, Any]()
        for one in asked:
            if one.on is not None:
                within = self._fragments.get(one.args.get("fragment", ""), one.asked)
                if one.on in {"", kind} or one.on.endswith("Interface"):
                    made |= self.answer(value, within, kind)
                continue
            if one.name not in value:
                raise GraphQLError(f'Cannot query field "{one.name}" on type "{kind}".')
            found = value[one.name]
            found = found(one.args) if isinstance(found, Callable) else found  # type: ignore[arg-type]
            if isinstance(found, (Mapping, list)) and not one.asked and _rows(found):
                raise GraphQLError(f'Field "{one.name}" must have a sub selection.')
            made[one.alias or one.name] = self.answer(found, one.asked, one.name)
        return made


def _rows(found: Any) -> bool:
    return isinstance(found, Mapping) or any(isinstance(one, Mapping) for one in found)


def answered(text: str, variables: Mapping[str, Any], root: Row) -> dict[str, Any]:
    """The answer's body, `data` or `errors`."""
    try:
        query = Query(text, variables)
        return {"data": query.answer(root, query.fields)}
    except GraphQLError as error:
        said = {"message": str(error), "extensions": {"category": "graphql-input"}}
        return {"errors": [said]}
