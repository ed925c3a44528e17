"""The index: versioned names behind an alias, rebuilds, incremental writes, rollback."""
