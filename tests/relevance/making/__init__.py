"""The generator of the judged queries: needs from the catalogues in shoppers' words."""
