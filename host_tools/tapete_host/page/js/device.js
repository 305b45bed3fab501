// The device beside the table: the e-ink panel's picture, four buttons that can be held, the switch and the lamp.

import { word, getLang, partName, healthWord } from "./words.js";

const KEYS = ["ok", "cante", "cambio", "deshacer"];
export const HOLD_MS = 900; // long enough for the firmware's "hold" whatever its limit is

export class Device {
  /** `act.button(name, ms)` and `act.power(on)` are called for what people do. */
  constructor(act) {
    this.act = act;
    this.screen = document.querySelector("#screen");
    this.panel = document.querySelector("#panel");
    this.lamp = document.querySelector("#lamp");
    this.powerSwitch = document.querySelector("#power");
    this.keys = document.querySelector("#keys");
    this.health = document.querySelector("#health");
    this.seq = -1;
    this.loading = false;
    this.wanted = null;
    for (const name of KEYS) this.addKey(name);
    this.powerSwitch.addEventListener("click", () => act.power(this.powerSwitch.getAttribute("aria-checked") !== "true"));
    this.relabel();
  }

  addKey(name) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "key";
    key.dataset.key = name;
    key.innerHTML = `<span class="cap" aria-hidden="true"></span><span class="label"></span>`;
    let since = 0;
    let timer = 0;
    const down = (event) => {
      if (event.button > 0 || since) return;
      since = performance.now();
      key.classList.add("down");
      if (event.pointerId !== undefined) key.setPointerCapture(event.pointerId);
      timer = setTimeout(() => key.classList.add("held"), HOLD_MS);
    };
    const up = () => {
      if (!since) return;
      const ms = Math.round(performance.now() - since);
      since = 0;
      clearTimeout(timer);
      key.classList.remove("down", "held");
      this.press(name, Math.max(60, Math.min(ms, 5000)));
    };
    const cancel = () => { since = 0; clearTimeout(timer); key.classList.remove("down", "held"); };
    key.addEventListener("pointerdown", down);
    key.addEventListener("pointerup", up);
    key.addEventListener("pointercancel", cancel);
    key.addEventListener("keydown", (event) => { if ((event.key === "Enter" || event.key === " ") && !event.repeat) { event.preventDefault(); down({}); } });
    key.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); up(); } });
    key.addEventListener("blur", cancel);
    key.addEventListener("click", (event) => { if (event.detail === 0 && !event.isTrusted) this.press(name, 60); });
    key.addEventListener("contextmenu", (event) => event.preventDefault());
    this.keys.append(key);
  }

  press(name, ms) { this.act.button(name, ms); }

  relabel() {
    this.keys.setAttribute("aria-label", word("device"));
    for (const key of this.keys.children) {
      const name = key.dataset.key;
      key.querySelector(".label").innerHTML = `${word(name)}<small>${word(`${name}Sub`)}</small>`;
      key.setAttribute("aria-label", `${word(name)}, ${word(`${name}Sub`)}`);
    }
    this.powerSwitch.textContent = word("power");
  }

  show(state) {
    this.powerSwitch.setAttribute("aria-checked", String(Boolean(state.power)));
    this.lamp.classList.toggle("on", Boolean(state.power && state.firmware?.running));
    this.panel.classList.toggle("off", !state.power);
    this.showHealth(state.health || {}, state.power);
    this.screen.alt = `${word("screenAlt")} ${(state.screen?.texts || []).join("; ")}`;
    this.picture(state.screen?.seq ?? 0, state.screen?.update);
  }

  /** How each part is, as the device tells it; parts that work are told together. */
  showHealth(health, power) {
    const key = getLang() + power + JSON.stringify(health);
    if (this.health.dataset.key === key) return;
    this.health.dataset.key = key;
    const bad = Object.entries(health).filter(([, state]) => state !== "working");
    const told = power && bad.length === 0 ? [["", "working"]] : power ? bad : [];
    this.health.replaceChildren(...told.map(([part, state]) => {
      const item = document.createElement("li");
      item.dataset.part = part;
      item.dataset.state = state;
      item.textContent = part ? `${partName(part)}: ${healthWord(state)}` : word("allWorks");
      return item;
    }));
  }

  /** Loads the panel's picture once its number has changed; the newest wins. */
  async picture(seq, kind) {
    if (seq === this.seq || this.loading) { this.wanted = [seq, kind]; return; }
    this.loading = true;
    try {
      const reply = await fetch(`/api/screen.png?seq=${seq}`, { cache: "no-store" });
      if (reply.ok) {
        const url = URL.createObjectURL(await reply.blob());
        const old = this.screen.src;
        this.screen.src = url;
        await this.screen.decode().catch(() => {});
        if (this.screen.naturalWidth) this.panel.style.aspectRatio = `${this.screen.naturalWidth} / ${this.screen.naturalHeight}`;
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
        if (this.seq >= 0) this.flash(kind);
        this.seq = seq;
      }
    } catch { /* the connection's state is shown elsewhere; the next change tries again */ }
    this.loading = false;
    const wanted = this.wanted;
    this.wanted = null;
    if (wanted && wanted[0] !== this.seq) this.picture(...wanted);
  }

  flash(kind) {
    const name = kind === "full" ? "flash-full" : kind === "fast" ? "flash-fast" : "";
    this.panel.classList.remove("flash-full", "flash-fast");
    if (!name) return;
    void this.panel.offsetWidth; // lets the animation begin anew
    this.panel.classList.add(name);
  }

  beep(ms) {
    this.lamp.classList.add("beep");
    clearTimeout(this.lampTimer);
    this.lampTimer = setTimeout(() => this.lamp.classList.remove("beep"), Math.max(120, Math.min(ms, 800)));
  }
}
