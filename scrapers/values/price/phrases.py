"""What words around an amount say of it, in the languages of known stores.

What leaves an amount everybody's, today, for one new piece can be listed, and is: neutral words,
the names of an ordinary and of a reduced price, tax that is included, and what is about something
else (stock, ratings). Any other word makes its amount conditional. Known conditions stand here only
where they say which amount they belong to, or that it is no whole price.

`#` is a number that is no amount, `@` a date, `*` any word. Words are in lower case.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product


class Role(Enum):
    """What an amount is, by a phrase; of several phrases the last in this order decides."""

    NOISE = 0  # about something else
    NEUTRAL = 1
    FROM = 2  # the lowest of several
    NOW = 3  # a reduced price, beside an ordinary one
    USUAL = 4  # what everybody pays, or paid before a reduction
    WAS = 5  # the price before a reduction
    UNIT = 6  # of a weight or a length
    UNTAXED = 7
    ASIDE = 8  # no price: a reduction's size, points, a threshold
    PART = 9  # less than the price, or beside it: an instalment, a deposit, delivery
    CONDITION = 10  # for some, for several, at another time, or unknown


class Side(Enum):
    """Which amount a phrase belongs to: the one before it, behind it, or either."""

    BEFORE = "<"
    BEHIND = ">"
    EITHER = "="
    AHEAD = ">>"  # the one behind it; where there is none, it is about something else
    OPEN = "<*"  # the one before it, with the words that follow
    APART = "|"  # parts what stands on both sides of it


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a phrase says, and of which amount."""

    role: Role
    side: Side


NUMBER, WORD, ABBREVIATED = "#", "*", "."
MINUS = "⁻"  # at once before an amount: "-R100"
GLUED = "⁺"  # a plus at once behind its number: "R450+"
_TAX = (
    "vat|tax|taxes|gst|mwst|ust|btw|tva|iva|moms|mva|dph|alv|kdv|áfa|vat tax|sales tax|"
    "value added tax|vrg|ecotax|eco tax|ecotaxe"
)
_WITH = (
    "incl|inc|inkl|including|inclusive|inclusive of|includes|include|included|with|mit|avec|con|"
    "s|z|com|ingesluit|insluitend|inclusief|inbegrepen|incluido|incluida|inclusa|incluso|incluse|"
    "comprise|incluído|sis|všetně|včetně|dahil|incl of"
)
_WITHOUT = (
    "excl|ex|exc|ekskl|exkl|eksl|excluding|exclusive|exclusive of|excluded|zzgl|plus|without|"
    "before|hors|sin|senza|bez|utan|uten|sem|uitgesluit|exclusief|esclusa|excluido|escl|pl|+|"
    "excl of|exclude|ohne|uden|hariç"
)


def _taxed(words: str) -> str:
    pairs = list(product(words.split("|"), _TAX.split("|")))
    return "|".join(
        [f"{word} {tax}" for word, tax in pairs]
        + [f"{tax} {word}" for word, tax in pairs if word != "+"]
        + [f"{word} # % {tax}" for word, tax in pairs]
        + [f"# % {tax} {word}" for word, tax in pairs if word != "+"]
    )


