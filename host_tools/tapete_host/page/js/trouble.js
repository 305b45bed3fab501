// The drawer "Make trouble": every fault that the model has, by name and with its arguments; what is on now; all off.

import { get } from "./api.js";
import { word, getLang, faultName, faultGroup, argumentName, cardName } from "./words.js";

const BUTTONS = ["ok", "cante", "cambio", "deshacer"];

/** Fields for one fault's arguments; `values()` reads them, leaving out what is as it comes. */
class Arguments {
  constructor(name, about) {
    this.about = about;
    this.inputs = {};
    this.box = document.createElement("span");
    this.box.className = "arguments";
    for (const [key, one] of Object.entries(about)) {
      const label = document.createElement("label");
      label.textContent = argumentName(key);
      const input = this.input(key, one);
      input.id = `fault-${name}-${key}`;
      label.htmlFor = input.id;
      this.inputs[key] = input;
      label.append(input);
      this.box.append(label);
    }
  }

  input(key, one) {
    const words = one.words ?? { button: BUTTONS, card: [], seat: [0, 1, 2, 3, 4] }[key];
    if (words) {
      const select = document.createElement("select");
      select.replaceChildren(...words.map((value) => new Option(this.option(key, value), String(value))));
      select.value = String(one.default ?? words[0] ?? "");
      return select;
    }
    const input = document.createElement("input");
    input.type = "number";
    Object.assign(input, { min: one.least, max: one.most, step: one.most <= 1 && one.least < 1 ? 0.05 : "any", value: one.default });
    return input;
  }

  option(key, value) {
    if (key === "seat") return value ? `${word("seat")} ${value}` : word("allSeats");
    return key === "button" ? word(value) : String(value);
  }

  /** The cards that lie there now, for a fault of one card. */
  offer(cards) {
    const select = this.inputs.card;
    if (!select || select.dataset.key === cards.join()) return;
    const was = select.value;
    select.dataset.key = cards.join();
    select.replaceChildren(...cards.map((card) => new Option(cardName(card), card)));
    if (cards.includes(was)) select.value = was;
  }

  values() {
    const found = {};
    for (const [key, input] of Object.entries(this.inputs)) {
      const one = this.about[key];
      if (input.value === "" || input.value === String(one.default)) continue;
      found[key] = "least" in one ? Number(input.value) : input.value;
    }
    return found;
  }
}

export class Trouble {
  /** `act.fault({name, on, ...})` is called for what people switch. */
  constructor(root, act) {
    this.act = act;
    this.list = root.querySelector("#faults");
    this.now = root.querySelector("#faults-on");
    this.off = root.querySelector("#faults-off");
    this.known = null;
    this.board = null;
    this.rows = new Map(); // name -> {button, arguments}
    this.off.addEventListener("click", () => this.allOff());
  }

  /** Reads which faults there are: once a board. */
  async read(board) {
    if (this.board === board) return;
    this.board = board;
    try {
      this.known = (await get("/api/faults")).faults;
      this.list.dataset.key = "";
      if (this.state) this.show(this.state);
    } catch { this.board = null; }
  }

  show(state) {
    this.state = state;
    this.read(state.board);
    if (!this.known) return;
    const key = getLang() + this.board;
    if (this.list.dataset.key !== key) { this.list.dataset.key = key; this.build(); }
    const on = state.faults?.on || {};
    const lying = state.mat.map((laid) => laid.card).filter((card) => card.length === 2);
    for (const [name, row] of this.rows) {
      row.arguments.offer(lying);
      if (this.known[name].once) continue;
      const pressed = Object.keys(on).some((one) => one.split(" ")[0] === name);
      row.button.setAttribute("aria-pressed", String(pressed));
    }
    this.showNow(on);
  }

  build() {
    const groups = new Map();
    this.rows.clear();
    for (const name of Object.keys(this.known).sort((a, b) => faultName(a, a).localeCompare(faultName(b, b)))) {
      const group = faultGroup(name);
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(this.row(name));
    }
    const order = ["reader", "cards", "panel", "flash", "other"].filter((group) => groups.has(group));
    const open = new Set([...this.list.querySelectorAll("details[open]")].map((details) => details.dataset.group));
    this.list.replaceChildren(...order.map((group, i) => {
      const details = document.createElement("details");
      details.dataset.group = group;
      details.open = open.size ? open.has(group) : i === 0;
      const summary = document.createElement("summary");
      summary.textContent = word(`group_${group}`);
      const list = document.createElement("ul");
      list.append(...groups.get(group));
      details.append(summary, list);
      return details;
    }));
  }

  row(name) {
    const about = this.known[name];
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.fault = name;
    button.textContent = faultName(name, about.text);
    button.title = about.rows.length ? `${about.text} (${word("row")} ${about.rows.join(", ")})` : about.text;
    if (about.once) button.classList.add("once"); else button.setAttribute("aria-pressed", "false");
    const fields = new Arguments(name, about.arguments);
    button.addEventListener("click", () => this.press(name, button, fields));
    item.append(button, fields.box);
    this.rows.set(name, { button, arguments: fields });
    return item;
  }

  press(name, button, fields) {
    const on = button.getAttribute("aria-pressed") !== "true";
    if (on) this.act.fault({ name, on, ...fields.values() });
    else for (const [key, values] of Object.entries(this.state.faults.on)) if (key.split(" ")[0] === name) this.end(name, values);
  }

  /** Ends a fault; what says which card, button or seat it is has to be said again. */
  end(name, values) {
    const which = Object.fromEntries(Object.entries(values).filter(([key]) => ["card", "button", "seat"].includes(key)));
    return this.act.fault({ name, on: false, ...which });
  }

  async allOff() {
    for (const [key, values] of Object.entries(this.state?.faults?.on || {})) await this.end(key.split(" ")[0], values);
  }

  showNow(on) {
    const names = Object.keys(on);
    this.off.disabled = names.length === 0;
    const key = getLang() + JSON.stringify(on);
    if (this.now.dataset.key === key) return;
    this.now.dataset.key = key;
    this.now.replaceChildren(...(names.length ? names.map((name) => this.chip(name, on[name])) : [word("noFaults")]));
  }

  chip(key, values) {
    const name = key.split(" ")[0];
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.on = key;
    const told = Object.entries(values).filter(([argument, value]) => argument !== "seat" || value);
    const said = told.map(([argument, value]) => `${argumentName(argument)} ${value}`).join(", ");
    button.textContent = faultName(name, this.known[name]?.text ?? name) + (said ? ` (${said})` : "");
    button.setAttribute("aria-label", `${word("endFault")}: ${button.textContent}`);
    button.addEventListener("click", () => this.end(name, values));
    return button;
  }
}
