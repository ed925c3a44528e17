"""What analysts ask, declared once: for Kibana and for the product's own screen."""