_PIECE = "each|ea|шт|item|piece|pc|unit|stuk|stück|stk|st|pièce|unidad|unité|pezzo|elk|styck"
_PER_PIECE = "|".join(
    f"{per} {word}" for per in ("per", "/", "pro", "par", "por") for word in _PIECE.split("|")
)
_UNITS = (
    "kg|g|mg|l|ml|cl|dl|lt|liter|litre|liters|litres|meter|metre|meters|metres|m|m²|m2|cm|mm|oz|lb|"
    "sheet|wash|dose|tablet|sqm|gram|kilo|kilogram|running metre"
)
_TIMES = (
    "month|months|week|weeks|day|days|year|years|mo|mth|maand|maande|maanden|monat|mois|mes|mese|"
    "pm|dag|night|hour|fortnight|payday|paydays"
)
_COUNTED = (
    "% off|%|★|star|stars|review|reviews|rating|ratings|sold|left|in stock|available|colours|"
    "colors|"
    "colour|color|kleure|kleuren|farben|farve|farver|couleurs|colores|cores|colori|kolorów|sizes|"
    "size|größen|maten|tailles|tallas|taglie|options|variants|styles|designs|customers|people|"
    "views|votes|sizes left|years|days|hours|min|mins|dni|tage|dagen|jours|days left|points|punkte|"
    "items|pages|interest|c|cents|p|"
    f"{_UNITS}"
)
# Of the goods, in a badge of their own: who wears them, what they are made of, their season.
_SEASONS = ("new season", "season", "summer", "winter", "spring", "autumn", "fall", "#", "resort")
_BADGES = "|".join(
    [f"{season} collection" for season in _SEASONS]
    + [f"{season} #" for season in _SEASONS[2:7]]
    + [*_SEASONS[:7], "collection", "new collection"]
) + (
    "|eco|eco friendly|organic|vegan|cruelty free|sustainable|recycled|handmade|hand made|"
    "handcrafted|locally made|local|made in south africa|proudly south african|proudly sa|"
    "made in sa|plaaslik|handgemaak|selling fast|almost gone|last one|last few|last chance|"
    "back in stock|back soon|restocked|hurry|while stocks last|while stock lasts|nearly gone|"
    "set of #|# piece set|"
    "premium|luxury|gift idea|staff pick|staff favourite|editor's choice|our favourite|top rated|"
    "award winning|as seen on tv|unisex|men|women|men's|women's|mens|womens|ladies|kids|"
    "boys|girls|baby|plus size|petite|maternity|waterproof|limited|must have|just landed|"
    "just arrived|coming soon|nuwe seisoen|nuut binne|herfs|somer|lente"
)
# By role and side. One line is not split by meaning: words, then longer phrases.
_TABLE: tuple[tuple[Role, Side, str], ...] = (
    (
        Role.NEUTRAL,
        Side.BEHIND,
        # English, Afrikaans, Dutch, German, French, Spanish, Portuguese, Italian, Nordic, Slavic, …
        "price|prices|our|your|the|a|buy now for|everyday|low|best|great|great value|super|hot|"
        "lekker|jou|kos|kost|"
        "te koop vir|only pay|at|selling|retailer|cost|costs|sold for|pay|"
        "web|internet|online|this|is|all|both|amount|estimate|estimated|buy|buy now|buy it now|"
        "prys|pryse|ons|aanlyn|aanlynprys|kontantprys|kontant|verkoopprys|"
        "prijs|prijzen|onze|verkoopprijs|stukprijs|"
        "preis|preise|unser|ihr|verkaufspreis|stückpreis|einzelpreis|"
        "prix|notre|votre|prix de vente|precio|precios|nuestro|precio de venta|pvp|p v p|"
        "preço|preços|nosso|preço de venda|prezzo|prezzi|nostro|prezzo di vendita|"
        "цена|pris|salgspris|försäljningspris|vår|vores|cena|ceny|naše|nasza|prodejní cena|"
        "cena sprzedaży|ár|eladási ár|satış fiyatı|fiyat|myyntihinta|hinta|"
        "varianten|varianty|varianter|variantes|varianti|variants|"
        "all|total price|price each|price per item|unit|minimum price",
    ),
    (
        Role.NEUTRAL,
        Side.BEFORE,
        f"{_PIECE}|{_PER_PIECE}|once off|once-off|cash|total|in total|in full|upfront|everyone|"
        "for everyone|altogether|per pair|a pair|per set|à vista|comptant|al contado|in all|"
        f"l'unité|c/u|*|**|***|†|‡|u s|ttc|brutto|税込|now and|today and|later|"
        f"{_taxed(_WITH)}|prix ttc",
    ),
    (Role.NEUTRAL, Side.EITHER, "only"),
    (
        Role.FROM,
        Side.BEHIND,
        "from|starting at|starting from|starts at|starts from|as low as|vanaf|ab|desde|à partir de|"
        "a partir de|a partir da|dès|da|de|od|fra|från|van|alkaen|alkaen hinta|priced from",
    ),
    (
        Role.NOW,
        Side.BEHIND,
        "now|sale|special|offer|special offer|current|today only|only today|today's|promo|"
        "launch|introductory|"
        "promotional|promotion|deal|final|"
        "reduced|reduced to|down to|new|new price|just|clearance|hot deal|daily deal|"
        "special buy|black friday|cyber monday|cyber week|flash sale|markdown|discounted|"
        "black friday deal|black friday price|"
        "nou|slegs|net|spesiale|spesiaal|aanbieding|uitverkoping|uitverkopingsprys|afslagprys|"
        "nu|voor|alleen|actie|actieprijs|aanbieding|aanbiedingsprijs|nieuwe|nu slechts|slechts|"
        "jetzt|nur|aktionspreis|angebotspreis|sonderpreis|angebot|nur noch|"
        "maintenant|seulement|désormais|promotionnel|soldes|offre|actuel|réduit|"
        "ahora|solo|sólo|por|oferta|actual|por solo|agora|apenas|só|promocional|oferta especial|"
        "ora|adesso|solo ora|scontato|offerta|attuale|in offerta|"
        "nå|nur|för|nuvarande|endast|kun|tilbud|teraz|tylko|cena promocyjna|nyní|jen|most|şimdi",
    ),
    (
        Role.USUAL,
        Side.BEHIND,
        "regular|regularly|normal|normally|usual|usually|standard|retail|full|recommended|"
        "non member|non members|non member price|public|everybody|everyone pays|guests|"
        "gewone|normale|gewoonlik|gewoonlijk|gewöhnlich|normalpreis|cena regularna|běžná cena|"
        "bežná cena|normaal|habituel|habituelle|habitual|normalmente|abituale|reg|full price|"
        "non cardholders|without card|ordinary",
    ),
    (
        Role.WAS,
        Side.BEHIND,
        "was|were|old|previous|previously|before|rrp|r r p|msrp|m s r p|srp|uvp|nwt|list|original|"
        "originally|recommended retail|compare at|compared at|compared to|compare to|instead of|"
        "down from|reduced from|marked down from|worth|value|"
        "oorspronklike|oorspronklik|voorheen|vorige|aanbevole|"
        "adviesprijs|oude|voormalige|van|oude prijs|"
        "statt|vorher|bisher|ursprünglich|ursprünglicher|urspr|listenpreis|alter preis|früher|"
        "au lieu de|conseillé|barré|initial|d'origine|avant|précédemment|ancien|prix de référence|"
        "antes|anteriormente|anterior|original|en lugar de|antes de|"
        "prima|precedentemente|originale|di listino|listino|anziché|invece di|"
        "tidigare|tidligere|ord|ordinarie|rek|før|førpris|vejl|"
        "katalogowa|poprzednio|przed obniżką|dříve|před slevou|korábban|eredeti|daha önce|"
        "indirimsiz|aiemmin|de",
    ),
    (
        Role.UNIT,
        Side.BEFORE,
        "|".join(
            f"{per} {count}{unit}"
            for per in ("/", "per", "je", "pro", "par", "le", "por", "al", "za", "a")
            for count in ("", "# ")
            for unit in _UNITS.split("|")
        ),
    ),
    (
        Role.UNIT,
        Side.BEHIND,
        "grundpreis|base price|prix au kg|prix au l|eenheidsprijs|price per kg",
    ),
    (
        Role.UNTAXED,
        Side.EITHER,
        f"{_taxed(_WITHOUT)}|ht|hors taxe|hors taxes|netto|prix ht|net price|nett",
    ),
    (
        Role.ASIDE,
        Side.EITHER,
        "discount|discount of|korting|rabatt|remise|afslag|cashback|cash back|voucher|points|"
        "descuento|de descuento|di sconto|sconto|desconto|store credit|rewards",
    ),
    (
        Role.ASIDE,
        Side.BEHIND,
        "save|saves|saving|savings|you save|save up to|saving of|saved|spaar|bespaar|jy spaar|"
        "less|sparen sie|sie sparen|du sparst|sparen|économisez|ahorra|ahorras|risparmi|"
        "oszczędzasz|"
        "earn|earn up to|up to|"
        "bis zu|get up to|then|≈|~|approx|"
        "free delivery over|free shipping over|free delivery on orders over|orders over|"
        "free shipping on orders over|free shipping on orders|free shipping on orders of|"
        "free delivery on orders|spend|minimum|minimum order|min order|gratis aflewering bo|"
        "gratis verzending vanaf|versandkostenfrei ab|free delivery above|orders above|orders from|"
        "30 day lowest|# day lowest|# days lowest|lowest price in # days|lowest recent|"
        "najniższa cena|najniższa cena z # dni przed obniżką|niedrigster|laagste prijs|"
        "prix le plus bas|precio más bajo|prezzo più basso|lägsta pris|"
        + "|".join(
            f"{words} {tax} {of}"
            for words, tax, of in product(
                ("incl", "including", "includes"), _TAX.split("|")[:9], ("of",)
            )
        )
        + "|"
        + "|".join(
            f"{tax} {of}" for tax, of in product(_TAX.split("|")[:9], ("of", "von", "de", "van"))
        ),
    ),
    (Role.ASIDE, Side.BEFORE, "off|saving|back|in rewards|and free|saved|and ship"),
    (
        Role.PART,
        Side.EITHER,
        "deposit|refundable deposit|lay by deposit|laybuy deposit|layby deposit|deposito|anzahlung|"
        "acompte|trade in|delivery|shipping|delivery fee|postage|p & p|versand|livraison|"
        "verzending|"
        "verzendkosten|bezorging|bezorgkosten|envío|envio|spedizione|frakt|dostawa|aflewering|"
        "lieferung|frete|courier|installation|assembly|gift wrap|warranty|sample|swatch|rental|"
        "hire|rent|subscription|over # months|over # paydays|over # payments|over # weeks|"
        "for # months|for # weeks|in # payments",
    ),
    (
        Role.PART,
        Side.BEHIND,
        "# x|# x of|# x de|# ×|# mal|# payments of|# interest free payments of|instalments of|"
        "# instalments of|# installments of|# interest free installments of|installments of|"
        "# equal payments of|payments of|# cuotas de|cuotas de|# raten|raten von|# fois|"
        "# paiements de|"
        "# termijnen van|termijnen van|# paaiemente van|paaiemente van|# betalings van|pay in #|"
        "pay in # :|# parcelas de|mensualidades de|# weeks at|# months at|# weekly payments of",
    ),
    (
        Role.PART,
        Side.BEFORE,
        "|".join(
            f"{per} {time}"
            for per in ("per", "a", "/", "p /", "al", "par", "im", "pro", "every")
            for time in _TIMES.split("|")
        )
        + "|p / m|pm|pmx #|pm x #|p m|pcm|monthly|weekly|fortnightly|mtl|monatlich|miesięcznie|"
        "daily|x #|× #|x # months|x # weeks|pm x # months|p / m x # months|"
        "interest free payments|down|mensuel|"
        "every # weeks|sem juros|per rental|rental|today|to start",
    ),
    (
        Role.CONDITION,
        Side.BEHIND,
        "any # for|# for|# für|# pour|# por|# voor|# vir|# +|# or more|"
        "case of|box of|pack of|bundle of|crate of|"
        "buy # +|buy # for|buy # pay|koop # vir|buy any # for|from # +|from # bottles|"
        "vanaf # stuks|ab # stück|dès #|members pay|from @|as from @",
    ),
    (Role.CONDITION, Side.AHEAD, "# pack|case of #|box of #|pack of #|# x"),
    (
        Role.PART,
        Side.AHEAD,
        "zzgl versand|zzgl versandkosten|plus shipping|excl delivery|plus delivery",
    ),
    # "(incl. R500 trade-in)", but "(R345 incl.)".
    (Role.ASIDE, Side.AHEAD, "incl|including|inclusive|includes|inkl|inclusief|insluitend"),
    (Role.ASIDE, Side.BEFORE, GLUED),
    (Role.ASIDE, Side.BEHIND, MINUS),
    (Role.PART, Side.BEHIND, "+"),
    (Role.NOISE, Side.EITHER, "and|und|en|et|y|e|&|-|–|—"),
    (Role.CONDITION, Side.BEFORE, "for #|/ *|per *"),
    (
        Role.CONDITION,
        Side.OPEN,
        "with|for|if you|when you|using|met|mit|avec|con|vir|on|at checkout",
    ),
    (
        Role.NOISE,
        Side.EITHER,
        "|".join(f"# {noun}" for noun in _COUNTED.split("|"))
        + "|"
        + "|".join(
            f"# {of} {most}"
            for of in ("out of", "of", "von", "sur", "trên", "/", "su")
            for most in (5, 10)
        )
        + "|# interest free payments|# payments|# installments|# instalments|"
        "# interest free installments|# interest free instalments|"
        "in stock|out of stock|sold out|in voorraad|op voorraad|uitverkoop|uitverkocht|auf lager|"
        "available|no longer available|not available|pre order|back order|low stock|few left|"
        "only # left|only # in stock|only # available|# in stock|size #|size|sku #|sku|no #|"
        "nr #|model #|ref #|"
        "add to cart|add to basket|add to bag|quick view|quick add|quick shop|choose options|"
        "select options|view|shop|shop now|buy online|view product|more info|details|learn more|"
        "new|new in|new arrival|nuut|neu|nieuw|nouveau|nuevo|best seller|bestseller|top seller|"
        "popular|trending|exclusive|limited edition|hot|favourite|featured|"
        f"{_BADGES}|"
        "free delivery|free shipping|free returns|gratis aflewering|gratis verzending|"
        "versandkostenfrei|kostenloser versand|livraison gratuite|delivery included|"
        "incl delivery|inkl versand|"
        "excl shipping|shipping calculated at checkout|buy # get # free|"
        "buy # get #|get # free|# for the price of #|until @|till @|ends @|offer ends @|"
        "valid until @|valid till @|gültig bis @|tot @|t / m @|tot en met @|geldig tot @|"
        "sale ends @|"
        "expires @|delivered by @|delivery by @|in stock @|ships by @|sale|on sale|special|save|"
        "save up to # %|up to # % off|save # %|up to # %|ahorro del # %|économie de # %|"
        "# % risparmio|economizou # %|# % bespaard|# % besparet|# % mentve|# % sparat|"
        "oszczędność # %|"
        "( # % * )|# % gespart|# % gespaard|ušetřeno # %|saving # %|you save # %|# % rabatt|"
        "# % korting|# % remise|# % discount|"
        "# % afslag|# % saving|free|wishlist|compare|stars|rating|reviews|excl|exempt|undefined|"
        "options|price drop|earn # points|# points|per unit|taxes included|bundle|colour|"
        "colours|quantity|qty|xs|m|l|xl|xxl",
    ),
    (Role.CONDITION, Side.BEHIND, "# / #"),  # "225/45 R17"
    (
        Role.NOISE,
        Side.APART,
        "or|oder|ou|of|o|\n|\\||·|•|;|,|.|(|)|¦|/|'|\"|!|[|]|=|…|→|:|lub|nebo|eller|vagy",
    ),
)
HYPHEN = re.compile(
    r"(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\d)-(?=(?:pack|piece|day|week|month|year)s?\b)", re.I
)  # "trade-in" and "trade in" are the same
TOKEN = re.compile(r"\n|[^\W\d_]+(?:['’][^\W\d_]+){0,3}|[^\w\s]|_|\d+")


