// Arduino's SPI.
#pragma once
#include "Arduino.h"

enum { MSBFIRST = 1, SPI_MODE0 = 0 };

struct SPISettings {
  SPISettings(uint32_t = 4000000, int = 0, int = 0) {}
};

struct SPIClass {
  void begin() {}
  void end() {}
  void beginTransaction(SPISettings) {}
  void endTransaction() {}
  uint8_t transfer(uint8_t value);
};
extern SPIClass SPI;
