"""Panel drivers and the canvas that painters draw on: one module a controller."""
