"""`make test-recovery`, `make test-chaos`: what is lost comes back; on services of its own."""
