// The table on the screen: mat, zones, name plates and forty cards that people drag, tap or move by keys.

import { ALL, NUMBER, cardSvg, backSvg, foreignSvg, signSvg } from "./cards.js";
import * as layouts from "./layout.js";
import { word, cardName, seatName, suitName } from "./words.js";

const SUIT_ORDER = { O: 0, C: 1, E: 2, B: 3 };
const STRENGTH = { A: 10, 3: 9, R: 8, C: 7, S: 6, 7: 5, 6: 4, 5: 3, 4: 2, 2: 1 };
const DRAG_FROM = 6; // CSS pixels that a press may wander and still be a tap

const byHand = (a, b) => SUIT_ORDER[a[1]] - SUIT_ORDER[b[1]] || STRENGTH[b[0]] - STRENGTH[a[0]];
// A small fixed tilt for each card, so that laid cards look laid by hand.
const tilt = (card) => (((card.charCodeAt(0) * 7 + card.charCodeAt(1) * 13) % 11) - 5) * 0.8;

/**
 * The table inside `root`. `act.lay(card, x, y, put)` (mm) and `act.lift(card, put)` are called for
 * what people do (put: see expect()); `show(state)` draws what /api/state says, `state.read` is the number of the read.
 */
export class Table {
  constructor(root, act) {
    this.root = root;
    this.act = act;
    this.cards = new Map(); // the forty, and by UID what lies there and is no card
    this.state = null;
    this.shown = 0; // the hand that is open on a narrow table
    this.chosen = 0; // the same, when a person chose it
    this.pending = new Map(); // card -> where we have just put it, until a state read after the server's answer
    this.layer = root.querySelector("#cards");
    this.mat = root.querySelector("#mat");
    this.platesBox = root.querySelector("#plates");
    this.focusCard = null;
    this.passing = 0; // the timer that moves the focus on after a play
    this.build();
    new ResizeObserver(() => this.relayout()).observe(root);
    this.relayout();
  }

  build() {
    const back = backSvg();
    for (const card of ALL) this.make(card, cardSvg(card).replace('class="face"', 'class="face front"') + back.replace('class="face"', 'class="face back"'));
    this.plates = {};
    for (const seat of [1, 2, 3, 4]) {
      const plate = document.createElement("div");
      plate.className = "plate";
      plate.dataset.seat = seat;
      plate.dataset.side = seat % 2 ? 1 : 2;
      plate.innerHTML = `<span class="name"></span><span class="bits"></span>`;
      plate.addEventListener("click", () => this.openHand(seat));
      this.platesBox.append(plate);
      this.plates[seat] = plate;
    }
    this.badge = document.createElement("div");
    this.badge.className = "trump-badge";
    this.badge.setAttribute("role", "img");
    this.platesBox.append(this.badge);
  }

  /** The element of a card, or of another tag by its UID. */
  make(card, html) {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "card down";
    element.dataset.card = card;
    element.tabIndex = -1;
    element.innerHTML = html;
    element.addEventListener("pointerdown", (event) => this.press(event, card));
    element.addEventListener("keydown", (event) => this.key(event, card));
    element.addEventListener("click", (event) => { if (event.detail === 0) this.tap(card); }); // screen readers and Enter
    element.addEventListener("focus", () => { this.focusCard = card; });
    this.layer.append(element);
    this.cards.set(card, element);
  }

  /** Tags that lie on the mat and are none of the forty cards. */
  foreign() {
    return (this.state?.mat || []).map((laid) => laid.card).filter((card) => !ALL.includes(card));
  }

  /** Elements for those tags, and none for the ones that are gone. */
  makeForeign() {
    const there = this.foreign();
    for (const tag of there) if (!this.cards.has(tag)) this.make(tag, foreignSvg());
    for (const [card, element] of this.cards) {
      if (ALL.includes(card) || there.includes(card)) continue;
      element.remove();
      this.cards.delete(card);
    }
  }

