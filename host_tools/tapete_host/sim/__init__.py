"""The virtual table: models of chips, tags and the mat, behind the firmware's own `machine`."""
