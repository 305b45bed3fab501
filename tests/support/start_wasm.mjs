// Imports the device's main in a MicroPython for WebAssembly that is too old for it, and for .mpy; see tests/compat.py.
//
//     node start_wasm.mjs MICROPYTHON.MJS FIRMWARE
//
// FIRMWARE is the folder of its sources.

import { load } from "./wasm.mjs";

const [module, firmware] = process.argv.slice(2);
const mp = await load(module, { [firmware]: "/" });
mp.runPython(`
import sys
class machine:
    DEEPSLEEP_RESET = 4
    reset_cause = lambda: 1
sys.modules["machine"] = machine
sys.path[:] = ["/"]
import main
`);
