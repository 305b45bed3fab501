// Arduino.h and SPI.h on the wire to the model process.
#include "Arduino.h"
#include "SPI.h"
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Operations of sim/wire.py
enum { HELLO = 1, PIN_MODE = 2, PIN_GET = 3, SPI_OPEN = 4, SPI_BOTH = 7, SLEEP = 12, POSTED = 64, PIN_LOW = 64, PIN_HIGH = 65 };
enum { KEEP = 255, LONGEST = 600 };

Quiet Serial;
SPIClass SPI;
static int wire;
static uint64_t now_us;
uint32_t frames;

static void receive(uint8_t *into, size_t n) {
  while (n) {
    ssize_t got = read(wire, into, n);
    if (got <= 0) {
      fprintf(stderr, "the model has gone\n");
      exit(3);
    }
    into += got;
    n -= got;
  }
}

// One message; its answer's payload into `reply`, the value returned. What strict chips refuse ends the program.
static int ask(int op, int a, const uint8_t *payload, int n, uint8_t *reply = nullptr) {
  uint8_t out[8 + LONGEST] = {uint8_t(op), uint8_t(a), uint8_t(n), uint8_t(n >> 8)}, head[8], in[65536];
  if (n) memcpy(out + 8, payload, n);
  if (write(wire, out, 8 + n) != 8 + n) exit(3);
  if (op >= POSTED) return 0;
  receive(head, 8);
  now_us += head[4] | head[5] << 8 | head[6] << 16 | uint32_t(head[7]) << 24;
  int count = head[2] | head[3] << 8;
  receive(in, count);
  if (head[0]) {
    printf("refused: %.*s\n", count, in);
    exit(4);
  }
  if (reply) memcpy(reply, in, count);
  return head[1];
}

static void four(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = value >> 8 * i;
}

void delayMicroseconds(uint32_t us) {
  uint8_t payload[4];
  four(payload, us);
  ask(SLEEP, 0, payload, 4);
}

// A little more: what Arduino's own calls take is not counted otherwise.
void delay(uint32_t ms) { delayMicroseconds(ms * 1000 + 100); }

uint32_t millis() {
  delayMicroseconds(1); // a loop that waits for the clock must see it move
  return now_us / 1000;
}

void pinMode(int pin, int mode) {
  uint8_t payload[3] = {uint8_t(mode == OUTPUT ? 3 : 1), KEEP, KEEP};
  ask(PIN_MODE, pin, payload, 3);
}

void digitalWrite(int pin, int level) {
  if (pin == wiring.select && level == LOW) frames++;
  ask(level ? PIN_HIGH : PIN_LOW, pin, nullptr, 0);
}

int digitalRead(int pin) { return ask(PIN_GET, pin, nullptr, 0); }

void SPIClass::beginTransaction(SPISettings settings) {
  static uint32_t open_at;
  if (open_at == settings.hz) return;
  open_at = settings.hz;
  uint8_t payload[9] = {0, 0, wiring.sck, wiring.mosi, wiring.miso};
  four(payload + 5, settings.hz);
  ask(SPI_OPEN, wiring.host, payload, 9);
}

uint8_t SPIClass::transfer(uint8_t value) {
  uint8_t got;
  ask(SPI_BOTH, wiring.host, &value, 1, &got);
  return got;
}

void SPIClass::transfer(void *data, size_t n) { ask(SPI_BOTH, wiring.host, (uint8_t *)data, n, (uint8_t *)data); }

void connect_to(const char *path) {
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  wire = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(wire, (struct sockaddr *)&address, sizeof address)) {
    perror(path);
    exit(2);
  }
  uint8_t reply[64];
  ask(HELLO, 0, nullptr, 0, reply);
}
