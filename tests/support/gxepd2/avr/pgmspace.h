/* There is one memory here; see ../Arduino.h. */
