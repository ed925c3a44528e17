"""The REST calls of spec §7 and the search contract, one blueprint an area."""
