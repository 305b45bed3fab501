"""What a maker needs, made from the firmware's board records: the pin checker, wiring pages, the mat to print."""
