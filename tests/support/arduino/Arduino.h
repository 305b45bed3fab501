// What public reader libraries need of Arduino, on the wire to the model process; arduino.cpp has the rest.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef uint8_t byte;
typedef uint16_t word;
class __FlashStringHelper;
#define PROGMEM
#define F(text) (reinterpret_cast<const __FlashStringHelper *>(text))
#define pgm_read_byte(at) (*(at))
enum { LOW, HIGH };
enum { INPUT, OUTPUT };
enum { SS = 4 }; // the select pin of a constructor that names none
enum { DEC = 10, HEX = 16 };

void pinMode(int pin, int mode);
void digitalWrite(int pin, int level);
int digitalRead(int pin);
void delayMicroseconds(uint32_t us);
void delay(uint32_t ms);
uint32_t millis();
inline void yield() {}

// Nobody reads what the library prints.
struct Quiet {
  template <typename... Words> void print(Words...) {}
  template <typename... Words> void println(Words...) {}
};
extern Quiet Serial;

// How a program's board is wired: SPI host, its pins, and the select line whose frames are counted.
struct Wiring {
  uint8_t host, sck, mosi, miso, select;
};
extern const Wiring wiring;
extern uint32_t frames;
void connect_to(const char *path);