  relayout() {
    this.layout = layouts.choose();
    const { x, y, side } = this.layout.mat;
    Object.assign(this.mat.style, { left: `${x - side / 2}cqw`, top: `${y - side / 2}cqw`, width: `${side}cqw`, height: `${side}cqw` });
    for (const seat of this.seats()) {
      const [px, py] = this.layout.plates[this.at(seat)];
      Object.assign(this.plates[seat].style, { left: `${px}cqw`, top: `${py}cqw` });
    }
    Object.assign(this.badge.style, { left: `${this.layout.badge[0]}cqw`, top: `${this.layout.badge[1]}cqw` });
    this.drawMat();
    this.draw();
  }

  /** The mat's printing: four outlines, tolerance rings round the card centres, what the antenna reaches. */
  drawMat() {
    const zones = this.state?.zones || { mat_mm: 200, centre_mm: 38, tolerance_mm: 14.9, reach_mm: 58.5 };
    const half = zones.mat_mm / 2;
    const square = (x, y, r) => `<rect class="reach" x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}" rx="${r / 10}"/>`;
    const at = { 1: [0, zones.centre_mm], 2: [zones.centre_mm, 0], 3: [0, -zones.centre_mm], 4: [-zones.centre_mm, 0] };
    const turn = this.state?.phase === "play" || this.state?.phase === "window" ? this.state?.turn : 0;
    const printed = (drawn) => `<g transform="scale(${half / 100})">${drawn}</g>`;
    let svg = printed(`<rect class="edge" x="-96" y="-96" width="192" height="192" rx="9"/><rect class="edge2" x="-93.6" y="-93.6" width="187.2" height="187.2" rx="7.6"/>`);
    if (!zones.own) svg += square(0, 0, zones.reach_mm);
    for (const seat of this.seats()) {
      const [cx, cy] = at[this.at(seat)];
      const [w, h] = this.at(seat) % 2 ? [62, 95] : [95, 62];
      svg += `<rect class="zone${seat === turn ? " turn" : ""}" x="${cx - w / 2}" y="${cy - h / 2}" width="${w}" height="${h}" rx="4"/>`;
    }
    for (const seat of this.seats()) {
      const [cx, cy] = at[this.at(seat)];
      svg += zones.own ? square(cx, cy, zones.reach_mm) : `<circle class="ring" cx="${cx}" cy="${cy}" r="${zones.tolerance_mm}"/>`;
      svg += `<circle class="spot" cx="${cx}" cy="${cy}" r="0.9"/>`;
    }
    svg += printed(`<text x="-62" y="-82">TAPETE</text><text x="62" y="88">TAPETE</text><g class="corner">${["O", "C", "E", "B"].map((suit, i) => {
      return `<g transform="translate(${-81 + i * 11} 85) scale(0.36)" opacity="0.5"><use href="#sign-${suit}"/></g>`;
    }).join("")}</g>`);
    this.mat.innerHTML = `<svg viewBox="${-half} ${-half} ${2 * half} ${2 * half}" aria-hidden="true">${svg}</svg>`;
    this.matKey = this.keyOfMat(turn);
  }

  /** What the drawn mat depends on. */
  keyOfMat(turn) {
    return `${turn}|${this.state?.players}|${JSON.stringify(this.state?.zones)}`;
  }

  /** The seats that play, and where each of them sits: with an antenna a seat by its number. */
  seats() {
    return [1, 2, 3, 4].slice(0, this.state?.players || 4);
  }

  at(seat) {
    return this.state?.zones?.own ? seat : layouts.seatedAt(seat, this.state?.players);
  }

  show(state) {
    const others = this.state?.players !== state.players;
    this.state = state;
    if (others) this.relayout();
    layouts.setMat(state.zones.mat_mm);
    for (const [card, put] of this.pending) {
      if (state.read > put.after) this.pending.delete(card);
    }
    if (state.turn && !this.chosen) this.shown = state.turn;
    if (this.lastTurn !== state.turn) { this.lastTurn = state.turn; this.chosen = 0; if (state.turn) this.shown = state.turn; }
    if (!this.shown) this.shown = 1;
    this.draw();
  }

  openHand(seat) {
    this.chosen = this.shown = seat;
    this.draw();
    this.focusHand(seat);
  }

