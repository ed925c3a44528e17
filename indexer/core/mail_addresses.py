"""Mail addresses: one recipient as written, or a refusal with its reason. Pure.

RFC 5321 §4.1.2 as far as people use it (a dot-atom before the @, no quotes, comments, routes or
address literals), RFC 6531 for letters beyond ASCII, IDNA 2008 for the domain.
"""

import re
import unicodedata
from dataclasses import dataclass
from email.headerregistry import Address
from email.utils import getaddresses
from string import ascii_letters, digits

import idna

MAX_LOCAL, MAX_LABEL, MAX_DOMAIN, MAX_ADDRESS = 64, 63, 253, 254  # octets, RFC 5321 §4.5.3.1
# RFC 5321's atext but for % and !, by which relays send a mail on to another host.
_ATEXT = frozenset(f"{ascii_letters}{digits}#$&'*+-/=?^_`{{|}}~")
_UNSEEN = re.compile(r"[CZ]")  # Unicode's categories: control, format, private, separators
_LETTER = re.compile(r"[LMN]")


class AddressError(ValueError):
    """A text is no mail address that we send to; the message explains what to change."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """One address: as people write it, and as it goes over SMTP with the domain in ASCII.

    `needs_utf8`: only a server with SMTPUTF8 (RFC 6531) can take a mail for it.
    """

    written: str
    smtp: str

    @property
    def needs_utf8(self) -> bool:
        """Return True if the local part has letters beyond ASCII."""
        return not self.smtp.isascii()

    @property
    def header(self) -> Address:
        """Return what stands in a mail's To."""
        local, _, domain = self.smtp.partition("@")
        return Address(username=local, domain=domain)


def recipient(text: str, *, within: bool = False) -> Recipient:
    """Read one address; raises AddressError.

    `within`: a domain of one label counts, as `root@localhost` for an operator's own relay.
    """
    text = text.strip(" \t")
    for sign in text:
        if _UNSEEN.match(unicodedata.category(sign)):
            if sign == " ":
                raise AddressError("has a space: give one address, without a name")
            shown = f"U+{ord(sign):04X}"
            raise AddressError(f"has a sign that is not seen ({shown}): type the address anew")
    local, at, domain = text.partition("@")
    if not at or not local or not domain:
        raise AddressError("must be one address such as thandi@example.org")
    if "@" in domain:
        raise AddressError("has more than one @: give one address")
    local = _local(local)
    labels = [_label(label) for label in domain.split(".")]
    if len(labels) == 1 and not within:
        raise AddressError("has a domain without a dot, such as .org at its end")
    if labels[-1][0].isdigit():
        raise AddressError("must have a domain by its name, not by a number")
    found = Recipient(
        f"{local}@{'.'.join(unicode for _, unicode in labels)}",
        f"{local}@{'.'.join(ascii_ for ascii_, _ in labels)}",
    )
    if len(found.smtp.encode()) > MAX_ADDRESS or len(found.smtp.partition("@")[2]) > MAX_DOMAIN:
        raise AddressError(f"is longer than the {MAX_ADDRESS} signs that mail takes")
    return found


def sender(text: str) -> Address:
    """Read the address that mails come from, perhaps with a name; raises AddressError."""
    if any(_UNSEEN.match(unicodedata.category(sign)) and sign != " " for sign in text):
        raise AddressError("has a control or invisible sign")
    (name, address), *more = getaddresses([text]) or [("", "")]
    if more:
        raise AddressError("is more than one address")
    header = recipient(address, within=True).header
    return Address(name, header.username, header.domain)


def _local(local: str) -> str:
    """Return what is before the @, letters composed (RFC 6532 §3.1)."""
    local = unicodedata.normalize("NFC", local)
    if len(local.encode()) > MAX_LOCAL:
        raise AddressError(f"has more than {MAX_LOCAL} signs before the @")
    if "=?" in local or "?=" in local:
        raise AddressError("has an encoded word (=?): write the address itself")
    for atom in local.split("."):
        if not atom:
            raise AddressError("has an empty part between, before or after the dots before the @")
        if unicodedata.combining(atom[0]):
            raise AddressError("begins a part with an accent that has no letter")
        for sign in atom:
            known = sign in _ATEXT if sign.isascii() else _LETTER.match(unicodedata.category(sign))
            if not known:
                raise AddressError(f"has a sign before the @ that is not taken: {sign}")
    return local


def _label(label: str) -> tuple[str, str]:
    if not label:
        raise AddressError("has an empty part between, before or after the dots of its domain")
    small = unicodedata.normalize("NFC", label.lower())
    try:
        ascii_ = idna.encode(label, uts46=True, std3_rules=True).decode()
        unicode = idna.decode(ascii_)
    except UnicodeError as error:  # idna's own errors are such
        raise AddressError(f"has no domain that there can be: {label[:MAX_LABEL]}") from error
    if small not in {ascii_, unicode}:  # full-width or other forms that only look like it
        raise AddressError(f"has a domain that is written in other forms: write it as {unicode}")
    return ascii_, unicode
