"""Runs: starting and watching them, what they did, trying a brand out, whom their alerts reach."""
