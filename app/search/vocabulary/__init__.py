"""The words that understanding reads beside its own: the live index's, and operators'."""
