"""What prices were: the days that count, how a drop is measured, which of them are deals."""
