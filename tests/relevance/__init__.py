"""Relevance tests on graded queries (`make judge`, see README.md)."""
