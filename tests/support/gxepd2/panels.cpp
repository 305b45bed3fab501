// Three panels of GxEPD2 as plain functions, and Arduino on a panel's model; see support/vendor_panels.py.
#include "SPI.h"
#include "gdey/GxEPD2_290_GDEY029T94.h"
#include "gdey/GxEPD2_420_GDEY042T81.h"
#include "gdey/GxEPD2_750_GDEY075T7.h"

extern "C" {
void (*desk_pin)(int pin, int level);
int (*desk_busy)(void);
void (*desk_send)(const uint8_t *bytes, uint32_t count);
void (*desk_wait)(uint32_t ms);
}

Quiet Serial;
SPIClass SPI;
static uint32_t now_us;
static uint8_t held[4096]; // bytes of a transfer, until a pin moves
static uint32_t many;

static void flush() {
  if (many) desk_send(held, many);
  many = 0;
}

uint8_t SPIClass::transfer(uint8_t value) {
  held[many++] = value;
  if (many == sizeof held) flush();
  return 0;
}

void digitalWrite(int pin, int level) {
  flush();
  if (pin == RST_PIN || pin == DC_PIN) desk_pin(pin, level);
}

int digitalRead(int) { return desk_busy(); }

void delay(uint32_t ms) {
  flush();
  now_us += ms * 1000;
  desk_wait(ms);
}

uint32_t micros() { return now_us += 5; }

static GxEPD2_EPD *panel;

extern "C" {
void EPD_begin(int inches) {
  if (inches == 75) panel = new GxEPD2_750_GDEY075T7(CS_PIN, DC_PIN, RST_PIN, BUSY_PIN);
  else if (inches == 42) panel = new GxEPD2_420_GDEY042T81(CS_PIN, DC_PIN, RST_PIN, BUSY_PIN);
  else panel = new GxEPD2_290_GDEY029T94(CS_PIN, DC_PIN, RST_PIN, BUSY_PIN);
  panel->init();
}

void EPD_clear() { panel->clearScreen(0xFF); }

// A picture of w x h at (x, y), by a full or a partial update.
void EPD_draw(const uint8_t *bits, int x, int y, int w, int h, int full) {
  if (full) panel->writeImageForFullRefresh(bits, x, y, w, h);
  else panel->writeImage(bits, x, y, w, h);
  if (full) panel->refresh(false);
  else panel->refresh(x, y, w, h);
  panel->writeImageAgain(bits, x, y, w, h);
}

void EPD_hibernate() { panel->hibernate(); }
}