  place(card) {
    const put = this.pending.get(card);
    if (put) return put.place;
    if (ALL.includes(card)) return this.state?.cards?.[card] || { at: "pack" };
    const order = (this.state?.mat || []).findIndex((laid) => laid.card === card);
    return order < 0 ? { at: "away" } : { at: "mat", order, ...this.state.mat[order] };
  }

  draw() {
    const { state, layout } = this;
    if (!layout) return;
    this.makeForeign();
    const hands = { 1: [], 2: [], 3: [], 4: [] };
    const piles = { 1: 0, 2: 0, 3: 0, 4: 0 };
    let pack = 0;
    for (const card of ALL) {
      const place = this.place(card);
      if (place.at === "hand" && !place.under) hands[place.seat].push(card);
    }
    const turn = state?.turn;
    const playing = state?.phase === "play" || state?.phase === "window";
    for (const seat of this.seats()) {
      const cards = hands[seat].sort(byHand);
      const places = layouts.hand(layout, this.at(seat), cards.length, this.at(this.shown) || 1);
      cards.forEach((card, i) => {
        this.put(card, { ...places[i], z: 20 + i }, "in-hand", `${cardName(card)}, ${word("handOf")} ${seatName(seat)}`);
        this.cards.get(card).classList.toggle("idle", Boolean(playing && turn && seat !== turn && !(layouts.isNarrow(layout) && seat === this.shown)));
      });
    }
    for (const card of this.cards.keys()) {
      const place = this.place(card);
      this.cards.get(card).hidden = place.at === "away";
      if (place.at === "mat") {
        const [x, y] = layouts.toUnits(layout, place.x, place.y);
        const sideways = Math.abs(place.x) > Math.abs(place.y) + 4;
        this.put(card, { x, y, w: layouts.cardWidthOnMat(layout), r: (sideways ? 90 * Math.sign(place.x) * -1 : 0) + tilt(card), z: 100 + (place.order || 0) }, "on-mat", `${ALL.includes(card) ? cardName(card) : word("foreignTag")}, ${word("onMat")}`);
      } else if (place.at === "pile") {
        const [x, y] = layout.piles[this.at(place.seat)];
        const n = (piles[place.seat] += 1);
        this.put(card, { x: x + n * 0.05, y: y - n * 0.05, w: layouts.isNarrow(layout) ? 8 : 5.6, r: (place.seat % 2 ? 8 : -8) + (n % 4), z: 5 }, "down", `${cardName(card)}, ${word("inPile")}`);
      } else if (place.under) { // the trump card, across under the stock
        this.put(card, { x: layout.pack[0] + 5, y: layout.pack[1], w: layouts.isNarrow(layout) ? 9 : 6, r: 90, z: 2 }, "in-hand", `${cardName(card)}, ${word("trumpCard")}`);
      } else if (place.at === "pack") {
        const n = (pack += 1);
        this.put(card, { x: layout.pack[0] + n * 0.035, y: layout.pack[1] - n * 0.035, w: layouts.isNarrow(layout) ? 9 : 6, r: 0, z: 3 }, "down", `${cardName(card)}, ${word("inPack")}`);
      }
    }
    this.drawMarks(hands);
    this.drawPlates(piles);
    const zoneTurn = playing ? turn : 0;
    if (this.matKey !== this.keyOfMat(zoneTurn) && state?.zones) this.drawMat();
    this.roving(hands);
  }

  put(card, { x, y, w, r, z }, kind, label) {
    const element = this.cards.get(card);
    for (const name of ["in-hand", "on-mat", "down"]) element.classList.toggle(name, name === kind);
    if (kind !== "in-hand") element.classList.remove("idle");
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    element.disabled = kind === "down";
    if (element.classList.contains("dragging")) return;
    const where = `--x:${x.toFixed(2)};--y:${y.toFixed(2)};--w:${w.toFixed(2)};--r:${r.toFixed(1)};--z:${z}`;
    if (element.dataset.where === where && !element.dataset.moved) return;
    element.dataset.where = where;
    delete element.dataset.moved;
    element.style.cssText = where;
  }

