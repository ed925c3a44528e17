"""What a run's reason is about, as a few codes: declared once, for analysts and for trends.

A reason is sentences, joined by "; ": a gate's, a page's error, what ended the run. Each has its
code here, by words of its own; `tests/unit/ingest/test_reason_codes.py` asks who says them.
"""

import re

from indexer.ingest.runs.finish import QUOTED

OTHER = "other"
CODES: dict[str, re.Pattern[str]] = {
    # What gates say (`verdict`).
    "fewer products": re.compile(r"products were found"),
    "pages unread": re.compile(r"pages? (was|were) read\b"),
    "fields missing": re.compile(r"was found on \d+% of the items"),
    "values lost": re.compile(r"(would|will) lose"),
    "currency changed": re.compile(r"known prices are in [A-Z]{3} now"),
    "sold out": re.compile(r"that could be bought are sold out"),
    "prices leapt": re.compile(r"known prices became"),
    "prices changed": re.compile(r"known prices changed"),
    "prices of 0": re.compile(r"a price of 0"),
    "odd values": re.compile(
        r"are the same\b|repeat another|with the same words|the same words:|with none between"
    ),
    "page contradicts itself": re.compile(r"structured data contradicts"),
    "not understood": re.compile(r"is not understood"),
    "cards alike": re.compile(r"cards are left out"),
    "products not told apart": re.compile(
        r"seem to be \d+ of|lead to other products|have the (name|picture) of another"
    ),
    "sources differ": re.compile(r"products stand in the"),
    "shop moved": re.compile(r"seems to have moved"),
    # What stores answer, and their pages lack (`scrapers.errors`).
    "robots.txt": re.compile(r"robots\.txt"),
    "challenge": re.compile(r"captcha|a refusal instead"),
    "asked too often": re.compile(r"too many requests|asks to wait|answers 4(29|30)\b"),
    "store in trouble": re.compile(r"answers 5\d\d|with an empty page|with an error\b"),
    "page refused": re.compile(r"answers 4(0[0-35-9]|1[1-9])\b|asks for a password"),
    "page gone": re.compile(
        r"no such (page|file)|, not a page|leads to another page|is a download|is redirected"
    ),
    "store not reached": re.compile(
        r"cannot be reached|is unknown|does not answer|breaks? off|broke off|in time|connection"
        r"|certificate|does not speak TLS|is broken|proxy|It is silent|said nothing|no address"
        r"|was not attempted|in the middle of the answer|longer than \d+ s to come|is damaged"
    ),
    "address refused": re.compile(
        r"no http\(s\) address|not a public address|The page leads to|leads to another site"
    ),
    "layout changed": re.compile(
        r"element matches|selector|did not (appear|come back)|list is gone|keeps replacing"
        r"|way back from"
    ),
    "list not ended": re.compile(r"not read to its end|still loading|does not end after"),
    "feed unreadable": re.compile(
        r"\bfeed\b|cannot be unpacked|No catalogue|catalogue is empty|is larger than|more than \d+"
        r"|unpacks to|(?<!with )\bis empty\.|packed by|locked by|is broken after"
        r"|hold no whole|XML|JSON"
    ),
    # What ended it (`indexer.core.stopflag`, the reaper).
    "stopped": re.compile(r"stopped by an operator|worker was shut down"),
    "out of time": re.compile(r"took longer than|time that a run has|Another run has been reading"),
    "process died": re.compile(
        r"worker died|job ended before|died \d+ times|killed|memory|browser died|closed by another"
    ),
    "disk full": re.compile(r"disk is full"),
    "database away": re.compile(r"PostgreSQL refused"),
    "program error": re.compile(r"(?:^|; )\w*(?:Error|Exception)(?::|$)|without giving a reason"),
}


def codes_of(reason: str | None) -> tuple[str, ...]:
    """Return what a reason is about, in the order of `CODES`; `OTHER` where nothing is known."""
    if not reason:
        return ()
    own = QUOTED.sub("", reason)
    return tuple(code for code, words in CODES.items() if words.search(own)) or (OTHER,)
