// Arduino.h and SPI.h on the wire to the model process.
#include "Arduino.h"
#include "SPI.h"
#include "wire.h"

Quiet Serial;
SPIClass SPI;
uint32_t frames;

void delayMicroseconds(uint32_t us) { sleep_us(us); }

// A little more: what Arduino's own calls take is not counted otherwise.
void delay(uint32_t ms) { sleep_us(ms * 1000 + 100); }

uint32_t millis() { return clock_us() / 1000; }

void pinMode(int pin, int mode) {
  uint8_t payload[3] = {uint8_t(mode == OUTPUT ? 3 : 1), KEEP, KEEP};
  ask(PIN_MODE, pin, payload, 3, nullptr);
}

void digitalWrite(int pin, int level) {
  if (pin == wiring.select && level == LOW) frames++;
  ask(level ? PIN_HIGH : PIN_LOW, pin, nullptr, 0, nullptr);
}

int digitalRead(int pin) { return ask(PIN_GET, pin, nullptr, 0, nullptr); }

void SPIClass::beginTransaction(SPISettings settings) {
  static uint32_t open_at;
  if (open_at == settings.hz) return;
  open_at = settings.hz;
  open_spi(wiring.host, wiring.sck, wiring.mosi, wiring.miso, settings.hz);
}

uint8_t SPIClass::transfer(uint8_t value) {
  uint8_t got;
  ask(SPI_BOTH, wiring.host, &value, 1, &got);
  return got;
}

void SPIClass::transfer(void *data, size_t n) { ask(SPI_BOTH, wiring.host, data, n, data); }

void connect_to(const char *path) { dial(path); }
