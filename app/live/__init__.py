"""What a web process holds and watches: tables, words, kept answers, how its servers are."""
