"""Pictures' addresses as stores write them: several in one text, a list, a template. Pure."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from scrapers.values.reading import Reading

WIDTH = 800  # px, for which a template is filled: more than a tile shows
SHOWN = 200  # characters of what is not understood

# What parts addresses stands before the next one: an address has commas and bars of its own.
_BEFORE_ADDRESS = re.compile(r"[\s,;|]{1,20}(?=(?:https?:)?//|/\w)", re.IGNORECASE)
_WIDTH = re.compile(r"(?:\{|%7B)(?:width|w)(?:\}|%7D)", re.IGNORECASE)
_TEMPLATE = re.compile(r"[{}]|%7B|%7D", re.IGNORECASE)
_INLINE = ("data:", "blob:", "about:")
# What shops and platforms show where they have no picture, by its file's name: WooCommerce's
# woocommerce-placeholder-600x600, OpenCart's no_image, PrestaShop's en-default-home_default,
# BigCommerce's ProductDefault, Volusion's nophoto, Magento's folder of placeholders.
_STANDING_IN = re.compile(
    r"(?<![a-z])(?:placeholder|place-holder|product-?default|"
    r"no-?(?:image|img|photo|picture|pic|product-image)s?|"
    r"(?:image|photo|picture|img)-?(?:is-?)?(?:not-?(?:available|found|yet)|unavailable|missing|"
    r"coming-?soon|to-?(?:come|follow)|pending)|"
    r"(?:missing|awaiting|default)-?(?:product-?)?(?:image|photo|picture)|"
    r"(?:geen|kein|sin|sem|sans|pas-d|senza|bez|nessuna)-?"
    r"(?:afbeelding|foto|beeld|prent|bild|imagen|imagem|image|immagine|zdjecia))(?![a-z])"
    r"|/p/[a-z]{2}-default(?:-|\.)"
)
# Names that are one only where they are the whole name: "blank-notebook" is a product.
_ALONE = re.compile(
    r"(?:blank|spacer|pixel|transparent|loading|loader|lazy|dummy|empty|missing|default|unavailable|"
    r"coming-?soon|1x1)(?:-?\d{1,5}x\d{1,5})?"
)
_KEYS = ("url", "src", "contentUrl", "link")


def read_pictures(text: str) -> Reading[tuple[str, ...]]:
    """Return the addresses in a text, templates filled; not understood where it has none.

    A template that requires more than a width is no address. What stands in for a picture is none:
    a text of nothing else is as good as no text.
    """
    text = text.strip()
    if text.startswith(_INLINE):
        return Reading(None, text[:SHOWN])
    listed = _of_list(text) if text.startswith("[") else [text]
    parts = [part for entry in listed for part in _BEFORE_ADDRESS.split(entry)]
    filled = (_WIDTH.sub(str(WIDTH), part.strip(" \t\r\n,;|")) for part in parts)
    addresses = tuple(part for part in filled if part and not _TEMPLATE.search(part))
    pictures = tuple(address for address in addresses if not stands_in(address))
    if addresses and not pictures:
        return Reading()
    return Reading(pictures or None, text[:SHOWN])


def stands_in(address: str) -> bool:
    """Return True if an address is that of what a shop shows where it has no picture."""
    path = unquote(re.split(r"[?#]", address, maxsplit=1)[0])
    words = re.sub(r"[_+ ]", "-", path.lower())
    stem = words.rpartition("/")[2].partition(".")[0]
    return bool(_STANDING_IN.search(words) or _ALONE.fullmatch(stem))


def _of_list(text: str) -> list[str]:
    """Return the addresses of a JSON list: texts, or objects that hold one."""
    try:
        listed = json.loads(text)
    except ValueError:
        return []
    return list(_texts(listed)) if isinstance(listed, list) else []


def _texts(listed: list[Any]) -> Iterator[str]:
    for entry in listed:
        held = [entry.get(key) for key in _KEYS] if isinstance(entry, dict) else [entry]
        yield from [value for value in held if isinstance(value, str)][:1]
