"""The words that join others and set them apart, in names and texts: English and Afrikaans."""

from __future__ import annotations

WITH = ("with", "w/", "met")
WITHOUT = ("without", "w/o", "sonder")
FOR = ("for", "vir")
# Behind these stands what a thing is of or has.
HAVING = ("in", "from", "by", "featuring", "including", "includes", "incl", "having")
JOINED = ("and", "en", "n", "&", "+", "/")
# Behind these stands what is beside a thing, with its own colour.
BESIDE = frozenset((*WITH, *WITHOUT, *FOR))
