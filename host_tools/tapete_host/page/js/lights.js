// The ring of lights round the mat, where the board has one: colours as the LEDs have them, bright enough for a page.

const FULL = 40; // of 255: how bright the device's LEDs are by day

/** "ff8000" of an LED -> a colour of the page; null when it is dark. */
export function colour(hex) {
  const parts = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  if (!parts.some(Boolean)) return null;
  return `rgb(${parts.map((part) => Math.round(255 * Math.min(1, part / FULL) ** 0.5)).join(" ")})`;
}

export class Lights {
  constructor(root, mat) {
    this.root = root;
    this.mat = mat;
    this.leds = "";
  }

  show(state) {
    const { left, top, width, height } = this.mat.style;
    Object.assign(this.root.style, { left, top, width, height });
    const leds = (state.lights || []).at(-1)?.leds ?? [];
    if (leds.join() === this.leds) return;
    this.leds = leds.join();
    while (this.root.children.length > leds.length) this.root.lastChild.remove();
    while (this.root.children.length < leds.length) this.root.append(document.createElement("span"));
    leds.forEach((hex, i) => {
      const light = this.root.children[i];
      const angle = (2 * Math.PI * i) / leds.length; // clockwise, from the middle before seat 1
      const shown = colour(hex);
      light.style.left = `${50 - 48.5 * Math.sin(angle)}%`;
      light.style.top = `${50 + 48.5 * Math.cos(angle)}%`;
      light.style.setProperty("--light", shown ?? "transparent");
      light.classList.toggle("lit", Boolean(shown));
    });
  }
}
