"""How the judged queries were made: needs from the catalogues, put into people's words."""
