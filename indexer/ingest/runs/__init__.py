"""Runs: starting and stopping them, their logs, their life until the one row of history."""
