"""What all calls share: who may call, errors, who a visitor is, JSON and its schemas."""
