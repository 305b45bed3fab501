// What the page says, in English and Spanish: labels, card names, and the referee's answers as sentences.

const RANK = {
  en: { A: "ace", 3: "three", R: "king", C: "knight", S: "jack", 7: "seven", 6: "six", 5: "five", 4: "four", 2: "two" },
  es: { A: "as", 3: "tres", R: "rey", C: "caballo", S: "sota", 7: "siete", 6: "seis", 5: "cinco", 4: "cuatro", 2: "dos" },
};
const RANKS = {
  en: { R: "kings", C: "knights", S: "jacks", A: "aces", 3: "threes" },
  es: { R: "reyes", C: "caballos", S: "sotas", A: "ases", 3: "treses" },
};
const SUIT = {
  en: { O: "coins", C: "cups", E: "swords", B: "clubs" },
  es: { O: "oros", C: "copas", E: "espadas", B: "bastos" },
};

const LABELS = {
  en: {
    language: "English", other: "Español", table: "The table", device: "The device", acta: "The acta", actaText: "as text",
    speed: "Speed", stopped: "stopped", sound: "Sound on", muted: "Sound off", aloud: "Voice on", silent: "Voice off", otherTip: "This page in Spanish; the panel has its language in its settings", help: "Help", close: "Close",
    deal: "Deal", scanDeal: "over the mat", scanDealTip: "Each card passes over the mat as it is dealt: then a card that breaks a rule is refused at once.", scanning: "The cards are dealt over the mat, face down.", collect: "Collect the trick", playCard: "Play one card", playRound: "Play the round", stopRound: "Stop",
    foreign: "A travel card lies on the mat", foreignTag: "a travel card",
    trouble: "Make trouble", troubleText: "What can go wrong at a real table. Press again to end it; what has a dashed edge happens once.", power: "Power",
    noFaults: "Nothing is broken.", allOff: "All off", endFault: "End it", row: "row", allSeats: "all seats", allWorks: "All works",
    group_reader: "Reader", group_cards: "Cards and field", group_panel: "Panel", group_flash: "Power and flash", group_other: "Other",
    connected: "Table connected", connecting: "Connecting…", lost: "No connection: the table goes on, this page is trying again",
    ok: "OK", cante: "CANTE", cambio: "CAMBIO", deshacer: "UNDO", okSub: "hold: menu", canteSub: "sing", cambioSub: "swap", deshacerSub: "deshacer",
    screenAlt: "E-ink panel:", points: "Points", rounds: "rounds", trick: "trick", dealer: "deals", player: "Player", tricks: "tricks",
    handOf: "in the hand of", onMat: "on the mat", inPile: "taken", inPack: "in the pack", trumpCard: "the trump card", seat: "seat", hold: "press and hold",
    off: "The device is switched off.", asleep: "The device sleeps. Press OK.", prompt: "The app is stopped: somebody is on the serial line. Switched off and on it starts again.", starting: "The device is starting…", noHands: "Nobody holds cards. Press Deal.",
    showTrump: (name, card) => `${name} dealt. Lay the trump, the ${card}, alone on the mat and press OK.`,
    confirmTrump: (card) => `The ${card} lies there: OK makes it the trump card.`,
    clearTrump: (name, leader) => `The trump is shown. ${name} takes it back; ${leader} leads.`,
    turn: (name) => `${name} plays.`, lead: (name) => `${name} leads.`,
    windowOpen: (name) => `${name} took the trick: collect it, sing or swap, then lead.`,
    takeBack: "Not allowed: take the card back, or press OK to let it stand.",
    refusedTitle: "Not allowed", answerQuestion: "The panel asks: CANTE and CAMBIO move, OK chooses.", answerNumber: "The panel asks: OK takes 1, CANTE 2, CAMBIO 3.",
    roundOver: "The round is over. Press Deal for the next one.", matchOver: "The match is over. OK begins another.",
    newMatch: "OK begins the match, then press Deal. CAMBIO: settings, and the panel's language.", clearMat: "Take the cards off the mat.",
    log_start: "The match begins", log_rules: "Rules", log_house: ", with house rules", log_target: (n) => `First to ${n} rounds`, log_games: (s, n) => `Side ${s} brings ${n}`, log_seat: (n, name) => `Seat ${n}: ${name}`,
    side: "side",
  },
  es: {
    language: "Español", other: "English", table: "La mesa", device: "El aparato", acta: "El acta", actaText: "en texto",
    speed: "Velocidad", stopped: "parado", sound: "Con sonido", muted: "Sin sonido", aloud: "Con voz", silent: "Sin voz", otherTip: "Esta página en inglés; el idioma del panel está en sus ajustes", help: "Ayuda", close: "Cerrar",
    deal: "Repartir", scanDeal: "por el tapete", scanDealTip: "Cada carta pasa por el tapete al repartir: así se rechaza en el acto la que no vale.", scanning: "Las cartas se reparten por el tapete, boca abajo.", collect: "Recoger la baza", playCard: "Jugar una carta", playRound: "Jugar la ronda", stopRound: "Parar",
    foreign: "Un bono de autobús en el tapete", foreignTag: "un bono de autobús",
    trouble: "Dar guerra", troubleText: "Lo que puede fallar en una mesa de verdad. Pulsa otra vez para quitarlo; lo de borde discontinuo pasa una vez.", power: "Corriente",
    noFaults: "Nada está roto.", allOff: "Quitar todo", endFault: "Quitarlo", row: "fila", allSeats: "todos", allWorks: "Todo va bien",
    group_reader: "Lector", group_cards: "Cartas y campo", group_panel: "Panel", group_flash: "Corriente y memoria", group_other: "Otros",
    connected: "Mesa conectada", connecting: "Conectando…", lost: "Sin conexión: la mesa sigue, la página lo intenta de nuevo",
    ok: "OK", cante: "CANTE", cambio: "CAMBIO", deshacer: "DESHACER", okSub: "mantener: menú", canteSub: "cantar", cambioSub: "cambiar", deshacerSub: "atrás",
    screenAlt: "Panel de tinta:", points: "Puntos", rounds: "rondas", trick: "baza", dealer: "reparte", player: "Jugador", tricks: "bazas",
    handOf: "en la mano de", onMat: "en el tapete", inPile: "ganada", inPack: "en la baraja", trumpCard: "la pinta", seat: "asiento", hold: "mantener pulsado",
    off: "El aparato está apagado.", asleep: "El aparato duerme. Pulsa OK.", prompt: "El programa está parado: alguien usa la línea serie. Apagar y encender lo arranca.", starting: "El aparato está encendiendo…", noHands: "Nadie tiene cartas. Pulsa Repartir.",
    showTrump: (name, card) => `Reparte ${name}. Pon el triunfo, ${card}, solo en el tapete y pulsa OK.`,
    confirmTrump: (card) => `Ahí está: ${card}. Con OK, es el triunfo.`,
    clearTrump: (name, leader) => `El triunfo está visto. ${name} lo recoge; sale ${leader}.`,
    turn: (name) => `Juega ${name}.`, lead: (name) => `Sale ${name}.`,
    windowOpen: (name) => `La baza es de ${name}: recoged, cantad o cambiad, y salid.`,
    takeBack: "No vale: recoge la carta, o pulsa OK para que se quede.",
    refusedTitle: "No vale", answerQuestion: "El panel pregunta: CANTE y CAMBIO mueven, OK elige.", answerNumber: "El panel pregunta: OK elige la 1, CANTE la 2, CAMBIO la 3.",
    roundOver: "La ronda ha terminado. Pulsa Repartir para la siguiente.", matchOver: "La partida ha terminado. OK empieza otra.",
    newMatch: "OK empieza la partida; después pulsa Repartir. CAMBIO: ajustes, y el idioma del panel.", clearMat: "Quitad las cartas del tapete.",
    log_start: "Empieza la partida", log_rules: "Reglas", log_house: ", con reglas de la casa", log_target: (n) => `A ${n} rondas`, log_games: (s, n) => `La pareja ${s} trae ${n}`, log_seat: (n, name) => `Asiento ${n}: ${name}`,
    side: "pareja",
  },
};

