"""Fault 48: no pattern that reads what others write can need more than its text is long."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from app.search.understand import quantities as shipping
from app.search.understand import quantities as sizes
from indexer.language import current
from indexer.language.classify.colors import _apart
from indexer.language.classify.product import _brand_pattern
from indexer.language.classify.title import _listed_colours, _qualifier
from indexer.language.words.languages.reading import bound_pattern
from scrapers.attributes.wordings import WordingFile
from scrapers.values.price.currencies import sign_pattern
from scrapers.values.price.numbers import GROUP
from tests.support.slow_patterns import Mode, troubles
from tests.support.source import tree_of

PACKAGES = ("app", "indexer", "scrapers")
WHOLE = {"match", "fullmatch"}
USED = {"compile", "search", "sub", "subn", "split", "findall", "finditer", *WHOLE}


# What functions build of their arguments, by where they do; their results stand for all.
BUILT: dict[str, Callable[[], Iterable[re.Pattern[Any] | str | None]]] = {
    "app.search.understand.quantities._patterns": shipping._patterns,
    "app.search.understand.quantities._compile": lambda: [*sizes._PATTERNS, sizes._OF_BRA],
    "app.search.query.relaxing._cut": lambda: [rf"(?<!\w){re.escape('a b, c')}(?!\w)"],
    "indexer.catalogue.tile._amounts_beside": tuple,  # results are constants there
    "indexer.language.classify.product._brand_pattern": lambda: map(
        _brand_pattern, ["Guess", "U.S. Polo"]
    ),
    "indexer.language.classify.title._listed_colours": lambda: [_listed_colours(current())],
    "indexer.language.classify.title._qualifier": lambda: [_qualifier(current())],
    "indexer.language.classify.colors._apart": lambda: [_apart(current())],
    "scrapers.feeds.magento.without": lambda: [r"\burl_key\b(?:\{[^{}]*\})? ?"],
    "indexer.index.cluster.mapping.is_index_name": lambda: [r"a\-b-[0-9a-f]{8}-\d{20}"],
    "indexer.language.words.languages.reading.bound_pattern": lambda: [
        bound_pattern({"ngaphansi kuka": "under", "ka tlase ho": "under", "le": "to"})
    ],
    "scrapers.attributes.wordings._table": lambda: [
        WordingFile(file)._table[3] for file in ("materials.json", "patterns.json")
    ],
    "scrapers.values.price.goods.piece_of": lambda: [rf"{re.escape('a b')}[\s\-–—|:/,([]*"],
    "scrapers.values.price.numbers._parts": lambda: [GROUP.replace(",", "")],
    "scrapers.values.price.currencies.sign_pattern": lambda: [sign_pattern()],
    "scrapers.values.price.price_text._as_cents": lambda: [r"\d{2}|\d{3}"],
}


class Used(NamedTuple):
    """A pattern as it is used at a place."""

    pattern: str
    flags: int
    mode: Mode
    where: str


def _modules() -> Iterator[tuple[ModuleType, str]]:
    for path in sorted(path for name in PACKAGES for path in Path(name).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        assert "from re import" not in source, f"{path} hides its patterns from this test"
        if re.search(r"^import re$", source, re.MULTILINE):
            yield importlib.import_module(".".join(path.with_suffix("").parts)), source


def _constants(module: ModuleType, sources: str) -> Iterator[Used]:
    """Give the patterns that a module keeps; those in tables are looked for anywhere."""
    for name, value in vars(module).items():
        for pattern in _patterns_in(value):
            methods = re.findall(rf"\b{name}\.(\w+)\(", sources) if pattern is value else []
            mode: Mode = "fullmatch" if methods and WHOLE.issuperset(methods) else "search"
            yield _used(pattern, mode, f"{module.__name__}.{name}")


def _patterns_in(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, list | tuple):
        yield from (pattern for item in value for pattern in _patterns_in(item))
    elif isinstance(value, dict):
        yield from _patterns_in([*value.values()])
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _patterns_in([getattr(value, field.name) for field in fields(value)])


def _used(pattern: re.Pattern[Any] | str, mode: Mode, where: str, flags: int = 0) -> Used:
    if isinstance(pattern, str):
        return Used(pattern, flags, mode, where)
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin1")
    return Used(text, pattern.flags & ~re.UNICODE, mode, where)


def _calls(module: ModuleType, source: str) -> Iterator[Used | str]:
    """Give the patterns written in calls; of one that is built there only where that is."""
    for function in ast.walk(tree_of(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        where = f"{module.__name__}.{function.name}"
        for call in _uses(function):
            try:
                values = [_value(argument, module) for argument in _arguments(call)]
            except (
                NameError,
                TypeError,
            ):  # of a name of the function, which the module may have, too
                yield where
                continue
            flags = sum(int(value) for value in values if isinstance(value, re.RegexFlag))
            mode: Mode = "search" if _method(call) not in WHOLE else "match"
            yield Used(values[0], flags, mode, where)


def _uses(function: ast.FunctionDef) -> list[ast.Call]:
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    return [call for call in calls if _method(call) in USED]


def _method(call: ast.Call) -> str:
    """Return the name of the function of `re` that is called, empty where none is."""
    module, _, name = ast.unparse(call.func).rpartition(".")
    return name if module == "re" else ""


def _arguments(call: ast.Call) -> list[ast.expr]:
    others = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    return [call.args[0], *(one for one in others if ast.unparse(one).startswith(("re.", "_I")))]


def _value(node: ast.expr, module: ModuleType) -> Any:
    written = compile(ast.Expression(node), "<pattern>", "eval")
    return eval(written, dict(vars(module)))  # noqa: S307 - our own source


def _all() -> Iterator[Used | str]:
    modules = [*_modules()]
    sources = "\n".join(source for _, source in modules)
    for module, source in modules:
        yield from _constants(module, sources)
        yield from _calls(module, source)
    for where, build in BUILT.items():
        yield from (_used(pattern, "search", where) for pattern in build() if pattern is not None)


def test_fault_48_every_pattern_is_linear() -> None:
    used = [one for one in _all() if isinstance(one, Used)]
    slow = {
        f"{one.where}: {one.pattern[:80]}": found
        for one in used
        if (found := troubles(one.pattern, one.flags, one.mode))
    }
    assert not slow
    assert len({one.pattern for one in used}) > 150, "patterns are missed"


def test_fault_48_every_pattern_is_looked_at() -> None:
    """What a function builds is no less a pattern: an example of it stands in BUILT."""
    assert {one for one in _all() if isinstance(one, str)} == set(BUILT)
