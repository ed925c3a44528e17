"""What analysts ask: the events, the panels that answer, Kibana's dashboards made of them."""
