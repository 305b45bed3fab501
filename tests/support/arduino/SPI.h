// Arduino's SPI.
#pragma once
#include "Arduino.h"

enum { MSBFIRST = 1, SPI_MODE0 = 0 };

struct SPISettings {
  uint32_t hz;
  SPISettings(uint32_t hz = 1000000, int = 0, int = 0) : hz(hz) {}
};

struct SPIClass {
  void begin(int = -1, int = -1, int = -1, int = -1) {}
  void end() {}
  void beginTransaction(SPISettings settings);
  void endTransaction() {}
  uint8_t transfer(uint8_t value);
  void transfer(void *data, size_t n);
};
extern SPIClass SPI;
