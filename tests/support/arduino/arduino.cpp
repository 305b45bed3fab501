// Arduino.h and SPI.h on the wire to the model process, and a program: inventories with the public library, printed.
#include "Arduino.h"
#include "SPI.h"
#include "MFRC522.h"
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Operations of sim/wire.py
enum { HELLO = 1, PIN_MODE = 2, PIN_GET = 3, SPI_OPEN = 4, SPI_BOTH = 7, SLEEP = 12, POSTED = 64, PIN_LOW = 64, PIN_HIGH = 65 };
// The board: SPI host and pins of s3_mfrc522, its first seat
enum { HOST = 1, SCK_PIN = 12, MOSI_PIN = 11, MISO_PIN = 13, SELECT = 4, RESET = 8, KEEP = 255 };
enum { TRIES = 12 };

Quiet Serial;
SPIClass SPI;
static int wire;
static uint64_t now_us;
static uint32_t frames;

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
  uint8_t out[64] = {uint8_t(op), uint8_t(a), uint8_t(n)}, head[8], in[65536];
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

void delay(uint32_t ms) { delayMicroseconds(ms * 1000); }

uint32_t millis() {
  delayMicroseconds(1); // a loop that waits for the clock must see it move
  return now_us / 1000;
}

void pinMode(int pin, int mode) {
  uint8_t payload[3] = {uint8_t(mode == OUTPUT ? 3 : 1), KEEP, KEEP};
  ask(PIN_MODE, pin, payload, 3);
}

void digitalWrite(int pin, int level) {
  if (pin == SELECT && level == LOW) frames++;
  ask(level ? PIN_HIGH : PIN_LOW, pin, nullptr, 0);
}

int digitalRead(int pin) { return ask(PIN_GET, pin, nullptr, 0); }

void SPIClass::beginTransaction(SPISettings settings) {
  static uint32_t open_at;
  if (open_at == settings.hz) return;
  open_at = settings.hz;
  uint8_t payload[9] = {0, 0, SCK_PIN, MOSI_PIN, MISO_PIN};
  four(payload + 5, settings.hz);
  ask(SPI_OPEN, HOST, payload, 9);
}

uint8_t SPIClass::transfer(uint8_t value) {
  uint8_t got;
  ask(SPI_BOTH, HOST, &value, 1, &got);
  return got;
}

static void connect_to(const char *path) {
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

// One stock-taking as the library's users do it: REQA, select, halt, until nobody answers. A line: `found UID.. | trouble..`
static void inventory(MFRC522 &reader) {
  printf("found");
  int troubles[16] = {};
  uint32_t begin = frames;
  for (int tries = 0; tries < TRIES && reader.PICC_IsNewCardPresent(); tries++) {
    MFRC522::StatusCode status = reader.PICC_Select(&reader.uid);
    if (status == MFRC522::STATUS_OK) {
      printf(" ");
      for (byte i = 0; i < reader.uid.size; i++) printf("%02X", reader.uid.uidByte[i]);
      reader.PICC_HaltA();
    } else {
      troubles[status & 15]++;
    }
  }
  printf(" |");
  for (int status = 0; status < 16; status++) {
    if (troubles[status]) printf(" %d:%d", status, troubles[status]);
  }
  printf(" | %u\n", frames - begin);
}

// Arguments: the model's device socket, how many inventories, each from a field that was off.
int main(int, char **words) {
  connect_to(words[1]);
  MFRC522 reader(SELECT, RESET);
  reader.PCD_Init();
  printf("version %02X\n", reader.PCD_ReadRegister(MFRC522::VersionReg));
  for (int left = atoi(words[2]); left; left--) {
    reader.PCD_AntennaOff();
    delay(6);
    reader.PCD_AntennaOn();
    delay(6);
    inventory(reader);
    fflush(stdout);
  }
  return 0;
}
