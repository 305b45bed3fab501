// The IDF of idf.h on the wire to the model process, and a program: inventories with the public driver, printed.
#include "idf.h"
#include "pn5180-15693.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Operations of sim/wire.py
enum { HELLO = 1, PIN_MODE = 2, PIN_GET = 3, SPI_OPEN = 4, SPI_BOTH = 7, SLEEP = 12, POSTED = 64, PIN_LOW = 64, PIN_HIGH = 65 };
// The board: SPI host and pins of wroom_pn5180
enum { HOST = 2, SCK = 18, MISO = 19, MOSI = 23, NSS = 21, BUSY = 4, RST = 22, BAUD = 5000000 };
enum { KEEP = 255, PULL_DOWN = 1, LONGEST = 600 };

static int wire;
static int64_t now_us;

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

/** One message; its answer's payload into `reply`, the value returned. What strict chips refuse ends the program. */
static int ask(int op, int a, const uint8_t *payload, int n, uint8_t *reply) {
  uint8_t out[8 + LONGEST] = {op, a, n & 255, n >> 8}, head[8], in[65536];
  memcpy(out + 8, payload, n);
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

void esp_rom_delay_us(uint32_t us) {
  uint8_t payload[4];
  four(payload, us);
  ask(SLEEP, 0, payload, 4, NULL);
}

void vTaskDelay(int ticks) { esp_rom_delay_us(ticks * 1000); }

int64_t esp_timer_get_time(void) {
  esp_rom_delay_us(1); // a loop that waits for the clock must see it move
  return now_us;
}

int gpio_config(gpio_config_t *config) { return 0; }

int gpio_set_direction(gpio_num_t gpio, int mode) {
  uint8_t payload[3] = {mode, gpio == BUSY ? PULL_DOWN : KEEP, gpio == NSS && mode == GPIO_MODE_OUTPUT ? 1 : KEEP};
  return ask(PIN_MODE, gpio, payload, 3, NULL);
}

int gpio_set_level(gpio_num_t gpio, int level) { return ask(level ? PIN_HIGH : PIN_LOW, gpio, NULL, 0, NULL); }

int gpio_get_level(gpio_num_t gpio) { return ask(PIN_GET, gpio, NULL, 0, NULL); }

int spi_bus_initialize(int host, const spi_bus_config_t *config, int dma) { return 0; }

int spi_bus_add_device(int host, const spi_device_interface_config_t *config, spi_device_handle_t *device) {
  uint8_t payload[9] = {0, 0, SCK, MOSI, MISO};
  four(payload + 5, config->clock_speed_hz);
  ask(SPI_OPEN, HOST, payload, 9, NULL);
  *device = NULL;
  return 0;
}

int spi_bus_remove_device(spi_device_handle_t device) { return 0; }

int spi_bus_free(int host) { return 0; }

int spi_device_polling_transmit(spi_device_handle_t device, spi_transaction_t *transaction) {
  ask(SPI_BOTH, HOST, transaction->tx_buffer, transaction->length / 8, transaction->rx_buffer);
  return 0;
}

static void connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  wire = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(wire, (struct sockaddr *)&address, sizeof address)) {
    perror(path);
    exit(2);
  }
  uint8_t reply[64];
  ask(HELLO, 0, NULL, 0, reply);
}

/** Arguments: the model's device socket, how many inventories. A line for each: `found UID UID...` */
int main(int count, char **words) {
  connect_to(words[1]);
  pn5180_spi_t *spi = pn5180_spi_init(HOST, SCK, MISO, MOSI, BAUD);
  pn5180_t *chip = pn5180_init(spi, NSS, BUSY, RST);
  if (!chip) {
    printf("the driver does not start\n");
    return 1;
  }
  pn5180_proto_t *reader = pn5180_15693_init(chip, PN5180_15693_26KASK100);
  for (int left = atoi(words[2]); left; left--) {
    if (!reader->setup_rf(reader)) printf("no RF set-up\n");
    nfc_uids_array_t *uids = reader->get_all_uids(reader);
    printf("found");
    for (int i = 0; uids && i < uids->uids_count; i++) {
      printf(" ");
      for (int k = 7; k >= 0; k--) printf("%02X", uids->uids[i].uid[k]);
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
