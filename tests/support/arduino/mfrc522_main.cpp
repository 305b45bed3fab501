// A program for the MFRC522 library: stock is taken over the first seat of the board s3_mfrc522, and printed.
#include "MFRC522.h"

enum { SELECT = 4, RESET = 8, TRIES = 12 };
const Wiring wiring = {1, 12, 11, 13, SELECT};

// One stock-taking as the library's users do it: REQA, select, halt, until nobody answers. A line: `found UID.. | trouble..`
static void inventory(MFRC522 &reader) {
  printf("found");
  int troubles[16] = {};
  uint32_t begin = frames;
  for (int tries = 0; tries < TRIES && reader.PICC_IsNewCardPresent(); tries++) {
    MFRC522::StatusCode status = reader.PICC_Select(&reader.uid);
    if (status == MFRC522::STATUS_OK) {
      printf(" ");
      for (byte i = 0; i < reader.uid.size; i++) printf("%02X", reader.uid.uidByte[i]);
      reader.PICC_HaltA();
    } else {
      troubles[status & 15]++;
    }
  }
  printf(" |");
  for (int status = 0; status < 16; status++) {
    if (troubles[status]) printf(" %d:%d", status, troubles[status]);
  }
  printf(" | %u\n", frames - begin);
}

// Arguments: the model's device socket, how many inventories, each from a field that was off.
int main(int, char **words) {
  connect_to(words[1]);
  MFRC522 reader(SELECT, RESET);
  reader.PCD_Init();
  printf("version %02X\n", reader.PCD_ReadRegister(MFRC522::VersionReg));
  for (int left = atoi(words[2]); left; left--) {
    reader.PCD_AntennaOff();
    delay(6);
    reader.PCD_AntennaOn();
    delay(6);
    inventory(reader);
    fflush(stdout);
  }
  return 0;
}
