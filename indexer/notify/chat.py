"""Operators' chats, by the apprise library: one address such as discord://id/token each.

It runs in a process of its own, which has the guard as its only way out, follows no redirect, ends,
and knows none of our secrets. It does not say whether a chat refuses for good: a message is tried
again as the webhook's is.
"""

import hashlib
import os
import re
import subprocess
import sys

from indexer.notify.post import PostError
from scrapers.browsing.guard import Guard
from scrapers.web.addresses import Loopback
from scrapers.wording import one_line

TIMEOUT_S = 30.0  # of a process that has to start
REASON_LIMIT = 300  # characters
SECRET = 8  # characters of a part of an address that may be one
MEMORY = 512 * 2**20  # bytes, of a process that needs 60 MB: an answer may have no end
CLI = (
    "import resource; resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))\n"
    "from apprise.cli import main; main()"
).replace("MEMORY", str(MEMORY))
OPTIONS = ("-v", "--disable-async", "--storage-mode", "memory", "--title")
ALWAYS = "verify=yes&redirect=no"  # in each address, where the last one counts
_KEPT = ("PATH", "PYTHONPATH", "LANG", "TZ")
_WARNING = re.compile(r" - WARNING - (.+)")


def name_of(url: str) -> str:
    """Return what a chat is called where its address, a secret, must not stand."""
    return f"{url.partition(':')[0]} {hashlib.sha256(url.encode()).hexdigest()[:6]}"


def chats(addresses: str) -> dict[str, str]:
    """Return the addresses of ALERT_CHATS, each by what it is called."""
    return {name_of(url): url for url in addresses.split()}


def say(url: str, title: str, text: str, allow_loopback: Loopback = False) -> None:
    """Write a message into a chat; raises PostError."""
    with Guard(allow_loopback) as guard:
        try:
            done = subprocess.run(
                [sys.executable, "-c", CLI, *OPTIONS, title],
                input=text.encode(),
                env=_environment(url, guard.url),
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise PostError(f"{name_of(url)} did not take it in {TIMEOUT_S:.0f} s") from None
        if done.returncode:
            said = _without_secrets(done.stdout.decode(errors="replace"), url)
            reasons = [*guard.refused, *guard.unreached, *_WARNING.findall(said), "no reason given"]
            why = one_line(reasons[0])[:REASON_LIMIT]
            raise PostError(f"{name_of(url)} did not take it: {why}")


def _environment(url: str, proxy: str) -> dict[str, str]:
    own = {name: os.environ[name] for name in _KEPT if name in os.environ}
    own["REQUESTS_CA_BUNDLE"] = os.environ.get("SSL_CERT_FILE", "")
    address = f"{url}{'&' if '?' in url else '?'}{ALWAYS}"
    return own | {"http_proxy": proxy, "https_proxy": proxy, "APPRISE_URLS": address}


def _without_secrets(words: str, url: str) -> str:
    for part in re.split(r"[/:@?&=]+", url):
        if len(part) >= SECRET:
            words = words.replace(part, "…")
    return words
