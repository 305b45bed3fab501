"""Registers, bits and commands of the MFRC522 as its data sheet (revision 3.9, chapter 9 and 10) lists them; changes
never."""

CRYSTAL_US = 200  # oscillator start: depends on the crystal, the data sheet leaves it open
READY_US = 38  # 1,024 clocks (8.8.2), after the oscillator runs or after a soft reset
RX_WAIT_US = 38  # four bits (RxWait) after sending, the receiver is still closed
RX_END_US = 10  # the receiver knows the end of an answer one bit later

# Registers
COMMAND = 0x01
COM_IEN = 0x02
DIV_IEN = 0x03
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
MF_RX = 0x1D
DEMOD = 0x19
CRC_HIGH = 0x21
CRC_LOW = 0x22
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_HIGH = 0x2C
T_RELOAD_LOW = 0x2D
T_COUNTER_HIGH = 0x2E
T_COUNTER_LOW = 0x2F
AUTO_TEST = 0x36
VERSION = 0x37

# ComIrqReg
TIMER_IRQ = 0x01
ERR_IRQ = 0x02
LO_IRQ = 0x04
HI_IRQ = 0x08
IDLE_IRQ = 0x10
RX_IRQ = 0x20
TX_IRQ = 0x40
CRC_IRQ = 0x04  # in DivIrqReg

# ErrorReg
WR_ERR = 0x80
OVERFLOW = 0x10
COLL_ERR = 0x08
CRC_ERR = 0x04
PARITY_ERR = 0x02
PROTOCOL_ERR = 0x01

# Commands
IDLE = 0
MEM = 1
RANDOM_ID = 2
CALC_CRC = 3
TRANSMIT = 4
NO_CHANGE = 7
RECEIVE = 8
TRANSCEIVE = 12
AUTHENT = 14
SOFT_RESET = 15

# Modem states (Status2Reg)
M_IDLE = 0
M_WAIT_START = 1
M_TX_WAIT = 2
M_SENDING = 3
M_RX_WAIT = 4
M_WAIT_DATA = 5
M_RECEIVING = 6

FIFO_BYTES = 64
CRC_STARTS = (0x0000, 0x6363, 0xA671, 0xFFFF)

# address: (reset value, bits the host writes and reads back); what has a meaning of its own is handled by name
PLAIN = {
    COM_IEN: (0x80, 0xFF),
    DIV_IEN: (0x00, 0x94),
    WATER_LEVEL: (0x08, 0x3F),
    MODE: (0x3F, 0xAB),
    TX_MODE: (0x00, 0xF8),
    RX_MODE: (0x00, 0xFC),
    TX_CONTROL: (0x80, 0xFB),
    TX_ASK: (0x00, 0x40),
    0x16: (0x10, 0x3F),
    0x17: (0x84, 0xFF),
    0x18: (0x84, 0xF7),
    DEMOD: (0x4D, 0xFF),
    0x1C: (0x62, 0x03),
    MF_RX: (0x00, 0x10),
    0x1F: (0xEB, 0xFF),
    0x24: (0x26, 0xFF),
    0x26: (0x48, 0x70),
    0x27: (0x88, 0xFF),
    0x28: (0x20, 0x3F),
    0x29: (0x20, 0x3F),
    T_MODE: (0x00, 0xFF),
    T_PRESCALER: (0x00, 0xFF),
    T_RELOAD_HIGH: (0x00, 0xFF),
    T_RELOAD_LOW: (0x00, 0xFF),
    0x31: (0x00, 0x07),
    0x32: (0x00, 0xFF),
    0x33: (0x80, 0xFF),
    0x34: (0x00, 0xFF),
    AUTO_TEST: (0x40, 0x4F),
    0x38: (0x00, 0xFF),
    0x39: (0x00, 0x3F),
    0x3A: (0x00, 0x3F),
}
READ_ONLY = (ERROR, STATUS1, CRC_HIGH, CRC_LOW, T_COUNTER_HIGH, T_COUNTER_LOW, 0x35, VERSION, 0x3B)

# Registers that read as they stand.
DIRECT = bytearray(64)
for _address in tuple(PLAIN) + (ERROR, CRC_HIGH, CRC_LOW, 0x35, 0x3B, COM_IRQ, DIV_IRQ, COLL):
    DIRECT[_address] = 1