// Names of the model's faults; what is not here is told as the model words it.
const FAULTS = {
  en: {
    reader_dead: "The reader does not answer", reader_no_idle: "The reader never starts", reader_power_down: "The reader never wakes", reader_supply: "The antenna has no 5 V",
    reader_antenna: "The antenna's wire is broken", reader_antenna_off: "The antenna goes off once", reader_field_lost: "The antenna goes off once", reader_busy_stuck: "BUSY stands still",
    reader_slow: "BUSY falls late", reader_blunt: "Collisions without their place", reader_stuck: "The reader hangs", reader_brownout: "The reader resets itself once",
    reader_brown_every: "The reader resets itself again and again", reader_registers_lost: "The reader forgets all once", reader_deaf: "The reader goes deaf once", reader_crypto: "The reader enciphers",
    reader_version: "A version that nobody knows", reader_clone: "A copy of the chip", reader_weak: "This reader is weak", reader_miso_held: "It never lets go of MISO", reader_atqa_lost: "Several cards: no answer at all",
    tag_drop: "Stickers are heard badly", bit_errors: "Answers arrive with wrong bits", tag_merge: "Two answers become one", tag_capture: "The strongest drowns the others", tag_pulled: "Cards move while they answer",
    noise: "A noisy neighbour", shadow: "This card is not heard", weak: "The field is weak", heap: "A heap of strange cards lies there",
    panel_missing: "The panel is unplugged", panel_busy_high: "BUSY is stuck high", panel_busy_low: "BUSY is stuck low", panel_busy_late: "BUSY rises late", panel_busy_flicker: "BUSY flickers", panel_busy_stuck: "It says busy for ever",
    panel_slow: "It is cold: the panel is slow", panel_v1: "The panel is the older version", panel_v2: "The panel is the newer version", panel_old: "An old panel: no fast update", panel_memory: "What it does with the old picture",
    flash_full: "The flash is full", flash_error: "The flash fails", flash_brownout: "Power dips while it writes", flash_rot: "Bits turn over on the flash", power_dip: "The power fails for a moment",
    brownout: "The supply dips: the chip resets", button_stuck: "A button is stuck", battery: "The battery is low",
  },
  es: {
    reader_dead: "El lector no contesta", reader_no_idle: "El lector no arranca nunca", reader_power_down: "El lector no despierta", reader_supply: "La antena no tiene 5 V",
    reader_antenna: "El hilo de la antena está roto", reader_antenna_off: "La antena se apaga una vez", reader_field_lost: "La antena se apaga una vez", reader_busy_stuck: "BUSY no se mueve",
    reader_slow: "BUSY baja tarde", reader_blunt: "Choques sin su sitio", reader_stuck: "El lector se cuelga", reader_brownout: "El lector se reinicia una vez",
    reader_brown_every: "El lector se reinicia una y otra vez", reader_registers_lost: "El lector lo olvida todo una vez", reader_deaf: "El lector se queda sordo una vez", reader_crypto: "El lector cifra",
    reader_version: "Una versión que nadie conoce", reader_clone: "Una copia del chip", reader_weak: "Este lector es débil", reader_miso_held: "Nunca suelta MISO", reader_atqa_lost: "Varias cartas: ninguna respuesta",
    tag_drop: "Las pegatinas se oyen mal", bit_errors: "Las respuestas llegan con bits cambiados", tag_merge: "Dos respuestas se hacen una", tag_capture: "La más fuerte tapa a las demás", tag_pulled: "Las cartas se mueven al contestar",
    noise: "Un vecino ruidoso", shadow: "Esta carta no se oye", weak: "El campo es débil", heap: "Hay un montón de cartas extrañas",
    panel_missing: "El panel está desenchufado", panel_busy_high: "BUSY siempre alto", panel_busy_low: "BUSY siempre bajo", panel_busy_late: "BUSY sube tarde", panel_busy_flicker: "BUSY parpadea", panel_busy_stuck: "Dice que está ocupado siempre",
    panel_slow: "Hace frío: el panel es lento", panel_v1: "El panel es de la versión antigua", panel_v2: "El panel es de la versión nueva", panel_old: "Un panel viejo: sin cambio rápido", panel_memory: "Qué hace con la imagen de antes",
    flash_full: "La memoria está llena", flash_error: "La memoria falla", flash_brownout: "La corriente cae al escribir", flash_rot: "Bits que cambian en la memoria", power_dip: "Se va la luz un momento",
    brownout: "La corriente cae: el chip se reinicia", button_stuck: "Un botón atascado", battery: "La batería está baja",
  },
};
const ARGUMENTS = {
  en: { p: "chance", ms: "ms", us: "µs", factor: "factor", level: "level", miso: "MISO", state: "state", until: "until", bytes: "bytes", bits: "bits", n: "cards", valid: "CRC fits", after: "after", card: "card", button: "button", mv: "mV", every: "every", does: "does", seat: "seat", version: "version" },
  es: { p: "azar", ms: "ms", us: "µs", factor: "factor", level: "nivel", miso: "MISO", state: "estado", until: "hasta", bytes: "bytes", bits: "bits", n: "cartas", valid: "CRC bueno", after: "tras", card: "carta", button: "botón", mv: "mV", every: "cada", does: "hace", seat: "asiento", version: "versión" },
};
const HEALTH = {
  en: { working: "works", recovering: "is being brought back", no_answer: "no answer", bus_fault: "wires or chip bad", supply: "no 5 V", antenna_off: "antenna off", too_many: "too many cards", clone: "a copy of the chip", starting: "starting", busy_stuck: "busy for ever", wrong_panel: "the wrong panel", flash_full: "full", flash_error: "fails", low: "low" },
  es: { working: "bien", recovering: "volviendo", no_answer: "no contesta", bus_fault: "cables o chip mal", supply: "sin 5 V", antenna_off: "antena apagada", too_many: "demasiadas cartas", clone: "una copia del chip", starting: "arrancando", busy_stuck: "siempre ocupado", wrong_panel: "panel equivocado", flash_full: "llena", flash_error: "falla", low: "baja" },
};
const PARTS = { en: { reader: "Reader", panel: "Panel", flash: "Flash", battery: "Battery" }, es: { reader: "Lector", panel: "Panel", flash: "Memoria", battery: "Batería" } };

