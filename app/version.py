"""The product's version: the one place that says it. CHANGELOG.md tells what each one brought."""

VERSION = "1.0.0"
