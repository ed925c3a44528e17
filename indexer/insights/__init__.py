"""For analysts: the events, the panels over them, and Kibana's dashboards of these."""
