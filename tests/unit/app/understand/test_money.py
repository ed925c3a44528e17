from __future__ import annotations

import pytest

from app.search.understand import Amount
from tests.unit.app.understand.language import parts


def prices(text: str) -> list[Amount]:
    return [part for part in parts(text, "price") if isinstance(part, Amount)]


# A text, and the price in it: low, high, currency, near.
PRICES = [
    ("dress under R300", None, 300, "ZAR", None),
    ("dress under 300", None, 300, None, None),
    ("dress under300", None, 300, None, None),
    ("jeans below R 500", None, 500, "ZAR", None),
    ("less than R99.99", None, 99.99, "ZAR", None),
    ("not more than 300", None, 300, None, None),
    ("up to 250 bucks", None, 250, None, None),
    ("max 500 rand", None, 500, "ZAR", None),
    ("t-shirt 500 max", None, 500, None, None),
    ("dress <R300", None, 300, "ZAR", None),
    ("shirt 300 or less", None, 300, None, None),
    ("for R300 or less", None, 300, "ZAR", None),
    ("R 500,00 or cheaper", None, 500, "ZAR", None),
    ("budget of 600", None, 600, None, None),
    ("couch under R10K", None, 10_000, "ZAR", None),
    ("under five hundred rand", None, 500, "ZAR", None),
    ("less than a thousand", None, 1000, None, None),
    ("rok onder R300", None, 300, "ZAR", None),
    ("rok tot R500", None, 500, "ZAR", None),
    ("minder as R250", None, 250, "ZAR", None),
    ("boots over R1 000", 1000, None, "ZAR", None),
    ("boots over 1,000", 1000, None, None, None),
    ("boots over R1,500.00", 1500, None, "ZAR", None),
    ("shirt R300+", 300, None, "ZAR", None),
    ("shirt R300 and up", 300, None, "ZAR", None),
    ("from R200", 200, None, "ZAR", None),
    ("> 500", 500, None, None, None),
    ("shoes R200-R400", 200, 400, "ZAR", None),
    ("shoes R200 – R400", 200, 400, "ZAR", None),
    ("200-400 rand shoes", 200, 400, "ZAR", None),
    ("shoes between 200 and 400", 200, 400, None, None),
    ("shoes from R200 to R400", 200, 400, "ZAR", None),
    ("skoene tussen R200 en R400", 200, 400, "ZAR", None),
    ("couch 5k-10k", 5000, 10_000, None, None),
    ("between one hundred and two hundred rand", 100, 200, "ZAR", None),
    ("around R400", 280, 520, "ZAR", 400),
    ("R500 dress", None, 600, "ZAR", 500),
    ("300 rand shirt", None, 360, "ZAR", 300),
    ("dress for R500", None, 600, "ZAR", 500),
    ("R 1 299,99", None, 1559.99, "ZAR", 1299.99),
    ("$40 bag", None, 48, "USD", 40),
    ("bag less than $ 40", None, 40, "USD", None),
    ("bag 40 dollars or less", None, 40, "USD", None),
    ("€30 bag", None, 36, "EUR", 30),
    ("twenty euros", None, 24, "EUR", 20),
    ("men size 10 under 900", None, 900, None, None),
]
NO_PRICES = [
    "over the knee boots",
    "3 seater couch",
    "size 32-34 jeans",
    "jeans 32 waist",
    "2-3 years dress",
    "100-200 cm curtain",
    "160x230 rug",
    "levi's 501 jeans",
    "top 10 dresses",
    "one piece swimsuit",
    "two tone shirt",
    "3 pack socks",
    "dress",
    "",
]


@pytest.mark.parametrize(("text", "low", "high", "currency", "near"), PRICES)
def test_a_price_is_read_as_people_type_it(
    text: str, low: float | None, high: float | None, currency: str | None, near: float | None
) -> None:
    (price,) = prices(text)
    assert (price.low, price.high, price.currency, price.near) == (low, high, currency, near)


@pytest.mark.parametrize("text", NO_PRICES)
def test_sizes_counts_and_models_are_no_prices(text: str) -> None:
    assert prices(text) == []


def test_two_bounds_are_two_prices() -> None:
    bounds = prices("over R200 but under R500")
    assert [(price.low, price.high) for price in bounds] == [(200, None), (None, 500)]


def test_a_price_stands_where_it_was_typed() -> None:
    text = "black dress under R300 for summer"
    (price,) = prices(text)
    assert price.text == "under R300"


