// Puts the page together: state from the server, events as they come, and what people do sent back.

import { get, post, follow } from "./api.js";
import { signDefs } from "./cards.js";
import { Table } from "./table.js";
import { Device, HOLD_MS } from "./device.js";
import { Acta } from "./acta.js";
import { Lights } from "./lights.js";
import * as sound from "./sound.js";
import { Spoken } from "./spoken.js";
import { Trouble } from "./trouble.js";
import { word, setLang, getLang, setNames, seatName, cardName, theCard, helpHtml, account } from "./words.js";

const $ = (selector) => document.querySelector(selector);
document.body.insertAdjacentHTML("afterbegin", signDefs());

const stored = (key, fallback) => { try { return localStorage.getItem(key) ?? fallback; } catch { return fallback; } };
const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private windows may forbid it */ } };

const asked = new URLSearchParams(location.search); // ?lang=es, ?seed=8 to be dealt the same cards again
const wished = asked.get("lang");
setLang(wished || stored("tapete.lang", (navigator.language || "en").startsWith("es") ? "es" : "en"));
sound.setMuted(stored("tapete.muted", "no") === "yes");

let state = null;
let roundRunning = false;
let dealing = false; // over the mat, which takes a while

// ---- messages

let toastTimer = 0;
function toast(text) {
  const box = $("#toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("shown"), 4200);
}

/** Sends what a person did; a refusal by the server is said and the state read again. */
async function send(path, body, put = {}) {
  try {
    return await post(path, body);
  } catch (error) {
    toast(error.message);
    return null;
  } finally {
    put.after = reads;
    refresh();
  }
}

const table = new Table($("#table"), {
  lay: (card, x, y, put) => send("/api/mat", { lay: [{ card, x, y }] }, put),
  lift: (card, put) => send("/api/mat", { lift: [card] }, put),
});
const device = new Device({
  button: (name, ms) => send("/api/button", { name, ms }),
  power: (on) => send("/api/power", { on }),
});
const acta = new Acta($("#lines"));
const lights = new Lights($("#lights"), $("#mat"));
const spoken = new Spoken($("#spoken"), getLang);
spoken.setAloud(stored("tapete.aloud", "no") === "yes");
const trouble = new Trouble($("#trouble"), { fault: (body) => send("/api/fault", body) });

// ---- state: read after every event, never more often than the screen draws

let reads = 0; // begun so far
let reading = false;
let again = false;
async function refresh() {
  if (reading) { again = true; return; }
  reading = true;
  const read = (reads += 1);
  try {
    state = { ...(await get("/api/state")), read };
  } catch { // the event stream shows when the connection is gone; else the state is still wanted
    again = link.state === "on";
  }
  reading = false;
  if (again) { again = false; setTimeout(refresh, 40); }
  if (state) draw();
}

function draw() {
  setNames(Object.fromEntries(Object.entries(state.names || {}).filter(([, name]) => name)));
  const key = JSON.stringify(state.names);
  if (draw.names !== key) { draw.names = key; acta.redraw(); }
  table.show(state);
  device.show(state);
  lights.show(state);
  acta.score($("#score"), state);
  const now = nowText();
  if (now !== $("#now").textContent) {
    $("#now").textContent = now;
    spoken.say(now);
  }
  $("#deal").disabled = !state.can_deal || dealing;
  $("#collect").disabled = !state.mat.length || trickOpen();
  $("#play-card").disabled = !state.power || roundRunning;
  $("#play-round").textContent = word(roundRunning || state.playing ? "stopRound" : "playRound");
  $("#play-round").disabled = !state.power;
  $("#deal").classList.toggle("strong", Boolean(state.can_deal && !state.hands));
  const toCollect = state.phase === "window" && state.mat.length > 0;
  $("#collect").classList.toggle("strong", toCollect);
  $("#play-card").classList.toggle("strong", !toCollect && !(state.can_deal && !state.hands));
  const alarm = $("#alarm");
  alarm.hidden = !state.trouble;
  alarm.textContent = state.trouble || "";
  showSpeed(state.speed);
  drawNotes(state.notes || []);
  $("#foreign").setAttribute("aria-pressed", String(table.foreign().length > 0));
  trouble.show(state);
}

/** What the device noted for its keeper (a deck with a card missing, a torn line), the newest last. */
function drawNotes(notes) {
  const list = $("#notes");
  list.hidden = notes.length === 0;
  list.replaceChildren(...notes.slice(-4).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

/** Whether nothing lies there but a trick that is being played: nobody takes that up. */
function trickOpen() {
  const open = state.table.map((play) => play.card ?? play[1]);
  return state.phase === "play" && !state.refused_card && !state.question && state.mat.every((laid) => open.includes(laid.card));
}

/** One sentence: what somebody at the table would do next. */
function nowText() {
  if (!state.power) return word("off");
  if (state.asleep) return word("asleep");
  if (state.firmware?.prompt) return word("prompt");
  if (!state.firmware?.running || !state.screen?.kind) return word("starting");
  if (/^scan_(passing|by)/.test(state.question)) return word("scanning");
  if (state.question?.startsWith("setup_start")) return word("newMatch");
  if (state.question) return word(state.screen.texts.some((text) => text.startsWith("1 ")) ? "answerNumber" : "answerQuestion");
  if (state.phase === "match_over") return word("matchOver");
  if (state.screen.kind === "new_match") return word("newMatch");
  if (state.refused_card) return word("takeBack");
  const lying = state.mat.map((laid) => laid.card);
  if (state.phase === "play" && !state.table.length && lying.includes(state.upcard)) return word("clearTrump", seatName(state.dealer), seatName(state.turn));
  if (state.phase === "play") return word(state.table.length ? "turn" : "lead", seatName(state.turn));
  if (state.phase === "window") return word(lying.length ? "windowOpen" : "lead", seatName(state.turn));
  if (!state.hands) return word(state.phase === "round_over" ? "roundOver" : "noHands");
  if (state.dealt && lying.length === 1 && lying[0] === state.dealt.trump) return word("confirmTrump", cardName(state.dealt.trump));
  if (state.dealt) return word("showTrump", seatName(state.dealt.dealer), cardName(state.dealt.trump));
  return "";
}

function showSpeed(factor) {
  const speed = $("#speed");
  if (![...speed.options].some((option) => Number(option.value) === factor)) speed.add(new Option(`× ${factor}`, String(factor)));
  speed.value = String(factor);
}

/** What is no card lies on the mat, or is taken away: a travel card in somebody's hand. */
function foreign() {
  const lying = table.foreign();
  send("/api/mat", lying.length ? { lift: lying } : { lay: ["foreign"] });
}

// ---- words of the page itself

function relabel() {
  document.documentElement.lang = getLang();
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  $("#lang").textContent = word("other");
  $("#lang").title = word("otherTip");
  $("label[for=scan]").title = word("scanDealTip");
  $("#lang").setAttribute("lang", getLang() === "es" ? "en" : "es");
  $("#mute").textContent = word(sound.isMuted() ? "muted" : "sound");
  $("#mute").setAttribute("aria-pressed", String(sound.isMuted()));
  $("#aloud").textContent = word(spoken.aloud ? "aloud" : "silent");
  $("#aloud").setAttribute("aria-pressed", String(spoken.aloud));
  $("#aloud").hidden = !spoken.able;
  const speed = $("#speed");
  const value = speed.value;
  speed.replaceChildren(...[0, 0.5, 1, 2, 5, 20].map((n) => new Option(n ? `× ${n}` : word("stopped"), String(n))));
  if (value) speed.value = value;
  $("#help-text").innerHTML = helpHtml();
  device.relabel();
  link(link.state || "wait");
  acta.redraw();
  if (state) draw();
}

function link(value) {
  link.state = value;
  const box = $("#link");
  box.dataset.state = value;
  box.textContent = word({ on: "connected", off: "lost", wait: "connecting" }[value]);
}

// ---- events

let actaReads = 0; // how many reads of the whole acta are under way
let early = []; // [number, entry] that came meanwhile

function onEvent(type, data, number) {
  if (type === "acta" || type === "answer") {
    spoken.say(account(data));
    if (actaReads) early.push([number, data]); else acta.add(data);
  }
  else if (type === "sound") {
    if (data.going) { sound.begin(data.n, data.hz); device.beep(120); } else sound.end(data.n, data.hz, data.ms);
    return;
  }
  else if (type === "reset") loadActa();
  refresh();
}

/** Reads the whole acta; what comes meanwhile is added after it, once -> the number of the last event that is in it. */
async function loadActa() {
  actaReads += 1;
  let read = 0;
  try {
    const { lines, last_event: last } = await get("/api/acta?as=json");
    acta.clear();
    for (const line of lines) acta.add(line, false);
    read = last;
  } catch { /* as above */ }
  actaReads -= 1;
  if (!actaReads) {
    for (const [number, entry] of early) if (number > read) acta.add(entry);
    early = [];
  }
  return read;
}

// ---- what people press

$("#deal").addEventListener("click", deal);
$("#collect").addEventListener("click", collect);
$("#play-card").addEventListener("click", playCard);
$("#play-round").addEventListener("click", playRound);
$("#foreign").addEventListener("click", foreign);
$("#mute").addEventListener("click", mute);
$("#aloud").addEventListener("click", aloud);
$("#lang").addEventListener("click", () => { setLang(getLang() === "es" ? "en" : "es"); store("tapete.lang", getLang()); relabel(); });
$("#speed").addEventListener("change", (event) => send("/api/speed", { factor: Number(event.target.value) }));
$("#help-open").addEventListener("click", () => $("#help").showModal());
$("#help-close").addEventListener("click", () => $("#help").close());
addEventListener("pointerdown", sound.wake, { capture: true });
addEventListener("keydown", sound.wake, { capture: true });

async function deal() {
  const body = { seed: Number(asked.get("seed")) || Math.floor(Math.random() * 1e9) };
  if ($("#scan").checked) body.scan = true;
  dealing = true;
  if (state) draw();
  await send("/api/deal", body);
  dealing = false;
  refresh();
}
function collect() {
  if (state?.mat.length) send("/api/mat", { lift: state.mat.map((laid) => laid.card) });
}
function mute() {
  sound.setMuted(!sound.isMuted());
  store("tapete.muted", sound.isMuted() ? "yes" : "no");
  relabel();
}
function aloud() {
  spoken.setAloud(!spoken.aloud);
  store("tapete.aloud", spoken.aloud ? "yes" : "no");
  relabel();
  if (state) spoken.say($("#now").textContent);
}
function playCard() {
  send("/api/play", { what: "card" });
}
async function playRound() {
  if (roundRunning || state?.playing) { send("/api/play", { what: "stop" }); return; }
  roundRunning = true;
  if (state) draw();
  await send("/api/play", { what: "round" });
  roundRunning = false;
  refresh();
}

const LETTERS = {
  o: (held) => device.act.button("ok", held ? HOLD_MS : 60), c: () => device.act.button("cante", 60),
  x: () => device.act.button("cambio", 60), d: () => device.act.button("deshacer", 60),
  g: collect, n: playCard, r: playRound, m: mute, v: aloud, f: foreign, "?": () => $("#help").showModal(),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || $("#help").open) return;
  if (/^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  const letter = event.key.toLowerCase();
  if (letter >= "1" && letter <= "4") table.openHand(Number(letter));
  else if (LETTERS[letter]) LETTERS[letter](event.shiftKey);
  else return;
  event.preventDefault();
});

relabel();
refresh();
loadActa().then((read) => follow(read, onEvent, (value) => { link(value); if (value === "on") refresh(); }));
// For tests and the curious: the last state and the sentence for a card.
window.tapete = { get state() { return state; }, theCard };
