"""Tests of a device's parts, run over the serial line while the app is stopped: the device's half of `tapete doctor`.

`serve` speaks the protocol that firmware/README.md lists; a module here for each kind of part. Nothing of it is loaded
while people play.
"""
