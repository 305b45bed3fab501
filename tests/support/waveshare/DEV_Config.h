/* What the vendor's panel drivers call of their board, here a model in the same process: see support/vendor_panels.py. */
#ifndef TAPETE_DEV_CONFIG_H
#define TAPETE_DEV_CONFIG_H

#include <stdint.h>

#define UBYTE uint8_t
#define UWORD uint16_t
#define UDOUBLE uint32_t

enum { EPD_RST_PIN, EPD_DC_PIN, EPD_CS_PIN, EPD_BUSY_PIN };

void DEV_Digital_Write(UWORD pin, UBYTE level);
UBYTE DEV_Digital_Read(UWORD pin);
void DEV_SPI_WriteByte(UBYTE byte);
void DEV_SPI_Write_nByte(uint8_t *bytes, uint32_t count);
void DEV_Delay_ms(UDOUBLE ms);

#endif