  drawMarks() {
    const { state } = this;
    const refused = state?.refused_card;
    const best = (state?.table || []).find((laid) => laid.seat === state.winning)?.card;
    for (const [card, element] of this.cards) {
      const place = this.place(card);
      element.classList.toggle("upcard", (card === state?.upcard || card === state?.dealt?.trump) && place.at === "hand");
      element.classList.toggle("refused", card === refused && place.at === "mat");
      element.classList.toggle("winning", card === best && place.at === "mat");
    }
    const trump = state?.trump;
    this.badge.hidden = !trump;
    if (trump && this.badge.dataset.suit !== trump) {
      this.badge.dataset.suit = trump;
      this.badge.innerHTML = signSvg(trump);
    }
    if (trump) this.badge.setAttribute("aria-label", `${word("trumpCard")}: ${suitName(trump)}`);
  }

  drawPlates(piles) {
    const { state } = this;
    for (const seat of [1, 2, 3, 4]) {
      const plate = this.plates[seat];
      plate.hidden = !this.seats().includes(seat);
      plate.dataset.side = this.seats().length < 4 ? seat : seat % 2 ? 1 : 2;
      plate.dataset.at = this.at(seat);
      const turn = state?.turn === seat && (state.phase === "play" || state.phase === "window");
      plate.classList.toggle("turn", Boolean(turn));
      plate.classList.toggle("open-hand", layouts.isNarrow(this.layout) && seat === this.shown);
      const bits = [];
      if (this.dealer() === seat) bits.push(`<span class="chip">${word("dealer")}</span>`);
      if (piles[seat]) bits.push(`<span>${piles[seat] / this.seats().length} ${word(piles[seat] === this.seats().length ? "trick" : "tricks")}</span>`);
      const name = seatName(seat);
      if (plate.firstChild.textContent !== name) plate.firstChild.textContent = name;
      const html = bits.join("") || (state?.names?.[seat] ? `<span>${word("seat")} ${seat}</span>` : "");
      if (plate.lastChild.innerHTML !== html) plate.lastChild.innerHTML = html;
    }
  }

  /** Who deals, or dealt the round that is open. */
  dealer() {
    const { state } = this;
    const between = state && !["play", "window", "match_over"].includes(state.phase);
    return between ? state.dealt?.dealer ?? state.next_dealer ?? state.dealer : state?.dealer;
  }

  // ---- pointer: a press becomes a tap or a drag

  unit(event) {
    const box = this.root.getBoundingClientRect();
    const k = 100 / box.width;
    return [(event.clientX - box.left) * k, (event.clientY - box.top) * k];
  }

