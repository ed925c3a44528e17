"""Whether a product can be bought: in feeds' and schema.org's names, shops' words and numbers.

Sources of the names: schema.org's ItemAvailability, Google's and Meta's feed specifications. The
words are in the languages of known stores, as are those of prices (scrapers.values.price.phrases).
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from scrapers.values.reading import Reading
from scrapers.wording import one_line, without_accents

LONGEST = 200  # characters: longer ones are no statement about stock

# Names of which nothing else may stand in the text. "pending" and "unknown" are none of them.
_ONLY = {
    True: "yes|y|true|on|active|limited|low|high|plenty|back in stock|ja|oui|si|sim|tak|ano",
    False: "no|n|false|off|none|nil|nee|nein|non|nao|nej|nei|nie|ne|brak|reserved",
}
# The longest phrase at a place counts: "not in stock" before "in stock".
_SAID = {
    True: (
        "in stock|instock|available|limited availability|online only|in store only|"
        "instore only|made to order|pre order|preorder|presale|pre sale|back order|backorder|"
        "backordered|on backorder|available for order|available to order|on order|order now|"
        "low stock|limited stock|few left|last few|last one|last item|last piece|selling fast|"
        "ships|ships in|dispatched|dispatches|ready to ship|ready for dispatch|add to cart|"
        "add to basket|buy now|on hand|in voorraad|op voorraad|beskikbaar|beschikbaar|leverbaar|"
        "op bestelling|voorradig|auf lager|lieferbar|verfugbar|vorratig|vorbestellbar|lagernd|"
        "lieferzeit|sofort|en stock|disponible|disponibles|sur commande|precommande|expedie|"
        "en existencia|hay existencias|en existencias|bajo pedido|reserva|disponibile|disponibili|"
        "in magazzino|preordine|ordinabile|em estoque|em stock|disponivel|sob encomenda|i lager|"
        "pa lager|finns i lager|tillganglig|bestallningsvara|tilgjengelig|tilgaengelig|"
        "tilgaengeligt|tilgaengelige|tilgjengelige|tillgangligt|tillgangliga|auf vorrat|"
        "begrenzter vorrat|an lager|nachbestellbar|nabestelbaar|til radighed|klar til levering|"
        "kan bestilles|w magazynie|dostepny|dostepna|dostepne|na stanie|na zamowienie|skladem|"
        "na sklade|dostupny|dostupna|dostupne|k dispozici|raktaron|keszleten|utanrendelheto|"
        "stokta|stokta var|mevcut|varastossa|saatavilla|valmis toimitukseen|"
        "special order|limited quantity|limited quantities|lead time|ready in|"
        "while stocks last|while stock lasts|while supplies last|"
        "so lank voorraad hou|zolang de voorraad strekt|solange der vorrat reicht|"
        "solange vorrat reicht|jusqu'a epuisement|hasta agotar existencias|fino ad esaurimento|"
        "enquanto durar o estoque|enquanto durar o stock|backorders|order soon|add to bag|"
        "add to trolley|buy it now|koop nou|koop nu|voorbestel|voorbestelling|beperkte voorraad|"
        "laaste paar|laatste paar|jetzt kaufen|acheter maintenant|comprar ahora|comprar agora|"
        "acquista ora|kop nu|kjop na|kup teraz|koupit|hemen al|"
        # What is nearly gone is there.
        "almost sold out|nearly sold out|selling out|almost gone|nearly gone|going fast|"
        "amper uitverkoop|bijna uitverkocht|fast ausverkauft|presque epuise|casi agotado|"
        "quasi esaurito|quase esgotado|nastan slutsald|naesten udsolgt|nesten utsolgt|"
        "aceita encomendas|aceitar encomendas|aceita pedido|immediata disponibilita|"
        "disponibilita immediata|expedition immediate|envio inmediato|envio imediato|"
        "in winkelwagen|in winkelmand|toevoegen aan winkelwagen|toevoegen aan winkelmand|"
        "voeg by mandjie|in den warenkorb|ajouter au panier|anadir al carrito|agregar al carrito|"
        "anadir a la cesta|aggiungi al carrello|adicionar ao carrinho|lagg i varukorgen|"
        "lagg i varukorg|legg i handlekurv|legg i handlekurven|laeg i kurv|tilfoj til kurv|"
        "tilfoj til indkobskurv|dodaj do koszyka|do koszyka|pridat do kosiku|do kosiku|kosarba|"
        "lisaa koriin|lisaa ostoskoriin|sepete ekle|"
        # An order is taken though nothing is there.
        "aceita pedido sem estoque|disponible sin stock|ordinabile anche se terminato|"
        "peut etre achete meme si le stock est vide"
    ),
    False: (
        "out of stock|outofstock|oos|sold out|soldout|sold|discontinued|unavailable|"
        "no stock|zero stock|stock out|nil stock|gone|ended|expired|fully booked|out of season|"
        "waitlist|wait list|waiting list|waglys|wachtlijst|warteliste|expected back|uit voorraad|"
        "verkauft|verkocht|vendu|vendido|venduto|"
        "coming soon|back soon|back in stock|restocking|awaiting stock|arriving soon|due in stock|"
        "coming back|back order closed|pre order closed|preorder closed|"
        "stokta bulunmuyor|kom binnekort|"
        "when available|when in stock|when back|when back in stock|"
        "available soon|available again|available from|"
        "uitverkocht|uitverkoop|onbeskikbaar|niet meer leverbaar|geen voorraad|ausverkauft|"
        "vergriffen|nicht vorratig|epuise|rupture de stock|rupture|victime de son succes|agotado|"
        "agotada|sin stock|sin existencias|fuera de stock|descatalogado|esaurito|esaurita|"
        "non disponibile|esgotado|esgotada|indisponivel|sem estoque|fora de estoque|sem stock|"
        "slutsald|slut i lager|ej i lager|udsolgt|utsolgt|ikke pa lager|wyprzedane|wyprzedany|"
        "niedostepny|niedostepna|niedostepne|vyprodano|nedostupny|elfogyott|nincs raktaron|"
        "hors stock|plus disponible|plus disponibles|plus en stock|fuera de inventario|"
        "disponible pronto|proximamente|em breve|descontinuado|descontinuada|discontinue|"
        "sospeso|fuori produzione|uit assortiment|"
        "uit het assortiment|ausgelaufen|nicht mehr im sortiment|udgaet|utgatt|utgangen|"
        "forgalombol kivonva|mevcut degil|"
        "tukendi|stokta yok|loppuunmyyty|loppu|indisponible|nicht verfugbar|no disponible"
    ),
}
# Who asks to be told cannot buy yet, and what is said behind it is of a later day.
_REQUESTED = (
    "notify me|email me|let me know|as soon as|laat weet my|benachrichtigen sie mich|"
    "benachrichtige mich|benachrichtigt mich|prevenez moi|m'avertir|notificarme|avisame|"
    "notificami|avvisami|avise me|hou me op de hoogte|houd mij op de hoogte|giv mig besked|"
    "gi meg beskjed|meddela mig|powiadom mnie|dejte mi vedet|ertesitest kerek|"
    "beni bilgilendir|ilmoita minulle"
)
_REQUESTS = frozenset(tuple(phrase.split()) for phrase in _REQUESTED.split("|"))
_NOT = frozenset(
    "not no non none nothing neither nor isn't isnt aren't n't without nicht kein keine nie niet"
    " geen pas ne sin sans sem nao inte ej ikke ikkje nem nincs bez brak neni nejsou ei"
    " eivat".split()
)
# Before or behind what will be there: "bald lieferbar", "dostępne wkrótce", "in stock soon".
_LATER = frozenset(
    "soon shortly expected upcoming bald demnachst kurze voraussichtlich binnenkort binnekort"
    " verwacht bientot prochainement prossimamente presto pronto proximamente breve snart wkrotce"
    " niebawem brzy hamarosan pian tulossa yakinda".split()
)
# Before it alone: "will be in stock"; behind it alone: "in stock next week", "lieferbar ab 3. Mai".
_LATER_BEFORE = frozenset("will wird sal zal sera sara sera estara vai blir bliver bedzie".split())
_LATER_BEHIND = frozenset("next ab vanaf again weer wieder".split())
# What is sent in some days is there, and what follows is said of that; "available in 3 weeks"
# leaves open whether it is sold now.
_SENT = frozenset(
    "dispatched dispatches ships lead ready expedie expedition envio lieferzeit immediata"
    " valmis".split()
)
# Behind "sold": how it is sold, and not that it is; a number before it is of those sold so far.
_SOLD_HOW = frozenset(
    "individually separately singly by in as per with each only exclusively online from to at"
    " and".split()
)
# Words beside a statement that change nothing of it. With any other one, as a month, what says that
# something can be bought is not understood.
_FILLING = frozenset(
    "only just currently now this the item items product products size is are we have it your my"
    " please still also to in for of and me us online with at a an last few more r zar usd eur"
    " yet than over all new buy can be day days week weeks hours working business store stores"
    " shop warehouse delivery collection free today immediately winkel winkels vandag"
    " tans nog net hierdie availability status beskikbaarheid beschikbaarheid verfugbarkeit"
    " disponibilite disponibilidad disponibilita disponibilidade".split()
)
_COUNTED = frozenset(
    "left remaining stock qty quantity inventory pieces pcs items units stuks voorraad stuck stk"
    " pieces unidades pezzi sztuk szt st ks db adet kpl".split()
)
_WAS = frozenset("was were been had".split())
_TURNED = frozenset("not never isn't aren't nie nooit niet nicht kein pas".split())
# Where some of the variants have gone, the others can be bought: "most popular" is about none.
_SOME = frozenset(
    "some few most many several certain selected sommige enkele baie einige manche viele"
    " certaines plusieurs algunas algunos algumas alguns alcune alcuni".split()
)
_VARIANTS = frozenset(
    "sizes colours colors options variants styles groottes kleure maten kleuren grossen farben"
    " tailles couleurs tallas colores tamanhos cores taglie colori".split()
)
_BESIDE = _FILLING | _COUNTED | _NOT | _LATER | _WAS | _TURNED | _SOME | _VARIANTS
_REACH = 3  # words that a "not" reaches over: "not currently in stock", "nicht mehr auf lager"
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"[a-z']+|(?:(?<!\d)[-+])?\d+(?:[.,]\d+)?")  # "1-3 days" has no -3
# Letters that are no others with an accent.
_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "œ": "oe"})
_DATE = re.compile(  # "2027", but not "R 2027"; "12/12", "24-12-26"
    r"(?<!\br )\b20[2-9]\d\b|\b\d{1,2}/\d{1,2}\b|\b\d{1,2}([.-])\d{1,2}\1\d{2}\b"
)
_NUMBER = re.compile(r"([-+]?\d+)(?:[.,]\d+)?")
_AT_LEAST = re.compile(  # "5+", ">10", "more than 20"
    r"(?:(?:[>≥]|more than|over|at least|meer as|meer dan|mehr als|plus de|más de|mais de) ?)?"
    r"[1-9]\d{0,8} ?\+?",
    re.I,
)

_NAMES = {
    name.replace(" ", ""): value
    for table in (_SAID, _ONLY)
    for value, names in table.items()
    for name in names.split("|")
}
_PHRASES = {
    tuple(phrase.split()): value for value, said in _SAID.items() for phrase in said.split("|")
} | dict.fromkeys(_REQUESTS, False)
_LONGEST_PHRASE = max(map(len, _PHRASES))


def read_availability(value: Any) -> Reading[bool]:
    """Return whether a product can be bought, of a feed's cell or of structured data's value.

    A number counts pieces. A text that says both, one that says neither, and one that says yes
    beside a date or an unknown word is not understood: "available in December".
    """
    if isinstance(value, bool):
        return Reading(value, str(value))
    text = one_line(str(value)) if isinstance(value, str | int | float) else ""
    if not text:
        return Reading()
    return Reading(_said(text) if len(text) <= LONGEST else None, text[:LONGEST])


def stated_stock(text: str) -> bool | None:
    """Return whether a text in a page says that a product can be bought, where it says only that.

    None for all others: most short texts of a page are about something else.
    """
    text = one_line(text)
    if not text or len(text) > LONGEST:
        return None
    words = _plain(text)
    tokens = _TOKEN.findall(words)
    return _stated(tokens) if _is_understood(words, tokens) else None


def _said(text: str) -> bool | None:
    if number := _NUMBER.fullmatch(text):
        return int(number[1]) > 0
    if _AT_LEAST.fullmatch(text):
        return True
    name = re.split(r"[/#]", text)[-1] if "://" in text or text.startswith("schema.org") else text
    words = _plain(_CAMEL.sub(" ", name))
    known = _NAMES.get(re.sub(r"[^a-z0-9]", "", words))
    if known is not None:
        return known
    tokens = _TOKEN.findall(words)
    stated = _stated(tokens)
    return stated if not stated or _is_understood(words, tokens) else None


def _stated(tokens: list[str]) -> bool | None:
    statements = set(_statements(tokens))
    return statements.pop() if len(statements) == 1 else None


def _plain(text: str) -> str:
    words = without_accents(text).casefold().translate(_LETTERS)
    return words.replace("_", " ").replace("’", "'")


def _phrase_at(tokens: list[str], place: int) -> int:
    """Return how many words the longest phrase at a place has; 0 where none begins there."""
    longest = min(_LONGEST_PHRASE, len(tokens) - place)
    lengths = range(longest, 0, -1)
    length = next((n for n in lengths if tuple(tokens[place : place + n]) in _PHRASES), 0)
    behind = tokens[place + 1 : place + 2]
    before = tokens[max(0, place - 1) : place]
    is_how = not _SOLD_HOW.isdisjoint(behind) or any(map(_NUMBER.fullmatch, before))
    return 0 if length == 1 and tokens[place] == "sold" and is_how else length


def _is_understood(text: str, tokens: list[str]) -> bool:
    place = 0
    while place < len(tokens):
        length = _phrase_at(tokens, place)
        if tokens[place] in _SENT or tuple(tokens[place : place + length]) in _REQUESTS:
            break
        if not length and tokens[place] not in _BESIDE and not _NUMBER.fullmatch(tokens[place]):
            return False
        place += max(1, length)
    return place < len(tokens) or not _DATE.search(text)


def _statements(tokens: list[str]) -> Iterator[bool | None]:
    """Yield what each phrase says, turned round by a "not" before it or by a count of none.

    None where it leaves open whether something can be bought now.
    """
    place = 0
    while place < len(tokens):
        length = _phrase_at(tokens, place)
        before = tokens[max(0, place - _REACH) : place]
        behind = tokens[place + max(1, length) :][:3]
        around = (*before, *behind[:1])
        counts = [int(number[1]) for word in around if (number := _NUMBER.fullmatch(word))]
        denied = not _NOT.isdisjoint(before) or _is_later(before, behind)
        if tuple(tokens[place : place + length]) in _REQUESTS:
            yield False
            return
        if length:
            value = _PHRASES[tuple(tokens[place : place + length])]
            if not _WAS.isdisjoint(before[-1:]):
                yield None
            elif not value and not _TURNED.isdisjoint(before[-1:]):
                yield True  # "not sold out"
            elif not value and _is_of_some(before):
                yield True  # "some sizes sold out"
            elif value and not denied and tokens[place] not in _SENT and _is_counted_in(behind):
                yield None
            else:
                yield value and not denied and all(count > 0 for count in counts)
        elif tokens[place] in _COUNTED and (counts or denied):
            yield not denied and all(count > 0 for count in counts)
        place += max(1, length)


def _is_of_some(before: list[str]) -> bool:
    return any(some in _SOME and of in _VARIANTS for some, of in pairwise(before))


def _is_counted_in(behind: list[str]) -> bool:
    """Return True for "in 3 weeks", and "in 3 colours", which is about something else."""
    return behind[:1] == ["in"] and bool(_NUMBER.fullmatch("".join(behind[1:2])))


def _is_later(before: list[str], behind: list[str]) -> bool:
    near = {*before, *behind[:1]}
    return bool(
        _LATER & near or _LATER_BEFORE.intersection(before) or _LATER_BEHIND & {*behind[:1]}
    )
