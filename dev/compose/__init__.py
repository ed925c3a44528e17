"""`make test-compose`: docker-compose.yml on a container engine, from the build to lost parts."""