  press(event, card) {
    if (event.button > 0) return;
    const element = this.cards.get(card);
    if (element.disabled) return;
    const start = [event.clientX, event.clientY];
    const from = [Number(element.style.getPropertyValue("--x")), Number(element.style.getPropertyValue("--y"))];
    const grab = this.unit(event);
    let dragging = false;
    element.setPointerCapture(event.pointerId);
    const move = (next) => {
      if (!dragging && Math.hypot(next.clientX - start[0], next.clientY - start[1]) < DRAG_FROM) return;
      if (!dragging) {
        dragging = true;
        element.classList.add("dragging");
        element.dataset.moved = "yes"; // its place is the pointer's now, not what put() has set
        element.style.setProperty("--w", layouts.cardWidthOnMat(this.layout).toFixed(2));
        element.style.setProperty("--r", "0");
        this.mat.classList.add("ready");
      }
      const [x, y] = this.unit(next);
      element.style.setProperty("--x", (from[0] + x - grab[0]).toFixed(2));
      element.style.setProperty("--y", (from[1] + y - grab[1]).toFixed(2));
    };
    const stop = () => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", cancel);
      this.mat.classList.remove("ready");
      element.classList.remove("dragging");
    };
    const up = () => {
      const x = Number(element.style.getPropertyValue("--x"));
      const y = Number(element.style.getPropertyValue("--y"));
      const wasDrag = dragging;
      stop();
      if (wasDrag) this.drop(card, x, y);
      else this.tap(card);
    };
    const cancel = () => { stop(); this.draw(); };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", cancel);
  }

  drop(card, x, y) {
    const mm = layouts.toMm(this.layout, x, y);
    const was = this.place(card);
    if (mm) this.lay(card, Math.round(mm[0] * 10) / 10, Math.round(mm[1] * 10) / 10);
    else if (was.at === "mat") this.lift(card);
    else this.draw();
  }

  tap(card) {
    const place = this.place(card);
    if (place.at === "mat") this.lift(card);
    else if (place.at === "hand") {
      if (layouts.isNarrow(this.layout) && place.seat !== this.shown && !place.under) { this.openHand(place.seat); return; }
      this.lay(card);
    }
  }

  /** The place of a seat's card in mm. */
  seatPlace(seat) {
    const centre = this.state?.zones?.centre_mm ?? 38;
    return { 1: [0, -centre], 2: [centre, 0], 3: [0, centre], 4: [-centre, 0] }[this.at(seat)] || [0, 0];
  }

  lay(card, x, y) {
    const place = this.place(card);
    if (x === undefined) [x, y] = this.seatPlace(place.seat);
    this.act.lay(card, x, y, this.expect(card, { at: "mat", x, y, order: 20 }));
  }

  lift(card) {
    const owner = this.state?.owners?.[card];
    this.act.lift(card, this.expect(card, owner ? { at: "hand", seat: owner } : { at: ALL.includes(card) ? "pack" : "away" }));
  }

  /**
   * Shows at once what a person did. A state whose read began before the server's answer may not know of it: the card
   * stays there until one is shown whose `read` is over `after`, which the caller sets when the answer has come.
   */
  expect(card, place) {
    const put = { place, after: Infinity };
    this.pending.set(card, put);
    this.draw();
    return put;
  }

  // ---- keys

  roving(hands) {
    const all = [1, 2, 3, 4].flatMap((seat) => hands[seat]);
    const onMat = this.onMat();
    const reachable = [...all, ...onMat, ...ALL.filter((card) => this.place(card).under)];
    if (!reachable.includes(this.focusCard)) {
      const turnHand = hands[this.state?.turn] || [];
      this.focusCard = turnHand[0] || reachable[0] || null;
    }
    for (const [card, element] of this.cards) element.tabIndex = card === this.focusCard ? 0 : -1;
  }

  onMat() {
    return [...this.cards.keys()].filter((card) => this.place(card).at === "mat");
  }

  group(card) {
    const place = this.place(card);
    if (place.at === "mat") return this.onMat();
    return ALL.filter((other) => this.place(other).at === "hand" && this.place(other).seat === place.seat).sort(byHand);
  }

  focusHand(seat) {
    const first = ALL.filter((card) => this.place(card).at === "hand" && this.place(card).seat === seat).sort(byHand)[0];
    if (first) this.cards.get(first).focus();
  }

  // The next hand in turn gets the focus, unless it has gone elsewhere by then.
  passFocus(card, seat) {
    this.passing = setTimeout(() => {
      const now = document.activeElement;
      if (now === document.body || now === this.cards.get(card)) this.focusHand(this.state?.turn || seat);
    }, 700);
  }

  key(event, card) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const place = this.place(card);
    clearTimeout(this.passing); // who presses on does not want the focus moved under his hands
    if (step) {
      const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
      const along = place.at === "mat" || (place.seat % 2 === 1 || layouts.isNarrow(this.layout) ? sideways : !sideways);
      event.preventDefault();
      if (along) {
        const group = this.group(card);
        const next = group[(group.indexOf(card) + step + group.length) % group.length];
        this.cards.get(next).focus();
      } else {
        // across: to the mat, or from the mat back to the hand in turn
        const onMat = this.onMat();
        if (place.at === "hand" && onMat.length) this.cards.get(onMat[0]).focus();
        else this.focusHand(this.state?.turn || 1);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.tap(card);
      if (place.at === "hand") this.passFocus(card, place.seat);
    }
  }
}

export { NUMBER };
