"""The product's version: its only place. CHANGELOG.md lists the changes."""

VERSION = "1.0.0"
