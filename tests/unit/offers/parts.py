"""Parts of which prices are composed: what shops print around an amount, in several languages.

Sources: shops' own pages, WooCommerce's and Shopware's translations, price-parser's collection. A
third of each list (every third entry) is set aside: readers are tuned on the others.

Placeholders: {a} what everybody pays; {w} what it cost before; {d} their difference; {c} a lower
price with a condition; {b} the price of several, {k} how many; {i} an instalment, {m} months; {u} a
small amount; {x} the price without tax; {club} for whom; {code} a voucher's; {firm} who lends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def part(entries: Sequence[T], *, kept: bool | None) -> list[T]:
    """Return the entries to tune on, those set aside (`kept`), or all of them (None)."""
    return [
        entry for place, entry in enumerate(entries) if kept is None or (place % 3 == 2) is kept
    ]


NEUTRAL = (
    # English
    *("{a}", "{a}", "{a}", "Price {a}", "Price: {a}", "Our price {a}", "Now {a}", "Only {a}"),
    *("{a} each", "{a} incl. VAT", "{a} VAT included", "Special {a}", "Sale price {a}"),
    *("Online price {a}", "Cash price {a}", "{a} cash", "{a} once-off", "Regular price {a}"),
    *("Selling price {a}", "Promo price {a}", "Web price {a}", "{a} per item", "{a} ea"),
    *("Special offer: {a}", "Non-members {a}", "From {a}", "{a} incl. VAT", "Deal: {a}"),
    *(
        "Clearance {a}",
        "Final price {a}",
        "Today only {a}",
        "Current price {a}",
        "{a} including VAT",
    ),
    *("Retail price {a}", "Buy now for {a}", "Black Friday {a}", "Total {a}", "Unit price {a}"),
    # Afrikaans
    *("Prys {a}", "Prys: {a}", "Ons prys {a}", "Nou {a}", "Slegs {a}", "Net {a}", "{a} elk"),
    *("{a} BTW ingesluit", "{a} insluitend BTW", "Spesiale prys {a}", "Uitverkopingsprys {a}"),
    *("Aanlynprys {a}", "Kontantprys {a}", "Aanbieding {a}", "Vanaf {a}", "{a} per item"),
    # Dutch, German, French, Spanish, Portuguese, Italian
    *("Prijs {a}", "Onze prijs {a}", "Nu {a}", "{a} per stuk", "{a} incl. btw", "Actieprijs {a}"),
    *(
        "Preis {a}",
        "Unser Preis {a}",
        "Jetzt {a}",
        "Nur {a}",
        "{a} inkl. MwSt.",
        "Aktionspreis {a}",
    ),
    *("Verkaufspreis {a}", "Prix {a}", "Notre prix {a}", "{a} TTC", "Prix de vente {a}"),
    *("Seulement {a}", "Precio {a}", "Ahora {a}", "{a} IVA incluido", "Precio de venta {a}"),
    *("Preço {a}", "Apenas {a}", "{a} à vista", "Prezzo {a}", "Ora {a}", "{a} IVA inclusa"),
)
REDUCED = (
    *("~{w}~ {a}", "~{w}~ {a}", "{a} ~{w}~", "Was {w} Now {a}", "Was {w}, now {a}", "{a} Was {w}"),
    *("RRP {w} {a}", "RRP {w} Our price {a}", "Regular price {w} Sale price {a}"),
    *("Save {d} ~{w}~ {a}", "Usually {w} Now {a}", "Original price {w} Sale {a}", "{a} (was {w})"),
    *("Previously {w} Now {a}", "Was {w} Save {d} Now {a}", "List price {w} Our price {a}"),
    *("Compare at {w} {a}", "Normally {w} Special {a}", "{a} RRP {w}", "MSRP {w} Price {a}"),
    *("Black Friday {a} Normally {w}", "Old price {w} New price {a}", "Before {w} Now {a}"),
    *("Was {w} Nou {a}", "Gewone prys {w} Nou slegs {a}", "Oorspronklike prys {w} Nou {a}"),
    *("Voorheen {w} Nou {a}", "Normale prys {w} Spesiale prys {a}", "Was {w} Nu {a}"),
    *("Van {w} voor {a}", "Adviesprijs {w} Onze prijs {a}", "Statt {w} jetzt {a}", "UVP {w} {a}"),
    *("Vorher {w} Jetzt {a}", "Avant {w} Maintenant {a}", "{a} au lieu de {w}"),
    *("Prix conseillé {w} Notre prix {a}", "Antes {w} Ahora {a}", "De {w} por {a}"),
    *("Precio anterior {w} Precio actual {a}", "Prima {w} Ora {a}", "{a} instead of {w}"),
)
FOR_SOME = (
    *("{club} price {c}", "{club} {c}", "{club}: {c}", "{club} members pay {c}", "With {club} {c}"),
    *("{c} with {club}", "{c} for {club} members", "{c} ({club})", "{club} price: {c}"),
    *("Pay {c} with {club}", "{club} deal {c}", "{c} on {club}", "Exclusive to {club} {c}"),
    *("Use code {code} to pay {c}", "{c} with code {code}", "Code {code}: {c}", "{code} {c}"),
    *(
        "Members {c}",
        "Staff {c}",
        "Trade {c}",
        "Students pay {c}",
        "Pensioners {c}",
        "App only {c}",
    ),
    *("First order {c}", "In store only {c}", "Lede {c}", "Lidmaatprys {c}", "Ledenprijs {c}"),
    *("Mitgliederpreis {c}", "Abonnés {c}", "Precio socios {c}", "Personeelprys {c}"),
    *("Wholesale {c}", "Reseller {c}", "Trade account {c}", "VIP {c}", "Sign in for {c}"),
    *("EFT price {c}", "Pay by EFT {c}", "Namibia {c}", "Export {c}", "{c} in Botswana"),
    *("Tomorrow {c}", "From 1 December {c}", "Last week {c}", "30 day lowest {c}"),
    *("Subscribe & save {c}", "{c} on subscription", "Autoship {c}", "{c} with autoship"),
    *("Subscription {c}", "Subscribe from {c}", "Repeat delivery {c}"),
    *("Used from {c}", "Pre-owned {c}", "Open box {c}", "Refurbished {c}", "Demo model {c}"),
    *("Tweedehands {c}", "Gebraucht ab {c}", "{c} second hand", "Ex-display {c}"),
    *("Trade-in and pay {c}", "{c} with trade-in", "Trade in yours: {c}"),
    *("{x} excl. VAT", "Excl. VAT {x}", "{x} ex VAT", "{x} BTW uitgesluit", "{x} excl. btw"),
    *("Ex Tax: {x}", "{x} excluding VAT", "VAT excl. {x}"),
)
BULK = (
    *("Buy {k}+ {c} each", "{k}+ {c}", "From {k} bottles {c} / bottle", "Any {k} for {b}"),
    *("{k} for {b}", "Case of {k} {b}", "{k} or more {c} each", "Bulk {c}", "Koop {k} vir {b}"),
    *("Vanaf {k} stuks {c} per stuk", "ab {k} Stück {c}", "Buy {k} pay {b}", "{k}-pack {b}"),
    *("{k} vir {b}", "{b} for {k}", "Dozen {b}", "Box of {k} {b}", "{k} voor {b}", "{k} für {b}"),
)
PARTS = (
    *("{i} p/m", "From {i} p/m", "{i} x {k}", "{k} x {i}", "{k} payments of {i}", "{i} pm"),
    *("or {k} interest-free payments of {i} with {firm}", "{i} per month over {m} months"),
    *("Pay in {k}: {i}", "{i} pm x {m}", "{i} PMx{m}", "{m} months at {i}", "{firm} {i} x {k}"),
    *("{i} now and {k} x {i} later", "{k} paaiemente van {i}", "{i} per maand", "{i} p/maand"),
    *("or {k} weeks at {i}", "{i}/mo", "{i} weekly", "{k} termijnen van {i}", "ab {i} mtl."),
    *("{k}x {i} sem juros", "{k} cuotas de {i}", "{k} fois {i}", "{firm} from {i}"),
    *("Budget: {i} per month", "{i} every 2 weeks", "Over {m} months {i}", "{i} x {m} months"),
    *("Deposit {u}", "{u} deposit", "Lay-by deposit {u}", "Pay {u} deposit today", "{u} down"),
    *("Deposito {u}", "Anzahlung {u}", "Secure yours with {u}", "Laybuy deposit {u}"),
    *("Rent {u} per day", "Hire from {u}/day", "{u} per week rental", "Rent it for {u}"),
    *("Huur {u} per dag", "Rental {u}", "Hire {u}", "Rent from {u} p/day"),
    *("Sample {u}", "Swatch {u}", "{u} sample", "Order a sample for {u}", "Fabric swatch {u}"),
    *("Delivery {u}", "+ {u} delivery", "Shipping {u}", "{u} shipping", "Aflewering {u}"),
    *("Installation {u}", "Add assembly for {u}", "Gift wrap {u}", "2 year warranty {u}"),
    *("Versand {u}", "+ {u} shipping", "Frais de livraison {u}", "Verzendkosten {u}"),
)
ASIDES = (
    *("Save {d}", "{d} off", "You save {d}", "Bespaar {d}", "Spaar {d}", "-{d}", "Discount {d}"),
    *("Sie sparen {d}", "Économisez {d}", "{d} korting", "Save up to {d}", "{d} discount"),
    *("Earn 25 points", "Earn {u} in rewards", "{u} cashback", "{u} voucher", "Get {u} back"),
    *("{u} / 100g", "{u} per kg", "({u}/kg)", "{u} per 100 ml", "{u}/l", "{u} per 100g"),
    *("Free delivery over {b}", "Free shipping on orders {b}+", "Gratis aflewering bo {b}"),
)
NOISE = (
    *("(128 reviews)", "4.5 ★", "4 colours", "In stock", "Only 3 left", "Free delivery", "New"),
    *("Best seller", "30% off", "Add to cart", "2 sizes", "120 sold", "In voorraad", "Nuut"),
    *("-20%", "Sale", "Out of stock", "4.8 / 5", "Save 15%", "Size 38", "500 ml", "Until 30 Nov"),
    *("Sold out", "Quick view", "Uitverkoop", "Choose options", "SKU 48213", "3 left"),
)
CLUBS = (
    *("Vitality", "Xtra Savings", "Smart Shopper", "ClubCard", "Benefit card", "WRewards"),
    *("Thank U", "MyMTN", "UCount", "eBucks", "Staff", "Senior citizen", "Trade", "Student"),
    *("Teacher", "VIP", "Insider", "Plus", "Prime", "Loyalty", "Account holder", "Contractor"),
    *("Platinum", "Gold card", "Prestige", "Studente", "Pensioenaris", "Mykola", "Zandaro"),
    *("Tjommie", "Circle", "Bokklub", "Kwela Rewards", "Family card", "Umoja", "Legacy"),
)
FIRMS = (
    *("Payflex", "PayJustNow", "Mobicred", "HappyPay", "MoreTyme", "Float", "RCS", "Lulalend"),
    *("Klarna", "Zandopay", "Kredi", "TymePay", "Splitly", "Stitch", "Feather"),
)
CODES = ("SAVE50", "WELCOME10", "BF2026", "SUMMER", "EXTRA15", "VIP20", "APP100")
