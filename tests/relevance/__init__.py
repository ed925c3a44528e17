"""Relevance tests on graded queries (`make relevance`, see README.md)."""
