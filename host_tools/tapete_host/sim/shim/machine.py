"""`machine` as the ESP32 has it, for the virtual table; SHIM.md lists each name and what it is here."""

import tapete_seam

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5
PIN_WAKE = 2
TIMER_WAKE = 4

_ABSENT = (
    " ADCBlock CAN Counter DAC ENCODER Encoder I2C I2CTarget I2S SDCard Signal SoftI2C SoftSPI Timer"
    " TouchPad UART USBDevice bitstream bootloader const dht_readinto mem16 mem8 mem_backup sleep"
    " time_pulse_us wake_pins TOUCHPAD_WAKE ULP_WAKE EXT0_WAKE EXT1_WAKE "
)


def __getattr__(name):
    if " %s " % name in _ABSENT:
        raise NotImplementedError("machine.%s is not modelled by the virtual table" % name)
    raise AttributeError(name)


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    DRIVE_0 = 0
    DRIVE_1 = 1
    DRIVE_2 = 2
    DRIVE_3 = 3
    IRQ_RISING = 1
    IRQ_FALLING = 2
    WAKE_LOW = 4
    WAKE_HIGH = 5

    def __init__(self, id, mode=-1, pull=-1, value=None, drive=None, hold=None):
        self._gpio = id
        if mode != -1 or pull != -1 or value is not None:
            self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None, drive=None, hold=None):
        if mode == 7:
            raise NotImplementedError("machine.Pin.OPEN_DRAIN is not modelled by the virtual table")
        if pull is None:
            pull = 0
        tapete_seam.back.pin_mode(
            self._gpio, None if mode == -1 else mode, None if pull == -1 else pull, value
        )

    def value(self, x=None):
        if x is None:
            return tapete_seam.back.pin_get(self._gpio)
        tapete_seam.back.pin_set(self._gpio, 1 if x else 0)

    __call__ = value

    def on(self):
        tapete_seam.back.pin_set(self._gpio, 1)

    def off(self):
        tapete_seam.back.pin_set(self._gpio, 0)

    def toggle(self):
        tapete_seam.back.pin_set(self._gpio, 1 - tapete_seam.back.pin_get(self._gpio))

    def irq(self, handler=None, trigger=3, wake=None):
        raise NotImplementedError("machine.Pin.irq is not modelled by the virtual table")


def _gpio(pin):
    return pin if pin is None or isinstance(pin, int) else pin._gpio


class SPI:
    """A host of the ESP32: SPI(2, ...) made twice is one object, started again."""

    MSB = 0
    LSB = 1
    CONTROLLER = 0
    _made = {}

    def __new__(cls, id, *args, **kw):
        host = cls._made.get(id)
        if host is None:
            host = object.__new__(cls)
            cls._made[id] = host
        return host

    def __init__(
        self, id, baudrate=1000000, polarity=0, phase=0, bits=8, firstbit=0, sck=-1, mosi=-1, miso=-1
    ):
        self._host = id
        self._sck = _gpio(sck)
        self._mosi = _gpio(mosi)
        self._miso = _gpio(miso)
        self.init(baudrate, polarity, phase, bits, firstbit)

    def init(
        self, baudrate=None, polarity=None, phase=None, bits=8, firstbit=0, sck=None, mosi=None, miso=None
    ):
        if bits != 8 or firstbit:
            raise NotImplementedError("machine.SPI of other than 8 bits MSB first is not modelled")
        if baudrate is not None:
            self._baud = baudrate
        if polarity is not None:
            self._polarity = polarity
        if phase is not None:
            self._phase = phase
        if sck is not None:
            self._sck = _gpio(sck)
        if mosi is not None:
            self._mosi = _gpio(mosi)
        if miso is not None:
            self._miso = _gpio(miso)
        tapete_seam.back.spi_open(
            self._host, self._baud, self._polarity, self._phase, self._sck, self._mosi, self._miso
        )

    def deinit(self):
        tapete_seam.back.spi_close(self._host)

    def write(self, buf):
        tapete_seam.back.spi_xfer(self._host, buf, None)

    def readinto(self, buf, write=0):
        tapete_seam.back.spi_xfer(self._host, write, buf)

    def read(self, nbytes, write=0):
        buf = bytearray(nbytes)
        tapete_seam.back.spi_xfer(self._host, write, buf)
        return bytes(buf)

    def write_readinto(self, write_buf, read_buf):
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        tapete_seam.back.spi_xfer(self._host, write_buf, read_buf)


