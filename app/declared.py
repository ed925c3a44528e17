"""Constants that the application and the frontend share: `declared.json`, which both read.

- currencies by code with their label, hits that can be paged through, the index of the default
  order (`<index>_<sort>` are the others), and of each page, by its path, title and
  description, its scripts, and whether it is `listed` (in the sitemap, open to search engines);
- `address`: parameters' names in a search's address besides the filters', the shop's own currency,
  and limits: of a text in characters, and of parts of its meaning that were taken away;
- `productPath`: how a product's path begins, characters of its words, its pattern with the id;
- `pictures`: what our copies' addresses look like (`kept`, with their path without its end as the
  group), the widths in px that there are, and how wide tiles show them. On phones that is sent to
  be half of what it is, so that they take the narrow one: 1.7 pixels a point there, for a third of
  the bytes.
"""

import json
from pathlib import Path
from typing import Any

DECLARED: dict[str, Any] = json.loads(Path(__file__).with_name("declared.json").read_text("utf-8"))
