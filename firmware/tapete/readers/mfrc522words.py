"""What is told about MFRC522 chips to those who build with them; loaded when it is (tapete.lend)."""

# VersionReg of the genuine chip, 1.0 and 2.0. Others work as well: nothing is refused for its version.
_GENUINE = (0x91, 0x92)
_FM17522 = 0x88


def stranger(version):
    """What a VersionReg tells of a chip that is no genuine MFRC522, "" for one that is."""
    if version in _GENUINE:
        return ""
    return "version 0x%02X%s" % (version, " (FM17522)" if version == _FM17522 else "")


def words(state, version, others):
    """What is wrong with a reader. others: numbers of those that work."""
    if state == "bus_fault":
        text = "VersionReg reads %02X" % version
        if len(others) == 1:  # all the others are spoilt alike
            text += ": does reader %d let go of MISO?" % others[0]
        return text
    if state == "antenna_off":
        return "TxControlReg does not keep its bits"
    return "VersionReg reads %02X, but it does not work as set up" % version