/** A fault in words; `text` is the model's own. */
export const faultName = (name, text) => FAULTS[lang][name] ?? text;
export const argumentName = (name) => ARGUMENTS[lang][name] ?? name;
export const healthWord = (state) => HEALTH[lang][state] ?? state;
/** "reader3" -> "Reader 3". */
export const partName = (part) => (PARTS[lang][part.replace(/\d$/, "")] ?? part) + (/\d$/.test(part) ? ` ${part.slice(-1)}` : "");

/** Where in the drawer a fault stands. */
export function faultGroup(name) {
  if (name.startsWith("reader_")) return "reader";
  if (name.startsWith("panel_")) return "panel";
  if (name.startsWith("flash_") || name === "power_dip") return "flash";
  return ["button_stuck", "battery", "brownout"].includes(name) ? "other" : "cards";
}

const REFUSED = {
  en: {
    no_round: "no round is open", match_over: "the match is over", round_over: "the round is over", card_unknown: "that card is not in this pack",
    card_played: "that card has been played already", not_your_turn: "it is not this player's turn", card_elsewhere: "this player cannot hold that card",
    renuncio: "the rules do not allow that card", moment: "this is not the moment", side: "only the side that took the trick may", stock: "too late for the stock",
    rank: "not with these cards", cards: "the cards cannot be in that hand", last_drawn: "not with the card just drawn", already: "it was done already",
    limit: "only one a trick", tute_after_cante: "no tute after another cante", order: "the forty had to come first", deadline: "the chance has passed",
    none: "no swapping in these rules", needs_trick: "the side has no trick yet", suit: "only with a trump", seat_needed: "it is not clear whose it is",
    seat: "there is no such seat", round_open: "a round is still open", too_many: "more cards than a hand can hold", nothing_to_undo: "there is nothing to undo",
    nothing_to_claim: "there is nothing to claim", claim_by: "this player may not claim", claim_late: "it is too late to claim",
  },
  es: {
    no_round: "no hay ronda abierta", match_over: "la partida ha terminado", round_over: "la ronda ha terminado", card_unknown: "esa carta no es de esta baraja",
    card_played: "esa carta ya se ha jugado", not_your_turn: "no es su turno", card_elsewhere: "no puede tener esa carta",
    renuncio: "las reglas no permiten esa carta", moment: "no es el momento", side: "solo la pareja que ganó la baza", stock: "ya no queda mazo",
    rank: "con esas cartas no", cards: "esas cartas no pueden estar en su mano", last_drawn: "no con la carta recién robada", already: "ya está hecho",
    limit: "solo un cante por baza", tute_after_cante: "no hay tute tras otro cante", order: "las cuarenta iban antes", deadline: "pasó la ocasión",
    none: "aquí no se cambia", needs_trick: "su pareja aún no tiene baza", suit: "solo con un triunfo", seat_needed: "no está claro de quién es",
    seat: "no existe ese asiento", round_open: "hay una ronda abierta", too_many: "más cartas de las que caben en una mano", nothing_to_undo: "no hay nada que deshacer",
    nothing_to_claim: "no hay nada que reclamar", claim_by: "este jugador no puede reclamar", claim_late: "ya es tarde para reclamar",
  },
};
const DUTY = {
  en: { follow: "must follow suit", beat: "must beat the table", trump: "must trump", overtrump: "must overtrump", undertrump: "must still trump", cante: "the cante was not held" },
  es: { follow: "hay que asistir", beat: "hay que montar", trump: "hay que fallar", overtrump: "hay que pisar", undertrump: "hay que fallar aun por bajo", cante: "el cante no se tenía" },
};
const VERDICT = {
  en: { legal: "legal", illegal: "revoke", open: "open" },
  es: { legal: "vale", illegal: "renuncio", open: "por ver" },
};
const VERDICT_TIP = {
  en: { legal: "The rules allow it, whatever the hand is", illegal: "It broke a rule, and that is proven", open: "Nobody can know yet: what is played later will show whether a better card was held" },
  es: { legal: "Las reglas lo permiten, sea cual sea la mano", illegal: "Rompe una regla, y está probado", open: "Aún no se puede saber: lo que se juegue después dirá si tenía otra que echar" },
};
const BY = {
  en: { points: "on points", last_trick: "a tie, decided by the last trick", tute: "by tute", renuncio: "by a revoke", claim101: "by a claim of 101", carry: "carried on", concession: "by concession", ruling: "by ruling" },
  es: { points: "por puntos", last_trick: "empate, decide la última baza", tute: "por tute", renuncio: "por renuncio", claim101: "por ciento una", carry: "se sigue", concession: "por abandono", ruling: "por decisión de la mesa" },
};

