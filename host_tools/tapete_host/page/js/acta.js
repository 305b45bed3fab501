// The acta on the page: every line with its number, in words, with the referee's answer; refused events in red.

import { signSvg } from "./cards.js";
import { word, eventSentence, consequences, refusal, verdictWord, verdictTip, sideName } from "./words.js";

const BIG = new Set(["deal", "cante", "swap"]);
const HEAD = new Set(["acta", "rules", "target", "games", "seat"]);
const KEEP = 600; // lines on the page; all of them are in the text

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

export class Acta {
  constructor(list) {
    this.list = list;
    this.entries = [];
    // a drawer that opens must not hide the newest line
    new ResizeObserver(() => { if (this.atEnd) list.scrollTop = list.scrollHeight; }).observe(list);
    list.addEventListener("scroll", () => { this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80; });
    this.atEnd = true;
  }

  clear() {
    this.entries = [];
    this.list.replaceChildren();
  }

  /** An entry of /api/acta.json or an event: {line, text, answer}; line 0 is a refused event. */
  add(entry, fresh = true) {
    if (entry.line === 1) this.clear(); // another match, another acta
    if (entry.line && this.entries.some((known) => known.line >= entry.line)) {
      // the device has written this number again: what stood there was never confirmed
      this.entries = this.entries.filter((known) => known.line < entry.line);
      this.redraw();
    }
    const item = this.item(entry);
    if (!item) return;
    this.entries.push(entry);
    const { atEnd } = this;
    if (fresh) item.classList.add("fresh");
    this.list.append(item);
    while (this.list.children.length > KEEP) this.list.firstChild.remove();
    if (atEnd || !fresh) this.list.scrollTop = this.list.scrollHeight;
  }

  /** The same lines anew, after the language or the names have changed. */
  redraw() {
    const items = this.entries.slice(-KEEP).map((entry) => this.item(entry)).filter(Boolean);
    this.list.replaceChildren(...items);
    this.list.scrollTop = this.list.scrollHeight;
  }

  item({ line, text, answer }) {
    const event = (answer && answer.event) || text || "";
    const kind = event.split(" ")[0];
    const sentence = eventSentence(event);
    if (!sentence) return null;
    const item = document.createElement("li");
    const refused = Boolean(answer && answer.ok === false);
    item.className = [refused && "refused", kind === "undo" && "undo", BIG.has(kind) && !refused && "big", HEAD.has(kind) && "head"].filter(Boolean).join(" ");
    let said = escape(sentence);
    if (answer && answer.verdict && !refused) said += `<span class="verdict ${answer.verdict}" title="${escape(verdictTip(answer.verdict))}">${escape(verdictWord(answer.verdict))}</span>`;
    if (kind === "deal" && answer && answer.trump) said += ` ${signSvg(answer.trump)}`;
    if (refused) said += `<span class="verdict refused-mark">${escape(refusal(answer))}</span>`;
    const after = answer && !refused ? consequences(answer) : [];
    said += after.map((s) => `<span class="taken">${escape(s)}</span>`).join("");
    item.innerHTML = `<span class="no">${line || "–"}</span><span class="said">${said}</span><span class="raw">${escape(event)}</span>`;
    return item;
  }

  score(element, state) {
    const { points, games } = state;
    if (!games) { element.textContent = ""; return; }
    const sides = Object.keys(games);
    const sum = points ? sides.map((side) => `<b>${points[side]}</b>`).join(" – ") : "";
    const won = sides.map((side) => games[side]).join("–");
    element.innerHTML = `${sum}${sum ? " · " : ""}${word("rounds")} ${won}`;
    element.title = sides.map(sideName).join(" – ");
  }
}
