"""What an operator may decide of a run or an alert: what comes of it, and the way back."""
