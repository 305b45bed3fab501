"""The flash model: what littlefs asks of it, the record, and the states rebuilt from it."""

from tapete_host.sim.flash import BLOCK, Flash, states


def written():
    f = Flash(blocks=4)
    f.writeblocks(0, b"\x11" * 64, 0)
    image = f.start_log()
    f.writeblocks(0, b"\x22" * 64, 64)
    f.ioctl(6, 0)
    f.writeblocks(1, b"\x33" * 64, 0)
    return f, image


def test_geometry_and_content():
    f, image = written()
    assert (f.ioctl(4, 0), f.ioctl(5, 0)) == (4, BLOCK)
    assert image[:64] == b"\x11" * 64 and image[64:] == b"\xff" * (4 * BLOCK - 64)
    buf = bytearray(64)
    f.readblocks(1, buf, 0)
    assert buf == b"\x33" * 64
    assert f.image()[:BLOCK] == b"\xff" * BLOCK
    assert (f.erases, f.programs) == (1, 3)
    try:
        Flash(image=b"12345")
    except ValueError:
        return
    raise AssertionError("half a block is no image")


def test_states_of_a_record():
    f, image = written()
    found = [(k, kind, bytes(work)) for k, kind, work in states(image, f.log)]
    assert [(k, kind) for k, kind, _ in found] == [
        (0, "plain"),
        (0, "torn"),
        (1, "plain"),
        (1, "torn"),
        (2, "plain"),
        (2, "torn"),
        (3, "plain"),
    ]
    assert found[0][2] == image
    assert found[1][2][64:128] == b"\x22" * 32 + b"\xff" * 32
    assert found[2][2][64:128] == b"\x22" * 64
    half = BLOCK // 2
    assert found[3][2][:half] == b"\xff" * half and found[3][2][half:] == found[2][2][half:]
    assert found[6][2] == f.image()
    assert len(list(states(image, f.log, torn=False))) == 4
