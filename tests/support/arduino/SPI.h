// Arduino's SPI, one byte a transfer.
#pragma once
#include "Arduino.h"

enum { MSBFIRST = 1, SPI_MODE0 = 0 };

struct SPISettings {
  uint32_t hz;
  SPISettings(uint32_t hz, int, int) : hz(hz) {}
};

struct SPIClass {
  void beginTransaction(SPISettings settings);
  void endTransaction() {}
  uint8_t transfer(uint8_t value);
};
extern SPIClass SPI;
