// Runs the firmware's .mpy in MicroPython for WebAssembly against a model process; see wasm_heap.py.
//
//     node wasm_heap.mjs MICROPYTHON.MJS SOCKET FOLDER
//
// FOLDER is what the device's flash holds, with `shim` and wasm_main beside. The worker has the interpreter and
// blocks where the firmware waits for an answer; this thread relays between it and the socket.

import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { Worker, isMainThread, workerData } from "node:worker_threads";

const ROOM = 1 << 20; // bytes of the ring that holds answers
const HEAP = 1 << 20; // bytes: the heap would grow by itself, so that it starts with plenty changes nothing
const TOLD_EVERY = 200; // turns

if (isMainThread) relay(...process.argv.slice(2));
else await firmware(workerData);

function relay(module, socketPath, folder) {
  // Words: bytes ever put into the ring, bytes ever taken out.
  const marks = new SharedArrayBuffer(8);
  const ring = new SharedArrayBuffer(ROOM);
  const words = new Int32Array(marks);
  const bytes = new Uint8Array(ring);
  const socket = net.createConnection(socketPath, () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { module, folder, marks, ring } });
    worker.on("message", (data) => socket.write(data));
    worker.on("error", (error) => {
      console.log("note worker: " + error.message);
      process.exit(1);
    });
    worker.on("exit", () => process.exit(0));
  });
  socket.setNoDelay(true);
  socket.on("data", (data) => {
    let at = Atomics.load(words, 0);
    for (const byte of data) {
      bytes[(at >>> 0) % ROOM] = byte;
      at = (at + 1) | 0;
    }
    Atomics.store(words, 0, at);
    Atomics.notify(words, 0);
  });
  socket.on("close", () => process.exit(0));
  socket.on("error", () => process.exit(0));
}

async function firmware({ module, folder, marks, ring }) {
  const { parentPort } = await import("node:worker_threads");
  const words = new Int32Array(marks);
  const bytes = new Uint8Array(ring);
  const { loadMicroPython } = await import(module);
  const mp = await loadMicroPython({
    heapsize: HEAP,
    linebuffer: true,
    stdout: (line) => fs.writeSync(1, line + "\n"),
  });
  mp.registerJsModule("bridge", {
    write: (at, n) => parentPort.postMessage(mp._module.HEAPU8.slice(at, at + n)),
    read: (at, n) => {
      let from = words[1];
      for (;;) {
        const put = Atomics.load(words, 0);
        if (((put - from) | 0) >= n) break;
        Atomics.wait(words, 0, put);
      }
      const heap = mp._module.HEAPU8;
      for (let i = 0; i < n; i++) heap[at + i] = bytes[((from + i) >>> 0) % ROOM];
      words[1] = (from + n) | 0;
    },
  });
  copy(mp.FS, folder, "");
  mp.FS.mkdirTree("/actas/hot"); // its error numbers are not the ESP32's: "no such file" would be a trouble
  mp.runPython("from wasm_main import DOORS");
  const door = (name) => {
    mp.runPython(`door = DOORS["${name}"]`);
    return mp.globals.get("door");
  };
  const collect = () => mp.runPython("import gc; gc.collect()");
  door("boot")();
  collect();
  door("settle")();
  mp.runPython("import gc; gc.threshold(2048)");
  door("start")();
  collect();
  door("started")();
  const turn = door("turn");
  const collected = door("collected");
  const tell = door("tell");
  for (let n = 1; ; n++) {
    if (turn()) collected();
    if (n % TOLD_EVERY === 0) tell();
  }
}

function copy(FS, from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = to + "/" + entry.name;
    if (entry.isDirectory()) {
      FS.mkdirTree(target);
      copy(FS, source, target);
    } else FS.writeFile(target, fs.readFileSync(source));
  }
}
