"""Patterns of the words around amounts, in the languages of known stores."""

from __future__ import annotations

import re

_I = re.IGNORECASE
_SIGN = r"[^\w\n]{0,4}(?:[A-Z]{1,3}|kr|zł)?[^\w\n]{0,3}$"  # between a word and its amount


def _before(pattern: str) -> re.Pattern[str]:
    """Return the pattern for words directly before an amount and its sign."""
    return re.compile(rf"(?:{pattern}){_SIGN}", _I)


def _after(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^[\s,.]*(?:{pattern})", _I)


WAS = _before(
    r"\b(?:was|were|old|previous(?:ly)?|before|rrp|r\.r\.p\.?|msrp|srp|m\.s\.r\.p\.?|uvp|nwt|"
    r"(?:regular|original|list|recommended retail|retail|normal|full|old|usual) price(?: was)?|"
    r"regular(?:ly)?|original(?:ly)?|reg\.?|compare(?:d)? at|instead of|statt|vorher|bisher|"
    r"ursprünglich(?:er preis)?|urspr\.|listenpreis|voorheen|adviesprijs|normaal|oude prijs|"
    r"au lieu de|prix (?:conseillé|barré|initial|normal|d'origine)|avant|précédemment|antes|"
    r"anteriormente|precio (?:anterior|original|normal)|prima|precedentemente|"
    r"prezzo (?:originale|di listino|pieno)|tidigare|tidligere|"
    r"ord(?:inarie)?\.?(?: pris)?|rek\. pris|før|førpris|vejl\.? ?(?:pris)?|"
    r"cena (?:regularna|przed obniżką|katalogowa)|poprzednio|oorspronklik(?:e prys)?|gewone prys|"
    r"preço (?:original|anterior)|běžná cena|dříve|eredeti ár|korábban|indirimsiz|daha önce|"
    r"aiemmin)\b\.?"
)
NOW = _before(
    r"\b(?:now|sale(?: price)?|special(?: price| offer)?|current price(?: is)?|today|promo|"
    r"(?:our|offer|deal|final|reduced|new|web|online) price|reduced to|just|jetzt|nur|aktionspreis|"
    r"nu|voor|nou|ahora|por|maintenant|désormais|adesso|ora|teraz|cena promocyjna|nå|för)\b"
)
# "De R$ 100 por R$ 80": one word of the pair alone is no evidence.
PAIR = re.compile(
    r"\b(?:save|saving|off|rabatt|korting|remise|reduced)\b|-\s?\d+ ?%|"
    # The first of the one, and the other anywhere behind it: looked for once, and not from each.
    r"\A(?:(?>.*?\bde\b).*\bpor|(?>.*?\bvan\b).*\bvoor|(?>.*?\b(?:from|was)\b).*\bnow)\b",
    _I | re.S,
)
FROM = _before(
    r"\b(?:from|ab|vanaf|desde|à partir de|a partir de|dès|da|od|fra|från|starting (?:at|from)|"
    r"starts (?:at|from)|as low as|a partir da)\b"
)
RANGE = re.compile(
    r"^\s*(?:(?:[^\w\s]{1,2}|kr|zł|[A-Z]{3})\s*)?(?:-|–|—|to|bis|à|tot|do|até|till)\s*"
    r"(?:(?:[^\w\s]{1,3}|R|kr|zł|[A-Z]{3})\s*)?$",
    _I,
)

# What shops call the price of a club's members.
_CLUBS = r"smart shopper|xtra savings|smartbuy|wrewards|thank u|club ?card|loyalty"
ASIDE_BEFORE = (
    re.compile(r"(?:^|[\s(])[-−–]\s?(?:[A-Z]{1,3}|[^\w\s])?\s?$"),  # "-R100", a reduction's size
    _before(
        r"\b(?:(?:you )?sav(?:e|es|ed|ing|ings)(?: up to)?|spaar|bespaar|less|sparen(?: sie)?|"
        r"du sparst|économisez|ahorra[s]?|risparmi|discount(?: of)?|korting|rabatt|remise|"
        r"voucher|points?|earn|(?<!%)(?<!% )off|oszczędzasz|up to|bis zu)\b"
    ),
    # The minimum order for free delivery.
    re.compile(r"\b(?:orders?|spend|minimum)\b[^\d\n]{0,24}$", _I),
    re.compile(r"\+\s*+[^\w\n]{0,3}(?:[A-Z]{1,3})?\s*$"),
    re.compile(
        rf"\b(?:{_CLUBS}|members?(?:hip)?|(?:vip|insider|rewards?|card|app) price)\b"
        r"[^\d\n]{0,16}$",
        _I,
    ),
    re.compile(r"\b(?:vat|tax|gst|mwst|btw|tva|iva|moms)\b\.?\s*(?:of|von|de|van)" + _SIGN, _I),
    # The lowest price of the last thirty days, which the European Union's law requires.
    re.compile(
        r"\b(?:najniższa cena|lowest (?:price|recent)|\d{2}[- ]days? (?:lowest|low)|niedrigster|"
        r"laagste prijs|prix le plus bas|precio más bajo|prezzo più basso|lägsta pris)[^\n]{0,60}$",
        _I,
    ),
)
# Of a part of the price or beside it: smaller than the price itself.
PART_BEFORE = (
    _before(r"\b(?:cash ?back|(?:refundable )?deposit|trade[- ]?in|today only pay|pay today)\b"),
    re.compile(
        r"\b(?:shipping|delivery|postage|p&p|versand\w*|livraison|verzend\w*|bezorg\w*|env[ií]o|"
        r"spedizione|frakt|dostaw\w*|aflewering|lieferung|frete)\b[^\d\n]{0,24}$",
        _I,
    ),
    # Instalments: "4 x", "4 interest-free payments of", "or 10x de".
    re.compile(
        r"(?:\d\s*(?:[x×]|mal)|(?<![\d.,])\d{1,2} ?\*) *(?:de|of|von|à|a|for)?" + _SIGN,
        _I,
    ),
    re.compile(
        r"\b(?:payments?|instal+ments?|rat(?:y|en|es|as|e)|mensualidades|cuotas|paiements?|"
        r"parcelas|betalings?|termyne?|termijnen)\b[^\d\n]{0,14}$",
        _I,
    ),
    re.compile(
        r"\b(?:klarna|afterpay|payflex|payjustnow|mobicred|clearpay|laybuy|affirm|sezzle|happypay|"
        r"float|zip pay)\b[^\d\n]{0,20}$",
        _I,
    ),
    re.compile(r"\bpay (?:it )?in \d{1,2}\b[^\d\n]{0,14}$", _I),
)
MONTHLY = (
    r"(?:/\s*mo|p/?m\b|p\.\s?m\.|per month|a month|monthly|/\s*month|mtl|monatlich|im monat|"
    r"/\s*monat|pro monat|par mois|/\s*mois|al mes|/\s*mes|al mese|per maand|/\s*maand|"
    r"miesięcznie|/\s*week|per week|weekly|fortnightly|per fortnight|x\s?\d|×\s?\d)"
)
PART_AFTER = (
    _after(MONTHLY),
    _after(r"(?:interest[- ]free )?(?:payments?|instal+ments?)\b"),
    _after(r"(?:over|for|in) \d{1,2} (?:paydays?|months?|weeks?|payments?|instal+ments?)\b"),
    _after(r"(?:refundable )?deposit|anzahlung|trade[- ]?in|cash ?back"),
    _after(
        r"(?:for |im )?(?:shipping|delivery|postage|p&p|versand|verzendkosten|livraison|envío|"
        r"frakt)"
        r"(?! (?:included|free))"
    ),
)
ASIDE_AFTER = (
    _after(r"off\b|discount\b|korting|rabatt|remise|de descuento|di sconto|saving"),
    _after(
        rf"(?:[a-z]+ ){{0,2}}with (?:[a-z]+ ){{0,2}}(?:card|membership|code|coupon|app|{_CLUBS})\b|"
        r"(?:member|club)(?!\w*'? ?(?:price|card)?\W{0,4}(?:[A-Z]{1,3} ?)?\d)"
    ),
    _after(r"points?\b|voucher|gift"),
    _after(r"\+\s*(?:$|\n|free|ship|get)"),
)
UNIT_OF = (
    r"(?:kg|g|mg|l|ml|cl|dl|lit(?:re|er)s?|met(?:re|er)s?|m|m²|m2|cm|oz|lb|stk|stück|st|piece|pc|"
    r"unit|sheet|wash|dose|tablet)"
)
UNIT_AFTER = re.compile(
    rf"^\s*(?:(?:[A-Z]{{3}}|[^\w\s]|R|kr|zł)\s*)?(?:/|per|je|pro|par|le|por|al|za)\s*"
    rf"(?:\d+(?:[.,]\d+)?\s*)?{UNIT_OF}\b",
    _I,
)
UNIT_BEFORE = _before(r"\b(?:grundpreis|unit price|base price|prix au (?:kg|l)|eenheidsprijs)\b:?")
BUNDLE_BEFORE = re.compile(
    r"(?:^|[^\d.,])(?:any\s+)?\d{1,2}\s*(?:for|für|pour|por|voor|vir)" + _SIGN, _I
)
# "4.5 out of 5": a rating.
_OUT_OF = r"(?:/|out of|of|von|sur|su|trên)\s?"
# Nouns after a number without a currency that is a count.
COUNT_AFTER = re.compile(
    r"^\s*(?:-\s*)?(?:%|★|\*|x\b|×|(?:interest|pack|pk|pcs?|pieces?|stücke?|stk|farben|farve|colou?rs?|"
    r"kleuren?|couleurs?|colores|cores|kolor\w*|kleure|sizes?|größen|maten|tailles?|tallas?|items?|"
    r"units?|reviews?|ratings?|stars?|sold|left|in stock|available|days?|dni|tage|dagen|jours|"
    r"hours?|"
    r"min|mins|points?|punkte|votes?|customers?|people|views?|years?|"
    r"months?|weeks?|more|options?|variants?|styles?|designs?|payments?|instal+ments?|rates?|raten|"
    r"parcelas|off|p|c|cents?)\b|" + UNIT_OF + r"\b|" + _OUT_OF + r"(?:5|10)(?![\d.,]*\d))",
    _I,
)
# "2 for R300": only small whole numbers, less than what they cost; "€ 30 voor € 20" are two prices.
BUNDLED_AFTER = re.compile(r"^\s*(?:for|für|pour|por|voor|vir|get)\b", _I)
COUNT_BEFORE = re.compile(
    rf"(?:\(|\b(?:only|buy|get|earn|size|no\.?|nr\.?|pack of|set of|qty)|\d\s*{_OUT_OF})\s*$", _I
)

# Whole names and their short forms: "Desde 39" and "Decor 12" are no days.
_MONTH = (
    r"(?:jan(?:uar(?:y|ie?)?|vier)?|feb(?:ruar(?:y|ie?)?)?|mar(?:ch|s|zo)?|märz?|mrt|maart|"
    r"apr(?:ile?)?|may|mai|mei|jun(?:e|ie?)?|jul(?:y|ie?)?|aug(?:ust(?:us|i)?)?|"
    r"sept?(?:ember)?|o[ck]t(?:ob(?:er|re))?|nov(?:emb(?:er|re))?|d(?:ec|ez|es)(?:emb(?:er|re))?)"
    r"\b\.?"
)
DATE = re.compile(
    r"(?<![\d.,])(?:"
    r"(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:\d{4}|\d{2}(?!\d))?|"
    r"(?:0?[1-9]|[12]\d|3[01])-0[1-9]|"
    r"\d{4}([./-])\d{1,2}\2\d{1,2}|"
    r"\d{1,2}[/.](?:19|20)\d{2}|"
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?\s+{_MONTH}(?:\s+(?:19|20)\d{{2}})?|"
    rf"\b{_MONTH}\s+(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d{{2}})?|"
    rf"\b{_MONTH}\s+(?:19|20)\d{{2}}|"
    r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?"
    r")(?!\d|[.,]\d)",
    _I,
)

_TAX = r"(?:\d{1,2}\s*)?(?:%\s*)?(?:vat|tax|taxes|gst|mwst|ust|btw|tva|iva|moms|mva|dph|ht)\b"
WITHOUT_TAX = (
    rf"(?:(?:excl?|ex|exc|e[xk]s?kl|excluding|zzgl|plus|without|before|hors|sin|senza|bez|utan|uten|"
    rf"sem|\+)\.?\s*(?:of\s*)?{_TAX}|\b(?:ht|netto|net)\b)"
)
WITH_TAX = (
    rf"(?:(?:incl?|inc|inkl|including|includes|with|mit|avec|con|s|com)\.?\s*(?:of\s*)?{_TAX}|"
    r"\b(?:ttc|brutto)\b)"
)
