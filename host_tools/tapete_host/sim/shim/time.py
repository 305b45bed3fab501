"""`time` as on the ESP32, by the virtual table's clock: ticks wrap at 2^30, time() is an int since 2000."""

import tapete_seam
import utime

_MASK = 0x3FFFFFFF
_HALF = 0x20000000
_EPOCH = 946684800  # 2000-01-01 in the Unix port's seconds


def ticks_ms():
    return tapete_seam.back.ticks() // 1000 & _MASK


def ticks_us():
    return tapete_seam.back.ticks() & _MASK


def ticks_cpu():
    return tapete_seam.back.ticks() * 240 & _MASK


def ticks_diff(end, start):
    return (end - start + _HALF & _MASK) - _HALF


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return ticks + delta & _MASK


def sleep_ms(ms):
    tapete_seam.back.sleep(ms * 1000)


def sleep_us(us):
    tapete_seam.back.sleep(us)


def sleep(seconds):
    tapete_seam.back.sleep(int(seconds * 1000000))


def time():
    return tapete_seam.back.uptime() // 1000000


def time_ns():
    return tapete_seam.back.uptime() * 1000


def gmtime(seconds=None):
    return utime.gmtime((time() if seconds is None else int(seconds)) + _EPOCH)


localtime = gmtime


def mktime(fields):
    return int(utime.mktime(fields)) - _EPOCH
