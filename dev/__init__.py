"""The commands of the Makefile, with the services, demo stores and demo data that they need."""
