// What a public ESP-IDF driver of the PN5180 needs of the IDF, on the wire of the model process (sim/wire.py).
// All of the IDF's headers that it includes are made to include this one; see test_other_reader.py.
#pragma once
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int gpio_num_t;
typedef int esp_err_t;
typedef int spi_host_device_t;
typedef void *spi_device_handle_t;

#define ESP_OK 0
#define GPIO_NUM_NC (-1)
#define SPI_DMA_CH_AUTO 3
#define MALLOC_CAP_DMA 0
enum { GPIO_MODE_INPUT = 1, GPIO_MODE_OUTPUT = 3 };
enum { GPIO_PULLUP_ENABLE = 1, GPIO_PULLDOWN_DISABLE = 0, GPIO_INTR_DISABLE = 0 };

typedef struct {
  uint64_t pin_bit_mask;
  int mode, pull_up_en, pull_down_en, intr_type;
} gpio_config_t;

typedef struct {
  int mosi_io_num, miso_io_num, sclk_io_num, quadwp_io_num, quadhd_io_num, max_transfer_sz;
} spi_bus_config_t;

typedef struct {
  int clock_speed_hz, mode, spics_io_num, queue_size, flags;
} spi_device_interface_config_t;

typedef struct {
  const void *tx_buffer;
  void *rx_buffer;
  size_t length; // bits
} spi_transaction_t;

int gpio_config(gpio_config_t *config);
int gpio_set_direction(gpio_num_t gpio, int mode);
int gpio_set_level(gpio_num_t gpio, int level);
int gpio_get_level(gpio_num_t gpio);
int spi_bus_initialize(int host, const spi_bus_config_t *config, int dma);
int spi_bus_add_device(int host, const spi_device_interface_config_t *config, spi_device_handle_t *device);
int spi_bus_remove_device(spi_device_handle_t device);
int spi_bus_free(int host);
int spi_device_polling_transmit(spi_device_handle_t device, spi_transaction_t *transaction);
void vTaskDelay(int ticks); // of 1 ms
void esp_rom_delay_us(uint32_t us);
int64_t esp_timer_get_time(void);

static inline uint32_t esp_random(void) { return rand(); }
static inline void *heap_caps_calloc(size_t count, size_t size, int caps) { return calloc(count, size); }

#define ESP_LOGE(tag, ...) (fprintf(stderr, "E %s: ", tag), fprintf(stderr, __VA_ARGS__), fprintf(stderr, "\n"))
#define ESP_LOGW ESP_LOGE
#define ESP_LOGI(tag, ...) ((void)0)
#define ESP_LOGD(tag, ...) ((void)0)
