// Runs the test functions of one file in a MicroPython for WebAssembly, as run_micropython.py does; see tests/compat.py.
//
//     node run_wasm.mjs MICROPYTHON.MJS FIRMWARE ROOT FILE
//
// FIRMWARE is the folder of the compiled firmware, FILE a test file relative to ROOT, the project. That build collects
// garbage only where no Python runs: between two tests.

import path from "node:path";
import { load } from "./wasm.mjs";

const HOST = ["host_tools/tapete_host/__init__.py", "host_tools/tapete_host/sim", "host_tools/examples"];
const TESTS = ["tests/support", "tests/golden", "tests/vectors.json"];
const HOME = "/project";

const [module, firmware, root, file] = process.argv.slice(2);
const needed = [...HOST, ...TESTS, file].map((name) => [path.join(root, name), path.join(HOME, name)]);
const mp = await load(module, { [firmware]: HOME + "/firmware", ...Object.fromEntries(needed) });
mp.runPython(`
import gc, os, sys
os.chdir("${HOME}")
sys.path[:] = ["${HOME}/" + part for part in ("firmware", "host_tools", "tests")] + [".frozen"]
from support import wasm_os
wasm_os.mend()
from support.run_micropython import load, run
found = load("${HOME}/${file}")
names = " ".join(sorted(found))
`);
for (const name of mp.globals.get("names").split(" ")) {
  mp.runPython("gc.collect()");
  mp.runPython(`run("${name}", found["${name}"])`);
}
