"""What a phone loads: its first screen takes 250 kB of pictures at most."""

from __future__ import annotations

import pytest

from tests.support.browser import Page
from tests.support.data import beside

MOST = 250_000  # bytes
SHARP = {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True}
# The pictures in sight have come, and the browser has nothing to do.
COME = beside(__file__, "pictures-have-come.js")
# By address: pictures of the first screen are entries again where scripts draw them, from memory.
WEIGHT = """
const isPicture = ({name}) => /[.](webp|avif|png|jpe?g|svg)$/.test(name);
const taken = performance.getEntriesByType('resource').filter(isPicture);
return [...new Map(taken.map((e) => [e.name, e.encodedBodySize])).values()];
"""


@pytest.mark.parametrize("path", ["/", "/?category=women", "/product/1"])
def test_bar_a_phones_first_screen_takes_few_bytes_of_pictures(phone: Page, path: str) -> None:
    phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SHARP)
    phone.open(path)
    phone.driver.execute_async_script(COME)
    weights = phone.script(WEIGHT)
    assert 4 * 10_000 < sum(weights) <= MOST, weights
