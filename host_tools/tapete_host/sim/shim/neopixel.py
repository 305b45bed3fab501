"""`neopixel` is not modelled yet: every name says so."""


def __getattr__(name):
    raise NotImplementedError("neopixel.%s is not modelled by the virtual table" % name)
