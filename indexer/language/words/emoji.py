"""What pictures among letters are called: by the names and keywords of Unicode CLDR 48.

`emoji.tsv` holds a picture and one word that names what is sold, whom it is for, or asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def emoji() -> Mapping[str, str]:
    """Return the word for each picture that has one."""
    text = Path(__file__).with_name("emoji.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())
