"""The jobs of RQ and the processes that do them."""
