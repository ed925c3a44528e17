"""Why a run could not read, or was held, by its reason's words: what can help follows from it."""

import re

ROBOTS, LOCKED, CHALLENGE, BUSY, SLOW = "robots", "locked", "challenge", "busy", "slow"
MISSING, AWAY, VALUES = "missing", "away", "values"
# The sentences are those of `scrapers.errors` and `scrapers.browsing.answers`; the first counts.
_WORDS = (
    (ROBOTS, r"robots\.txt (?:of \S+ disallows|cannot be read)"),
    (LOCKED, r"asks for a password"),
    (CHALLENGE, r"captcha or a refusal"),
    (BUSY, r"answers (?:503|429|430)\b"),
    (SLOW, r"did not load in|takes longer than|does not answer|time .{0,40}is over"),
    (MISSING, r"there is no such page"),
    (AWAY, r"no host of that name|takes no connection|connection|broke off|TLS|cannot be reached"),
)
_CAUSES = tuple((cause, re.compile(words)) for cause, words in _WORDS)
# What the store has decided: asking again, or longer, changes nothing.
FINAL = frozenset({ROBOTS, LOCKED})
QUOTED = re.compile(r"It says (?:'(?:[^'\\]|\\.){0,900}'|\"[^\"]{0,900}\")")
_SAMPLES = re.compile(
    r"such as [^;]{0,900}|'[^']{0,900}'|\"[^\"]{0,900}\"|\([^()]{0,900}\)|https?://\S{1,2000}"
)
_NUMBER = re.compile(r"\d{1,20}(?:[.,]\d{1,20}){0,9}")
NEAR, FEW = 1.25, 2  # a number that is so near another one, or differs by so few, is the same


def cause_of(reason: str) -> str:
    """Return the cause that a reason's words tell; `VALUES` where no page failed.

    What the store says of itself is none of them: a page that passes may speak of passwords.
    """
    own = QUOTED.sub("", reason)
    return next((cause for cause, words in _CAUSES if words.search(own)), VALUES)


def is_same_trouble(one: str, other: str) -> bool:
    """Return True if two reasons say the same, whatever samples they name, of about as many."""
    words, numbers = zip(*map(_told, (one, other)), strict=True)
    return words[0] == words[1] and all(map(_is_near, *numbers))


def _told(reason: str) -> tuple[str, list[float]]:
    plain = _SAMPLES.sub("", reason)
    numbers = [float(one.replace(",", "")) for one in _NUMBER.findall(plain)]
    return " ".join(_NUMBER.sub("#", plain).split()), numbers


def _is_near(one: float, other: float) -> bool:
    return abs(one - other) <= FEW or max(one, other) <= NEAR * min(one, other)
