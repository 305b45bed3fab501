"""`network` is not modelled yet: every name says so."""


def __getattr__(name):
    raise NotImplementedError("network.%s is not modelled by the virtual table" % name)