class PWM:
    def __init__(self, dest, freq=5000, duty=None, duty_u16=None, duty_ns=None, invert=False):
        self._pin = dest._gpio
        self._freq = freq
        self._duty = 32768
        self.init(None, duty, duty_u16, duty_ns)

    def init(self, freq=None, duty=None, duty_u16=None, duty_ns=None):
        if freq is not None:
            self._freq = freq
        if duty is not None:
            self._duty = min(duty * 64, 65535)
        if duty_u16 is not None:
            self._duty = duty_u16
        if duty_ns is not None:
            self._duty = min(duty_ns * self._freq // 15259, 65535)
        tapete_seam.back.pwm(self._pin, self._freq, self._duty)

    def freq(self, value=None):
        if value is None:
            return self._freq
        if not 1 <= value <= 40000000:
            raise ValueError("frequency must be from 1Hz to 40MHz")
        self.init(value)

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self.init(None, None, value)

    def duty(self, value=None):
        if value is None:
            return self._duty // 64
        self.init(None, value)

    def duty_ns(self, value=None):
        if value is None:
            return self._duty * 15259 // self._freq
        self.init(None, None, None, value)

    def deinit(self):
        tapete_seam.back.pwm(self._pin, 0, 0)


class ADC:
    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3
    WIDTH_9BIT = 9
    WIDTH_10BIT = 10
    WIDTH_11BIT = 11
    WIDTH_12BIT = 12
    _FULL_UV = (950000, 1250000, 1750000, 2450000)

    def __init__(self, pin, sample_ns=None, atten=0):
        self._pin = _gpio(pin)
        self._atten = atten

    def init(self, sample_ns=None, atten=0):
        self._atten = atten

    def atten(self, atten):
        self._atten = atten

    def read_uv(self):
        return min(tapete_seam.back.adc(self._pin), self._FULL_UV[self._atten])

    def read_u16(self):
        return self.read_uv() * 65535 // self._FULL_UV[self._atten]

    def read(self):
        return self.read_u16() // 16


class WDT:
    def __init__(self, id=0, timeout=5000):
        if timeout <= 0:
            raise ValueError("WDT timeout too short")
        tapete_seam.back.wdt(timeout)

    def feed(self):
        tapete_seam.back.wdt_feed()


def reset():
    tapete_seam.back.stop(HARD_RESET)


def soft_reset():
    tapete_seam.back.stop(SOFT_RESET)


def deepsleep(time_ms=None):
    tapete_seam.back.stop(DEEPSLEEP_RESET, None if time_ms is None else time_ms * 1000)


def lightsleep(time_ms=None):
    if time_ms is None:
        raise NotImplementedError("machine.lightsleep without a time is not modelled by the virtual table")
    tapete_seam.back.sleep(time_ms * 1000)


def idle():
    tapete_seam.back.sleep(1000)


def reset_cause():
    return tapete_seam.back.cause


def wake_reason():
    return tapete_seam.back.wake


class RTC:
    def memory(self, data=None):
        kept = tapete_seam.back.memory(data)
        return kept if data is None else None


class mem32:
    """The source of the last reset, as the ESP32 (RTC_CNTL_RESET_STATE_REG) and the ESP32-S3 keep it."""

    def __getitem__(self, id):
        if id not in (0x3FF48034, 0x60008038):
            raise NotImplementedError("machine.mem32 at %x is not modelled by the virtual table" % id)
        return tapete_seam.back.source


mem32 = mem32()


def unique_id():
    return tapete_seam.back.serial()


def freq(hz=None):
    if hz is None:
        return 240000000
    if hz not in (80000000, 160000000, 240000000):
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")


def disable_irq():
    return 0


def enable_irq(state):
    pass
