"""What operators do besides runs and brands: take-downs, curation, panels for analysts."""
