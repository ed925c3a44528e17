"""The documents name files that exist, link to places that exist, and use plain short sentences.

Names in code and the subjects of the last commits keep the rules that a machine can check.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.stop import ROOT

PACKAGES = ("app", "indexer", "scrapers", "dev", "docs")
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(file for one in PACKAGES for file in ROOT.glob(f"{one}/**/*.md")),
]
TOP = "app|indexer|scrapers|dev|tests|frontend|deploy|docs|es_mappings"
FILE = re.compile(rf"`((?:{TOP})/[\w./-]*)`")
SHORT = re.compile(r"`([\w./-]+\.(?:py|tsx|tsv|toml|sql|sh|mk))`")  # the end of a path
HOMES = [ROOT / one for one in TOP.replace("frontend", "frontend/src").split("|")]
FILES = [path.as_posix() for home in HOMES for path in home.rglob("*.*")]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
SPEECH = re.compile(r"\b(?:tells?|told|asks?|asked|says?|said|knows?|knew)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\s*\n\s*\n\s*|\n(?=[-#|]|\d+\.)|\|")
LONGEST = 25  # words
NAME = re.compile(
    r"^\s*(?:export )?(?:async )?(?:def|class|function|type|interface|const) (\w+)", re.M
)
WORDS_OF_A_NAME = re.compile(r"[a-z]+|[A-Z][a-z]*")
SUBJECTS = 5  # the last commits; those before cannot be worded anew
LONGEST_SUBJECT = 72  # characters


def missing(document: Path) -> Iterator[str]:
    text = document.read_text()
    yield from (name for name in FILE.findall(text) if not (ROOT / name).exists())
    for name in SHORT.findall(text):
        if not any(path.endswith(f"/{name}") for path in FILES):
            yield name
    yield from (link for link in LINK.findall(text) if not (document.parent / link).exists())


def prose(document: Path) -> str:
    """Return a document's text; a code span counts as one word, quoted messages stay out."""
    return re.sub(r'"[^"\n]*"', "Quote", CODE.sub("Code", LINK.sub("]", document.read_text())))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_and_link_of_a_document_exists(document: Path) -> None:
    assert [*missing(document)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_lets_no_thing_speak_and_has_short_sentences(document: Path) -> None:
    text = prose(document)
    assert SPEECH.findall(text) == []
    sentences = [" ".join(sentence.split()) for sentence in SENTENCE.split(text)]
    assert [sentence for sentence in sentences if len(sentence.split()) > LONGEST] == []


def git(*arguments: str) -> list[str]:
    command = ["git", *arguments]
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()


def test_no_name_in_code_lets_a_thing_speak() -> None:
    files = git("ls-files", "app/*.py", "indexer/*.py", "scrapers/*.py", "dev/*.py", "frontend/src")
    names = {
        f"{file}: {name}"
        for file in files
        if file.endswith((".py", ".ts", ".tsx"))
        for name in NAME.findall((ROOT / file).read_text())
        if any(SPEECH.fullmatch(word) for word in WORDS_OF_A_NAME.findall(name))
    }
    assert names == set()


def test_a_commits_subject_is_short_and_lets_no_thing_speak() -> None:
    for subject in git("log", f"-{SUBJECTS}", "--no-merges", "--format=%s"):
        assert len(subject) <= LONGEST_SUBJECT, subject
        assert not SPEECH.search(subject), subject
        assert subject[0].isupper(), subject
        assert not subject.endswith("."), subject