let lang = "en";
let names = {};

export const setLang = (value) => { lang = value === "es" ? "es" : "en"; };
export const getLang = () => lang;
export const setNames = (value) => { names = value || {}; };

/** A label; functions among the labels take their arguments. */
export function word(key, ...args) {
  const value = LABELS[lang][key] ?? LABELS.en[key] ?? key;
  return typeof value === "function" ? value(...args) : value;
}

export const seatName = (seat) => names[seat] || `${LABELS[lang].player} ${seat}`;
export const suitName = (suit) => SUIT[lang][suit];

/** "AO" -> "ace of coins" / "as de oros". */
export function cardName(card) {
  const joint = lang === "es" ? "de" : "of";
  return `${RANK[lang][card[0]]} ${joint} ${SUIT[lang][card[1]]}`;
}

const withArticle = (card) => (lang === "es" ? (card[0] === "S" ? "la " : "el ") : "the ") + cardName(card);
export const theCard = withArticle;

/** A side such as "1+3" as names. */
export function sideName(side) {
  return side.split("+").map((seat) => seatName(Number(seat))).join(lang === "es" ? " y " : " and ");
}

function canteName(kind, what) {
  const es = lang === "es";
  if (kind === "40") return es ? "las cuarenta" : "the forty";
  if (kind === "20") return es ? `veinte en ${SUIT.es[what]}` : `twenty in ${SUIT.en[what]}`;
  return es ? `tute de ${RANKS.es[what]}` : `tute of ${RANKS.en[what]}`;
}

