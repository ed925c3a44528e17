"""`make engine`: the composes on a container engine, from the build to the loss of parts."""
