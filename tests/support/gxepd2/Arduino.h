// What GxEPD2 needs of Arduino, on the calls of ../waveshare/desk.c: a panel's model in the same process.
#pragma once
#include <cstdint>
#include <cstring>

#define PROGMEM
#define pgm_read_byte(at) (*(const uint8_t *)(at))
enum { LOW, HIGH };
enum { INPUT, OUTPUT, INPUT_PULLUP };
enum { RST_PIN, DC_PIN, CS_PIN, BUSY_PIN };

inline void pinMode(int, int) {}
void digitalWrite(int pin, int level);
int digitalRead(int pin);
void delay(uint32_t ms);
uint32_t micros();
inline void yield() {}

// Nobody reads what the library prints.
struct Quiet {
  void begin(unsigned long) {}
  template <typename... Words> void print(Words...) {}
  template <typename... Words> void println(Words...) {}
};
extern Quiet Serial;