/** Why something was refused, with the duty where there is one. */
export function refusal(answer) {
  const reason = REFUSED[lang][answer.refused] ?? answer.refused;
  const duty = (answer.duty || []).map((kind) => DUTY[lang][kind] ?? kind).join(lang === "es" ? " o " : " or ");
  return duty ? `${reason}: ${duty}` : reason;
}

export const verdictWord = (verdict) => VERDICT[lang][verdict] ?? verdict;

/** What a verdict means, for who has not met the word. */
export const verdictTip = (verdict) => VERDICT_TIP[lang][verdict] ?? "";

const PRESET = {
  en: {
    "online-pairs": "tute in pairs", "amelia-2": "tute for two", "amelia-3": "tute for three", "amelia-4": "tute for four",
    "wikipedia-2": "tute Havanero", "wikipedia-4": "pairs, other rules", "wikipedia-4-classical": "pairs, classical",
  },
  es: {
    "online-pairs": "tute por parejas", "amelia-2": "tute para dos", "amelia-3": "tute para tres", "amelia-4": "tute para cuatro",
    "wikipedia-2": "tute habanero", "wikipedia-4": "parejas, otra norma", "wikipedia-4-classical": "parejas, norma clásica",
  },
};

/** What an event line of the acta says, as a sentence; null for an event that needs no words. */
export function eventSentence(text) {
  const es = lang === "es";
  const [kind, ...rest] = text.split(" ");
  const who = (seat) => seatName(Number(seat));
  const said = rest.includes("said") ? (es ? " (sin enseñar)" : " (announced)") : "";
  switch (kind) {
    case "acta": return word("log_start");
    case "rules": return `${word("log_rules")}: ${PRESET[lang][rest[0]] ?? rest[0]}${rest.length > 1 ? word("log_house") : ""}`;
    case "target": return word("log_target", rest[0]);
    case "games": return word("log_games", rest[0], rest[1]);
    case "seat": return word("log_seat", rest[0], rest.slice(1).join(" "));
    case "deal": return es ? `Reparte ${who(rest[0])}: pintan ${SUIT.es[rest[1][1]]} (${cardName(rest[1])})` : `${who(rest[0])} deals: ${SUIT.en[rest[1][1]]} are trumps (${cardName(rest[1])})`;
    case "play": {
      const stands = rest[2] === "stands" ? (es ? ", y se queda" : ", and it stands") : "";
      return rest[1] ? `${who(rest[1])}: ${cardName(rest[0])}${stands}` : cardName(rest[0]);
    }
    case "cante": {
      const what = rest[0] === "40" ? null : rest[1];
      const seat = rest[0] === "40" ? rest[1] : rest[2];
      const named = canteName(rest[0], what);
      return seat && seat !== "said" ? (es ? `${who(seat)} canta ${named}${said}` : `${who(seat)} sings ${named}${said}`) : named;
    }
    case "swap": return es ? `${who(rest[1])} cambia ${withArticle(rest[0])} por la pinta` : `${who(rest[1])} swaps ${withArticle(rest[0])} for the trump card`;
    case "show": return es ? `${who(rest[0])} enseña: ${rest.slice(1).map(cardName).join(", ")}` : `${who(rest[0])} shows: ${rest.slice(1).map(cardName).join(", ")}`;
    case "hand": return es ? `Mano de ${who(rest[0])}, escaneada` : `Hand of ${who(rest[0])}, scanned`;
    case "draw": return es ? `${who(rest[0])} roba` : `${who(rest[0])} draws`;
    case "undo": return es ? "Deshecho" : "Taken back";
    case "correct": return es ? `Corrección de la línea ${rest[0]}: ${rest.slice(1).join(" ")}` : `Line ${rest[0]} corrected: ${rest.slice(1).join(" ")}`;
    case "concede": return es ? `${who(rest[0])} abandona la ronda` : `${who(rest[0])} concedes the round`;
    case "claim": return es ? `${who(rest[0])} reclama un renuncio de ${who(rest[1])}` : `${who(rest[0])} says that ${who(rest[1])} revoked`;
    case "award": return es ? `La mesa da la ronda a ${sideName(rest[0])}` : `The table gives the round to ${sideName(rest[0])}`;
    case "misdeal": return es ? "Mal repartido: se da otra vez" : "Misdeal: the same player deals again";
    case "leave": return es ? `${who(rest[0])} deja la partida` : `${who(rest[0])} leaves the match`;
    case "end": return es ? "La partida se deja aquí" : "The match stops here";
    case "forget": return es ? "Se olvida el escaneo del reparto" : "The scanned deal is dropped";
    default: return kind.startsWith("@") ? null : text;
  }
}

