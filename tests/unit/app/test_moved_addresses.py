"""A brand's addresses once its shop has moved."""

from __future__ import annotations

from app.api.scraper.kinds import with_new_address


def test_all_addresses_of_the_old_place_follow_and_others_stay() -> None:
    values = {
        "website": "https://www.old.example/",
        "feedUrl": "https://old.example/feed.xml?a=1",
        "catalogueUrl": "",
        "shippingPage": "https://help.elsewhere.example/delivery",
        "pages": [{"pageId": 7, "pageUrl": "http://old.example/women?page=2", "color": None}],
    }
    assert with_new_address(values, values["website"], "https://new.example:8443") == {  # type: ignore[arg-type]
        "website": "https://new.example:8443",
        "feedUrl": "https://new.example:8443/feed.xml?a=1",
        "shippingPage": "https://help.elsewhere.example/delivery",
        "pages": [{"pageId": 7, "pageUrl": "https://new.example:8443/women?page=2", "color": None}],
    }
