"""How the application is served: gunicorn's configuration, and what a process does at its start."""