/** What follows from an answer besides its verdict: trick taken, findings, round, match; a list of sentences. */
export function consequences(answer) {
  const es = lang === "es";
  const out = [];
  if (answer.taken) {
    const { seat, points } = answer.taken;
    out.push(es ? `Baza de ${seatName(seat)}: ${points} ${points === 1 ? "punto" : "puntos"}` : `${seatName(seat)} takes the trick: ${points} ${points === 1 ? "point" : "points"}`);
  }
  for (const found of answer.renuncios || []) {
    const proof = found.status === "proven" ? (es ? "Renuncio probado" : "Revoke proven") : (es ? "Sospecha de renuncio" : "Revoke suspected");
    const witness = (found.witnesses || []).map(cardName).join(", ");
    const why = (found.duty || []).map((kind) => DUTY[lang][kind] ?? kind).join(", ");
    out.push(`${proof}: ${seatName(found.seat)}, ${es ? "baza" : "trick"} ${found.trick}, ${cardName(found.card)}; ${why}${witness ? ` (${witness})` : ""}`);
  }
  if (answer.claim) out.push({ en: { upheld: "The claim is upheld", pending: "The claim is noted", unfounded: "The claim was unfounded" }, es: { upheld: "La reclamación vale", pending: "La reclamación queda anotada", unfounded: "La reclamación no tenía base" } }[lang][answer.claim] ?? answer.claim);
  if (answer.round) {
    const { winner, points, by } = answer.round;
    const sum = points ? Object.values(points).join(" – ") : "";
    const how = BY[lang][by] ?? by;
    out.push(winner ? (es ? `Ronda para ${sideName(winner)} ${how} (${sum})` : `${sideName(winner)} win the round ${how} (${sum})`) : (es ? `Ronda sin ganador (${how})` : `Nobody wins the round (${how})`));
  }
  if (answer.match && answer.match.winner) out.push(es ? `¡Partida para ${sideName(answer.match.winner)}!` : `${sideName(answer.match.winner)} win the match!`);
  return out;
}

