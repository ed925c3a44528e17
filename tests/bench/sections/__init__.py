"""Sections of the benchmark, one module each (see tests.bench.__main__)."""
