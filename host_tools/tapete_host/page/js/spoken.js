// The account in words for who does not see the table: a live region for screen readers, and a voice that can be turned on.

const KEPT = 4; // sentences that stand in the region; a reader says what is added

export class Spoken {
  /** `language()` gives the page's, for the voice. */
  constructor(region, language) {
    this.region = region;
    this.language = language;
    this.aloud = false;
    this.last = "";
  }

  /** Whether this browser has a voice at all. */
  get able() { return "speechSynthesis" in window; }

  setAloud(on) {
    if (this.aloud && !on) window.speechSynthesis.cancel();
    this.aloud = on && this.able;
    this.last = ""; // whoever turns it on is told how things stand
  }

  /** Say a sentence, unless it is what was said last. */
  say(text) {
    if (!text || text === this.last) return;
    this.last = text;
    const line = document.createElement("p");
    line.textContent = text;
    this.region.append(line);
    while (this.region.children.length > KEPT) this.region.firstChild.remove();
    if (!this.aloud) return;
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = this.language();
    window.speechSynthesis.speak(speech);
  }
}
