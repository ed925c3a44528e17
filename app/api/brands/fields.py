"""The fields of the operator's brand form, from the scraper's configuration."""

from scrapers.config import FIELD_HELP, FieldHelp, wire_name

# Form types for what is chosen from a list; the others follow from the Python type.
_CHOSEN = {"country_id": "country", "currency": "currency", "source": "source"}
LONG = frozenset({"shipping_countries_list", "extra_headers", "cookies"})  # of several lines
_TYPES = {"bool": "boolean", "int": "number", "str": "text"}

# A listing page's own fields; the rest of FIELD_HELP is the brand's.
_PAGE_FIELDS = {"custom_click_selector"}
CONFIG = tuple(item for item in FIELD_HELP if item.name not in _PAGE_FIELDS)
SECRETS = frozenset(item.name for item in CONFIG if item.secret)


def form_fields() -> list[dict[str, str]]:
    """Describe every field of the brand form with its label, help and type."""
    described = [
        {
            "name": wire_name(item.name),
            "label": item.label,
            "help": item.help,
            "type": _form_type(item),
            "group": item.group,
        }
        for item in CONFIG
    ]
    styles = "What its products look like; they all inherit these styles."
    pages = "Listing pages, crawled in order; a product on several takes the most specific."
    return [
        *described,
        {"name": "styles", "label": "Styles", "help": styles, "type": "styles", "group": "store"},
        {"name": "pages", "label": "Pages", "help": pages, "type": "pages", "group": "page"},
    ]


def _form_type(item: FieldHelp) -> str:
    if item.name in LONG:
        return "textarea"
    return _CHOSEN.get(item.name) or _TYPES[item.type]
