// A program for the PN5180 library: inventories of ISO15693 on the board wroom_pn5180, printed.
#include "PN5180ISO15693.h"

enum { SELECT = 21, BUSY = 4, RESET = 22, MOST = 40 };
const Wiring wiring = {2, 18, 23, 19, SELECT};

// Arguments: the model's device socket, how many inventories. A line for each: `found UID..`
int main(int, char **words) {
  connect_to(words[1]);
  PN5180ISO15693 reader(SELECT, BUSY, RESET);
  reader.begin();
  reader.reset();
  if (!reader.setupRF()) printf("no RF set-up\n");
  for (int left = atoi(words[2]); left; left--) {
    uint8_t uids[8 * (MOST + 16)] = {}, count = 0;
    reader.getInventoryMultiple(uids, MOST, &count);
    printf("found");
    for (int i = 0; i < count && i < MOST; i++) {
      printf(" ");
      for (int k = 7; k >= 0; k--) printf("%02X", uids[8 * i + k]);
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
