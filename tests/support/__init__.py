"""Helpers of fixtures and tests: services, databases, browsers, stores."""