def tokens_of(phrase: str) -> tuple[str, ...]:
    """Return a phrase's tokens, as a text has them."""
    return tuple(TOKEN.findall(HYPHEN.sub(" ", phrase)))


def _entries() -> Iterator[tuple[tuple[str, ...], Phrase]]:
    for role, side, listed in _TABLE:
        for phrase in re.split(r"(?<!\\)\|", listed):
            if tokens := tokens_of(phrase.replace("\\|", "|")):
                yield tokens, Phrase(role, side)


Listed = tuple[tuple[str, ...], Phrase]


def key(token: str) -> str:
    """Return what tokens are looked up by: all numbers alike."""
    return NUMBER if token.isdigit() else token


def _by_beginning() -> tuple[dict[str, list[Listed]], dict[tuple[str, str], list[Listed]]]:
    """Return phrases by their first token, and by their first two; the longest first.

    Earlier lines win over later ones of the same words. A list by two tokens holds those, too,
    whose second may be any word, or a point: a thousand phrases begin with a number.
    """
    listed: dict[tuple[str, ...], Phrase] = {}
    for tokens, phrase in _entries():
        listed.setdefault(tokens, phrase)
    entries = sorted(listed.items(), key=lambda entry: -len(entry[0]))
    by_first: dict[str, list[Listed]] = defaultdict(list)
    by_two: dict[tuple[str, str], list[Listed]] = defaultdict(list)
    for entry in entries:
        by_first[entry[0][0]].append(entry)
    for first, alike in by_first.items():
        seconds = {key(tokens[1]) for tokens, _ in alike if len(tokens) > 1}
        for second in seconds | ({GLUED} if "+" in seconds else set()):
            fits = {second, WORD, ABBREVIATED} | ({"+"} if second == GLUED else set())
            by_two[first, second] = [e for e in alike if len(e[0]) == 1 or key(e[0][1]) in fits]
        by_first[first] = [e for e in alike if len(e[0]) == 1 or e[0][1] in {WORD, ABBREVIATED}]
    return by_first, by_two


_BY_FIRST, _BY_TWO = _by_beginning()


def beginning_with(first: str, second: str) -> Sequence[Listed]:
    """Return the phrases that two tokens (`key`) may begin, the longest first."""
    listed: Sequence[Listed] | None = _BY_TWO.get((first, second))
    return _BY_FIRST.get(first, ()) if listed is None else listed
