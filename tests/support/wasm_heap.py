"""The second ruler: what the firmware takes on 32 bits, in MicroPython for WebAssembly (see wasm_heap.mjs)."""


def peak(quick):
    return None
