// The wire to the model process (sim/wire.py), for programs in C and in C++: what a board is for a public driver.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Operations of sim/wire.py
enum { HELLO = 1, PIN_MODE = 2, PIN_GET = 3, SPI_OPEN = 4, SPI_BOTH = 7, SLEEP = 12, POSTED = 64, PIN_LOW = 64, PIN_HIGH = 65 };
enum { KEEP = 255, LONGEST = 600 };

static int wire;
static uint64_t now_us;

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

// One message; its answer's payload into `reply` if that is not NULL, the value returned. What strict chips refuse ends
// the program.
static int ask(int op, int a, const void *payload, int n, void *reply) {
  uint8_t out[8 + LONGEST] = {(uint8_t)op, (uint8_t)a, (uint8_t)n, (uint8_t)(n >> 8)}, head[8], in[65536];
  if (n) memcpy(out + 8, payload, n);
  if (write(wire, out, 8 + n) != 8 + n) exit(3);
  if (op >= POSTED) return 0;
  receive(head, 8);
  now_us += head[4] | head[5] << 8 | head[6] << 16 | (uint32_t)head[7] << 24;
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

// Let the device's time pass.
static void sleep_us(uint32_t us) {
  uint8_t payload[4];
  four(payload, us);
  ask(SLEEP, 0, payload, 4, NULL);
}

// A loop that waits for the clock must see it move.
static uint64_t clock_us(void) {
  sleep_us(1);
  return now_us;
}

static void open_spi(int host, int sck, int mosi, int miso, uint32_t hz) {
  uint8_t payload[9] = {0, 0, (uint8_t)sck, (uint8_t)mosi, (uint8_t)miso};
  four(payload + 5, hz);
  ask(SPI_OPEN, host, payload, 9, NULL);
}

// `path`: the model's device socket.
static void dial(const char *path) {
  struct sockaddr_un address = {0};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  wire = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(wire, (struct sockaddr *)&address, sizeof address)) {
    perror(path);
    exit(2);
  }
  uint8_t reply[64];
  ask(HELLO, 0, NULL, 0, reply);
}
