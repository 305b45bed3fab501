// Loads a MicroPython for WebAssembly and gives it copies of files.

import fs from "node:fs";
import path from "node:path";

const HEAP = 64 << 20; // bytes; it grows by itself, but many pieces are slow
const TEXTS = /\.(py|mpy|txt|bin|json|jsonl|acta|guion)$/;

// Node would tell the line at fault, which is the whole build.
process.on("uncaughtException", (error) => {
  fs.writeSync(2, String(error.message) + "\n");
  process.exit(1);
});

/** The interpreter of this micropython.mjs, its output ours; `files`: path here -> path there, of files or folders. */
export async function load(module, files) {
  const { loadMicroPython } = await import(module);
  const mp = await loadMicroPython({
    url: module.replace(/mjs$/, "wasm"), // old ones look for it in the current folder
    heapsize: HEAP,
    linebuffer: true,
    stdout: (line) => fs.writeSync(1, line + "\n"),
  });
  for (const [from, to] of Object.entries(files)) copy(mp.FS, from, to);
  return mp;
}

function copy(FS, from, to) {
  if (fs.statSync(from).isDirectory()) {
    for (const name of fs.readdirSync(from)) copy(FS, path.join(from, name), path.join(to, name));
  } else if (TEXTS.test(from)) {
    FS.mkdirTree(path.dirname(to));
    FS.writeFile(to, fs.readFileSync(from));
  }
}
