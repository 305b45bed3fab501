/* Hands the vendor's calls over to functions given by the process that loads this. */
#include "DEV_Config.h"

void (*desk_pin)(int pin, int level);
int (*desk_busy)(void);
void (*desk_send)(const uint8_t *bytes, uint32_t count);
void (*desk_wait)(uint32_t ms);

void DEV_Digital_Write(UWORD pin, UBYTE level) {
    if (pin == EPD_RST_PIN || pin == EPD_DC_PIN)
        desk_pin(pin, level);
}

UBYTE DEV_Digital_Read(UWORD pin) { return pin == EPD_BUSY_PIN ? desk_busy() : 0; }

void DEV_SPI_WriteByte(UBYTE byte) { desk_send(&byte, 1); }

void DEV_SPI_Write_nByte(uint8_t *bytes, uint32_t count) { desk_send(bytes, count); }

void DEV_Delay_ms(UDOUBLE ms) { desk_wait(ms); }