/** An event with what the referee answered, as it is told to who cannot see it; "" where there is nothing to tell. */
export function account({ text, answer }) {
  const sentence = eventSentence((answer && answer.event) || text || "");
  if (!sentence) return "";
  const refused = answer && answer.ok === false;
  const after = refused ? [refusal(answer)] : answer ? consequences(answer) : [];
  return [refused ? `${word("refusedTitle")}: ${sentence}` : sentence, ...after].join(". ");
}

export function helpHtml() {
  const keys = lang === "es"
    ? [["flechas", "moverse por las cartas"], ["Intro", "jugar la carta, o recogerla del tapete"], ["1–4", "mano de un asiento"], ["O", "OK (mantener: menú)"], ["C", "CANTE"], ["X", "CAMBIO"], ["D", "DESHACER"], ["G", "recoger la baza"], ["N", "jugar una carta"], ["R", "jugar la ronda"], ["F", "un bono de autobús en el tapete"], ["M", "sonido"], ["V", "voz: la cuenta de viva voz"]]
    : [["arrows", "move among the cards"], ["Enter", "play the card, or lift it off the mat"], ["1–4", "hand of a seat"], ["O", "OK (hold: menu)"], ["C", "CANTE"], ["X", "CAMBIO"], ["D", "DESHACER (undo)"], ["G", "collect the trick"], ["N", "play one card"], ["R", "play the round"], ["F", "a travel card on the mat"], ["M", "sound"], ["V", "voice: what happens, spoken"]];
  const rows = keys.map(([key, what]) => `<tr><td><kbd>${key}</kbd></td><td>${what}</td></tr>`).join("");
  return lang === "es"
    ? `<h2>Cómo se juega aquí</h2><p>Esto es un tapete Tapete de verdad: su programa, sin cambios, con un lector y un panel modelados. Tú eres los cuatro jugadores y sus manos.</p><p>El tute en dos frases: cuatro juegan por parejas, uno enfrente de otro, diez cartas cada uno; hay que asistir al palo de salida y montar si se puede, y sin ese palo, fallar. As 11, tres 10, rey 4, caballo 3, sota 2, y 10 la última baza; rey y caballo de un palo se cantan: 20, o 40 los de triunfo.</p><ol><li><b>OK</b> empieza la partida que propone el panel; <b>CAMBIO</b> son sus ajustes, con el idioma. Después, OK abre el menú.</li><li><b>Repartir</b> da diez cartas a cada uno.</li><li>El que reparte pone el triunfo <b>solo en el tapete</b>; confirma con <b>OK</b> y lo recoge.</li><li>Arrastra cartas al tapete, o tócalas. Cada carta leída suena; si no suena, no se ha leído.</li><li>Baza completa: <b>recoger</b>. Antes de salir se puede <b>cantar</b> (CANTE y las dos cartas) o <b>cambiar</b> (CAMBIO y el 7 o el 2 de triunfo).</li><li>¿Carta rechazada? Recógela. ¿Error? <b>DESHACER</b>.</li></ol><h3>Teclado</h3><table>${rows}</table>`
    : `<h2>How to play here</h2><p>This is a real Tapete mat: its own program, unchanged, with a modelled reader and panel. You are the four players and their hands.</p><p>Tute in two sentences: four play in pairs, partners opposite, ten cards each; the suit that is led must be followed and beaten if that can be done, and who has none of it must trump. Ace 11, three 10, king 4, knight 3, jack 2, and 10 for the last trick; king and knight of a suit are sung: 20, or 40 in trumps.</p><ol><li><b>OK</b> begins the match that the panel proposes; <b>CAMBIO</b> is its settings, with the language. Later OK opens the menu.</li><li><b>Deal</b> gives ten cards to everyone.</li><li>The dealer lays the trump card <b>alone on the mat</b>; confirm with <b>OK</b> and take it back.</li><li>Drag cards to the mat, or tap them. Every card that is read makes a sound; no sound, not read.</li><li>Trick complete: <b>collect</b> it. Before the next lead the side may sing (<b>CANTE</b>, then the two cards) or swap (<b>CAMBIO</b>, then the 7 or 2 of trumps).</li><li>Card refused? Take it back. A mistake? <b>UNDO</b>.</li></ol><h3>Keyboard</h3><table>${rows}</table>`;
}
