// The buzzer in the room's loudspeaker: square-ish beeps from the device's sound log.

let context = null;
let muted = false;
let free = 0; // when the last queued beep ends, so that a melody keeps its order

/** Browsers let sound begin only in a person's gesture. */
export function wake() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!context && Context) context = new Context();
  if (context && context.state === "suspended") context.resume();
}

export const setMuted = (value) => { muted = value; };
export const isMuted = () => muted;

const going = new Map(); // number of a tone that has begun -> how to end it

/** A tone has begun; its length is not known yet. */
export function begin(number, hz) {
  if (muted || !context || context.state !== "running" || !(hz > 0)) return;
  const tone = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime;
  tone.type = "triangle";
  tone.frequency.value = Math.min(hz, 8000);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.16, start + 0.006);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + 2); // should the end never be told
  going.set(number, (ms) => {
    const end = Math.max(context.currentTime, start + Math.min(ms, 2000) / 1000);
    volume.gain.setTargetAtTime(0, end, 0.008);
    tone.stop(end + 0.06);
  });
}

/** A tone has ended: `ms` is how long it was. One whose beginning was not told is played now. */
export function end(number, hz, ms) {
  const stop = going.get(number);
  going.delete(number);
  if (stop) stop(ms);
  else beep(hz, ms);
}

/** One tone of the buzzer: frequency in Hz, duration in ms. */
function beep(hz, ms) {
  if (muted || !context || context.state !== "running" || !(hz > 0) || !(ms > 0)) return;
  const start = Math.max(context.currentTime + 0.005, free);
  if (start > context.currentTime + 2) return; // the table runs faster than ears
  const end = start + Math.min(ms, 2000) / 1000;
  free = end;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = Math.min(hz, 8000);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.16, start + 0.006);
  volume.gain.setValueAtTime(0.16, Math.max(start + 0.006, end - 0.012));
  volume.gain.linearRampToValueAtTime(0, end);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end + 0.01);
}
