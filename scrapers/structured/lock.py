"""A store that shows nothing before a password is given, known by its page's form."""

import re

from scrapers.structured.html_tree import tree_of
from scrapers.wording import plain_text

LOCKED = "The store requires a password before it shows anything."
# A form that takes a password alone. One that takes a name or an address, too, is an account's.
LOCK = (
    "//form[.//input[@type='password']]"
    "[not(.//input[not(@type) or @type='text' or @type='email' or @type='tel'])]"
)
BELOW = 1500  # characters of text: a page with more shows something
_PASSWORD = re.compile(rb"type\s{0,9}=\s{0,9}[\"']?password", re.IGNORECASE)
_UNSEEN = "//script | //style | //noscript | //template"


def is_locked(body: bytes) -> bool:
    """Return True for a page that is little else than a form for a password."""
    if not _PASSWORD.search(body):
        return False
    try:
        root = tree_of(body)
    except ValueError:
        return False
    if not root.xpath(LOCK):
        return False
    for unseen in root.xpath(_UNSEEN):
        unseen.drop_tree()
    return len(plain_text(root.text_content())) < BELOW
