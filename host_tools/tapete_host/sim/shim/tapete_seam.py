"""What stands behind the machine shim: a sim.world.World, or the wire to one in another process."""

back = None