# A text, and the lower and the upper bound of all its prices; "none" for what is no price.
BOUNDS = """
dress under 500|-|500
dress under R500|-|500
dress max R500|-|500
R500 or less dress|-|500
dress for less than R1k|-|1000
dress under 1k|-|1000
dress under R1,5k|-|1500
dress under 1.5k|-|1500
couch below R10k|-|10000
dress not more than R450|-|450
dress no more than 450|-|450
dress between R200 and R400|200|400
dress between 200 and 400|200|400
dress between 200-400|200|400
dress 200 to 400 rand|200|400
dress 200-400|200|400
dress R200 - R400|200|400
dress R200 to R400|200|400
dress from R200 to R400|200|400
dress up to R600|-|600
dress R600 max|-|600
dress R600 tops|-|600
dress R600 and under|-|600
dress R600 or under|-|600
dress R600 and below|-|600
rok onder R500|-|500
rok onder 500|-|500
rok minder as R500|-|500
rok minder as 500 rand|-|500
rok nie meer as R500 nie|-|500
rok goedkoper as R500|-|500
rok tot R500|-|500
rok tussen R200 en R400|200|400
rok tussen 200 en 400 rand|200|400
rok van R200 tot R400|200|400
rok bo R500|500|-
rok meer as R500|500|-
rok duurder as R500|500|-
rok hoogstens R300|-|300
rok maksimum R300|-|300
rok vir minder as R300|-|300
rok vir R300 of minder|-|300
dress over R500|500|-
dress above 500 rand|500|-
dress more than 500|500|-
dress R500+|500|-
dress R500 plus|500|-
dress R500 and up|500|-
dress R500 or more|500|-
dress starting from R500|500|-
dress at least R500|500|-
dress min R500|500|-
dress minimum 500|500|-
dress no less than R500|500|-
dress within R500|-|500
dress in my budget of R500|-|500
dress budget R500|-|500
dress R500 budget|-|500
my budget is R500 dress|-|500
i have R500 to spend on a dress|-|500
dress that costs less than R500|-|500
dress costing under R500|-|500
dress priced below R500|-|500
dress price under 500|-|500
dress price < 500|-|500
dress <500|-|500
dress <= R500|-|500
dress > R500|500|-
dress >500|500|-
dress below 500.00|-|500
dress under R499.99|-|499.99
dress under R499,99|-|499.99
dress under R1 500|-|1500
dress under R1,500|-|1500
dress under R1500,00|-|1500
dress under 1 500 rand|-|1500
dress under ZAR500|-|500
dress under ZAR 500|-|500
dress under 500 ZAR|-|500
dress under 500zar|-|500
dress under 500R|-|500
dress under R500.|-|500
dress under $40|-|40
dress under 40 dollars|-|40
dress under €50|-|50
dress under 50 euro|-|50
dress under 50€|-|50
dress cheaper than R400|-|400
dress lower than 400|-|400
dress maximum price R400|-|400
dress max price 400|-|400
dress max. R400|-|400
dress max: R400|-|400
dress R400 at most|-|400
dress at most R400|-|400
dress not exceeding R400|-|400
dress not over R400|-|400
dress nothing over R400|-|400
dress nothing above R400|-|400
dress under five hundred rand|-|500
sofa less than 8 thousand rand|-|8000
sofa under 2.5 thousand|-|2500
desk under 3 hundred rand|-|300
couch under 10 grand|-|10000
dress under a thousand rand|-|1000
dress under a grand|-|1000
dress under half a grand|-|500
sofa under two and a half grand|-|2500
jeans for 2 hundred|-|240
jeans for five hundred|-|600
jeans one thousand five hundred rand|-|1800
jeans under five hundred and fifty rand|-|550
jeans under one ninety nine|-|199
jeans under two fifty|-|250
jeans seventy-five bucks|-|90
jeans between a thousand and two thousand|1000|2000
jeans max twenty five hundred|-|2500
skoene onder vyfhonderd rand|-|500
skoene onder tweeduisend rand|-|2000
skoene onder vyfduisend vyfhonderd rand|-|5500
skoene onder vyf en negentig rand|-|95
skoene onder een-en-twintig rand|-|21
skoene tussen tweehonderd en driehonderd rand|200|300
dress less than two thousand rand|-|2000
dress under R2k|-|2000
dress R1k-R2k|1000|2000
dress 1k to 2k|1000|2000
dress R1-2k|1000|2000
dress between 1k and 2k|1000|2000
dress between R1 000 and R2 000|1000|2000
dress R200–R400|200|400
dress in the R200-R400 range|200|400
dress in the range of R200 to R400|200|400
dress price range R200-R400|200|400
dress R200 up to R400|200|400
dress ranging from R200 to R400|200|400
dress anywhere between R200 and R400|200|400
dress more than R200 but less than R400|200|400
dress over R200 and under R400|200|400
dress over 200 under 400|200|400
dress R300 upwards|300|-
dress upwards of R300|300|-
dress from R300|300|-
dress vanaf R300|300|-
dress R300 en op|300|-
dress R300 of meer|300|-
dress around R400|280|520
dress about R400|280|520
dress roughly R400|280|520
dress approx R400|280|520
dress ~R400|280|520
dress +-R400|280|520
dress +- 400|280|520
dress +/- R400|280|520
dress plus minus R400|280|520
dress plus/minus 400|280|520
dress ±R400|280|520
dress in the region of R400|280|520
dress give or take R400|280|520
dress R400 or so|280|520
dress R400ish|280|520
dress more or less R400|280|520
rok ongeveer R400|280|520
rok rondom R400|280|520
rok so R400|-|480
rok omtrent 400 rand|280|520
R400 dress|-|480
400 rand dress|-|480
dress for R400|-|480
dress at R400|-|480
dress R400|-|480
dress @R400|-|480
dress 400 bucks|-|480
under 500 dress|-|500
under R500 dresses for women|-|500
less than 300 rand shoes|-|300
shoes <R1000|-|1000
shoes under 1000|-|1000
shoes less then R300|-|300
shoes les than R300|-|300
shoes belo R300|-|300
shoes undr R300|-|300
shoes bellow R300|-|300
shoes udner 300|-|300
shoes below three hundred|-|300
shoes up2 R300|-|300
shoes u/R300|-|300
shoes sub R300|-|300
shoes not above R300|-|300
shoes not pricier than R300|-|300
shoes that are under R300|-|300
shoes that don't cost more than R300|-|300
shoes that do not cost more than R300|-|300
shoes which cost less than R300|-|300
shoes i can get for under R300|-|300
shoes with a budget of R300|-|300
shoes limit R300|-|300
shoes can't spend more than R300|-|300
shoes no higher than R300|-|300
shoes R300 maximum|-|300
shoes R300 or cheaper|-|300
shoes R300 and less|-|300
shoes R300 & under|-|300
shoes R300 limit|-|300
shoes under R300-00|-|300
shoes under R300.-|-|300
shoes under R 300|-|300
shoes under r300|-|300
shoes under R300!|-|300
shoes UNDER R300|-|300
below R50|-|50
under R50 socks|-|50
socks under 50|-|50
socks under 20 rand|-|20
4 person tent under R3000|-|3000
size 9 shoes under R300|-|300
32 inch tv under R3000|-|3000
dress size 10|none
size 32-34 jeans|none
2 seater couch|none
6 pack socks|none
100% cotton|none
levis 501|none
180 x 200 rug|none
200x300 rug|none
queen bed 152 x 188|none
500ml bottle|none
60 cm lamp|none
dress 10-12 years|none
girls 7-8 years dress|none
boots size 5-6|none
400 thread count|none
400tc sheets|none
air max 90|none
501 jeans|none
32 inch tv|none
3 in 1 set|none
24 hour deodorant|none
over the knee boots|none
off the shoulder top|none
1000 piece puzzle|none
5 l cooler|none
up to 3 months babygrow|none
under 5 years toys|none
over 60s|none
under eye cream|none
under armour shoes|none
over 50 spf|none
from 3 years|none
twenty one pilots hoodie|none
a hundred per cent cotton tee|none
one hundred years of solitude|none
thousand island|none
two piece swimsuit|none
max 4 people tent|none
set of 4 chairs|none
4 chairs|none
2024 diary|none
2025 calendar|none
9ct gold ring|none
18k gold|none
14k gold ring|none
4k tv|none
32gb tablet|none
wd40|none
"""


@pytest.mark.parametrize("line", BOUNDS.strip().splitlines())
def test_an_amount_is_read_however_it_is_said(line: str) -> None:
    text, *bounds = line.split("|")
    read = prices(text)
    if bounds == ["none"]:
        assert read == []
        return
    lows = [price.low for price in read if price.low is not None]
    highs = [price.high for price in read if price.high is not None]
    low, high = (None if bound == "-" else pytest.approx(float(bound)) for bound in bounds)
    assert (max(lows, default=None), min(highs, default=None)) == (low, high)
