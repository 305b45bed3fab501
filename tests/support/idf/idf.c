// The IDF of idf.h on the wire to the model process, and a program: inventories with the public driver, printed.
#include "idf.h"
#include "pn5180-15693.h"
#include "wire.h"

// The board: SPI host and pins of wroom_pn5180
enum { HOST = 2, SCK = 18, MISO = 19, MOSI = 23, NSS = 21, BUSY = 4, RST = 22, BAUD = 5000000, PULL_DOWN = 1 };

void esp_rom_delay_us(uint32_t us) { sleep_us(us); }

void vTaskDelay(int ticks) { sleep_us(ticks * 1000); }

int64_t esp_timer_get_time(void) { return clock_us(); }

int gpio_config(gpio_config_t *config) { return 0; }

int gpio_set_direction(gpio_num_t gpio, int mode) {
  uint8_t payload[3] = {mode, gpio == BUSY ? PULL_DOWN : KEEP, gpio == NSS && mode == GPIO_MODE_OUTPUT ? 1 : KEEP};
  return ask(PIN_MODE, gpio, payload, 3, NULL);
}

int gpio_set_level(gpio_num_t gpio, int level) { return ask(level ? PIN_HIGH : PIN_LOW, gpio, NULL, 0, NULL); }

int gpio_get_level(gpio_num_t gpio) { return ask(PIN_GET, gpio, NULL, 0, NULL); }

int spi_bus_initialize(int host, const spi_bus_config_t *config, int dma) { return 0; }

int spi_bus_add_device(int host, const spi_device_interface_config_t *config, spi_device_handle_t *device) {
  open_spi(HOST, SCK, MOSI, MISO, config->clock_speed_hz);
  *device = NULL;
  return 0;
}

int spi_bus_remove_device(spi_device_handle_t device) { return 0; }

int spi_bus_free(int host) { return 0; }

int spi_device_polling_transmit(spi_device_handle_t device, spi_transaction_t *transaction) {
  ask(SPI_BOTH, HOST, transaction->tx_buffer, transaction->length / 8, transaction->rx_buffer);
  return 0;
}

/** Arguments: the model's device socket, how many inventories. A line for each: `found UID UID...` */
int main(int count, char **words) {
  dial(words[1]);
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
