"""The vocabulary's files: JSON, checked against a declared schema, errors named by their place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

SLUG = validate.Regexp(r"^[a-z0-9]+(-[a-z0-9]+)*$", error="is no slug of a-z, 0-9 and hyphens")


class VocabularyError(ValueError):
    """A vocabulary file is unusable; the message names the file, the entry and what is wrong."""

    def __init__(self, file: str, entry: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}: {problem}")
        self.file = file
        self.entry = entry
        self.problem = problem


def _phrases() -> fields.List[str]:
    """Return a list of phrases; none is empty, none is longer than a name could hold."""
    return fields.List(fields.Str(validate=validate.Length(1, 80)), load_default=list)


class WordingSchema(Schema):
    """How one meaning is worded. Every list holds whole wordings; singular or plural is enough.

    words: English, South African, British and American; each names just this.
    af: Afrikaans, and other South African languages, safe in a title too.
    weak: names this only where nothing else in the text names anything ("print").
    query: read in what people type, never in a title ("hemp", which is also a fibre).
    also: names something else first, and this second ("vest" in American English).
    """

    words = _phrases()
    af = _phrases()
    weak = _phrases()
    query = _phrases()
    also = _phrases()


class ProductTypeSchema(WordingSchema):
    """A type that people name: `id`, its wordings, and the more general type it is one of."""

    id = fields.Str(required=True, validate=SLUG)
    broader = fields.Str(load_default=None, validate=SLUG)


class PurposeSchema(Schema):
    """What types are for: `words` and `af` are its phrases, `categories` keys as of types.

    near: keys of categories that serve it where nothing of the others is sold.
    """

    id = fields.Str(required=True, validate=SLUG)
    words = fields.List(fields.Str(validate=validate.Length(1, 80)), required=True)
    af = _phrases()
    categories = fields.List(fields.Str(), required=True, validate=validate.Length(1))
    near = fields.List(fields.Str(), load_default=list)


class PeopleSchema(WordingSchema):
    """Whom something is for. `gender`: women or men; `audience`: adult, kids or baby.

    before: words in the singular that mean nobody right before a garment ("boyfriend shirt").
    """

    id = fields.Str(required=True, validate=SLUG)
    gender = fields.Str(load_default=None, validate=validate.OneOf(["women", "men", "unisex"]))
    audience = fields.Str(load_default=None, validate=validate.OneOf(["adult", "kids", "baby"]))
    before = _phrases()


class ColourSchema(WordingSchema):
    """The wordings of one of the catalogue's colours."""

    id = fields.Str(required=True, validate=SLUG)


class DescribingSchema(Schema):
    """A word that describes a type: `id` in English, as stores write it; `af`: single words."""

    id = fields.Str(required=True, validate=validate.Length(1, 80))
    af = fields.List(fields.Str(validate=validate.Regexp(r"^[a-z]{2,30}$")), required=True)


class BetweenSchema(Schema):
    """Wordings that lie between colours: `words`, and the `colours` that they count as."""

    words = fields.List(fields.Str(validate=validate.Length(1, 80)), required=True)
    colours = fields.List(fields.Str(validate=SLUG), required=True, validate=validate.Length(2))


def read_json(path: Path) -> Any:
    """Return a file's JSON; raises VocabularyError where it is missing or no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise VocabularyError(path.name, "the file", error.strerror or "cannot be read") from error
    except ValueError as error:
        raise VocabularyError(path.name, "the file", f"is not JSON: {error}") from error


def load_entry(schema: Schema, file: str, entry: Any, where: str) -> dict[str, Any]:
    """Return one checked entry; raises VocabularyError naming it and its wrong field."""
    name = entry.get("id", where) if isinstance(entry, dict) else where
    try:
        loaded: dict[str, Any] = schema.load(entry)
    except ValidationError as error:
        raise VocabularyError(file, str(name), _messages_text(error.messages)) from error
    return loaded


def load_entries(schema: Schema, path: Path) -> Iterator[dict[str, Any]]:
    """Give the checked entries of a list; raises VocabularyError, also where the file is none."""
    entries = read_json(path)
    if not isinstance(entries, list):
        raise VocabularyError(path.name, "the file", "is no list")
    for number, entry in enumerate(entries, 1):
        yield load_entry(schema, path.name, entry, f"entry {number}")


def _messages_text(messages: Any, path: str = "") -> str:
    if isinstance(messages, dict):
        return "; ".join(
            _messages_text(value, f"{path} {key}".strip()) for key, value in messages.items()
        )
    return f"{path} {', '.join(map(str, messages))}".strip()
