// How the forty cards look: every one drawn here in code as SVG, 62 x 95 units (= millimetres of a Spanish card).
// A card is named as in the acta: rank A 3 R C S 7 6 5 4 2, then suit O C E B.

export const SUITS = ["O", "C", "E", "B"];
export const RANKS = ["2", "4", "5", "6", "7", "S", "C", "R", "3", "A"]; // weak to strong
export const NUMBER = { A: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, S: 10, C: 11, R: 12 };
export const ALL = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

const INK = "#2b1c12";
const PAPER = "#fbf5e6";
const GOLD = "#e6ad2b";
const GOLD_DARK = "#b57a12";
const GOLD_LIGHT = "#f8dc7e";
const RED = "#b5262c";
const RED_DARK = "#851a22";
const BLUE = "#27579b";
const BLUE_DARK = "#173a6d";
const STEEL = "#c9d8e6";
const STEEL_DARK = "#7d9ab6";
const GREEN = "#3d7f3f";
const GREEN_DARK = "#24552b";
const BARK = "#8a5a2b";
const SKIN = "#f3cfa7";
const SKIN_DARK = "#dca679";
const WHITE = "#fffdf6";

const LINE = `stroke="${INK}" stroke-width="0.55" stroke-linejoin="round" stroke-linecap="round"`;
const THIN = `stroke="${INK}" stroke-width="0.35" stroke-linejoin="round" stroke-linecap="round"`;

const path = (d, fill, line = LINE) => `<path d="${d}" fill="${fill}" ${line}/>`;
const circle = (x, y, r, fill, line = LINE) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${line}/>`;
const ellipse = (x, y, rx, ry, fill, line = LINE) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${line}/>`;
const stroke = (d, colour, width) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const at = (x, y, scale, turn, body) => `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`;

const point = (radius, angle) =>
  `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;

/** A star of `n` rays between the radii `inner` and `outer`, as path data around 0,0. */
function star(n, inner, outer, turn = 0) {
  const points = [];
  for (let i = 0; i < n; i += 1) {
    points.push(point(outer, turn + (2 * Math.PI * i) / n), point(inner, turn + (2 * Math.PI * (i + 0.5)) / n));
  }
  return `M${points.join("L")}Z`;
}

// ---------------------------------------------------------------- suit signs, each about 20 units high around 0,0

/** Oros: a minted coin, beads on the rim, a sun with rays in the middle. */
function coin() {
  const beads = Array.from({ length: 24 }, (_, i) => {
    const [x, y] = point(8.55, (2 * Math.PI * i) / 24).split(" ");
    return `<circle cx="${x}" cy="${y}" r="0.52" fill="${GOLD_DARK}"/>`;
  }).join("");
  return (
    circle(0, 0, 10, GOLD) +
    circle(0, 0, 9.35, GOLD_LIGHT, `stroke="${GOLD_DARK}" stroke-width="0.3"`) +
    beads +
    circle(0, 0, 7.6, RED, THIN) +
    `<path d="${star(16, 4.2, 7.2)}" fill="${GOLD_LIGHT}" ${THIN}/>` +
    circle(0, 0, 4.5, GOLD, THIN) +
    circle(0, 0, 3.3, BLUE, THIN) +
    `<path d="${star(6, 1.15, 2.9)}" fill="${GOLD_LIGHT}"/>`
  );
}

/** Copas: a chalice. */
function cup() {
  return (
    path("M-6.4 10 C-6.4 7.6 -2.4 7.8 -1.5 5.4 L1.5 5.4 C2.4 7.8 6.4 7.6 6.4 10 Z", GOLD) +
    stroke("M-4.6 8.9 L4.6 8.9", GOLD_DARK, 0.5) +
    path("M-1.5 5.6 L-1.1 2.2 L1.1 2.2 L1.5 5.6 Z", GOLD_LIGHT) +
    ellipse(0, 4, 2.5, 1.2, BLUE) +
    path("M-7.6 -8 C-8 -1.2 -5 3 0 3 C5 3 8 -1.2 7.6 -8 Z", RED) +
    path("M-7.7 -5.9 C-7.6 -3.9 -7.2 -2.4 -6.5 -1.2 C-2.5 0.4 2.5 0.4 6.5 -1.2 C7.2 -2.4 7.6 -3.9 7.7 -5.9 C3 -4.4 -3 -4.4 -7.7 -5.9 Z", GOLD) +
    `<path d="${star(4, 0.7, 1.7)}" transform="translate(0 -2.6)" fill="${BLUE}" ${THIN}/>` +
    circle(-4.2, -3, 0.75, RED_DARK, THIN) +
    circle(4.2, -3, 0.75, RED_DARK, THIN) +
    ellipse(0, -8, 7.6, 2, GOLD_LIGHT) +
    ellipse(0, -7.8, 6, 1.25, RED_DARK, THIN) +
    stroke("M-5.6 -5 C-5.8 -1.6 -4.6 0.6 -3 1.7", "#e8888c", 0.6)
  );
}

/** Espadas: a sword pointing up; 24 units high, 9 wide. */
function sword() {
  return (
    path("M-1.55 4.2 L-1.35 -9.6 L0 -12.4 L1.35 -9.6 L1.55 4.2 Z", STEEL) +
    path("M0 -12.2 L1.35 -9.6 L1.55 4.2 L0 4.2 Z", STEEL_DARK, "") +
    stroke("M0 -9 L0 3.6", BLUE_DARK, 0.35) +
    path("M-1.05 5.6 L1.05 5.6 L0.9 10 L-0.9 10 Z", RED) +
    stroke("M-0.95 6.8 L0.95 6.4 M-0.95 8.1 L0.95 7.7 M-0.9 9.4 L0.9 9", GOLD_LIGHT, 0.35) +
    path("M-4.9 3.2 C-3.6 4 -2 4.2 0 4.2 C2 4.2 3.6 4 4.9 3.2 C5.6 4.2 5.2 5.5 4.2 5.7 C3 5.9 1.5 5.8 0 5.8 C-1.5 5.8 -3 5.9 -4.2 5.7 C-5.2 5.5 -5.6 4.2 -4.9 3.2 Z", GOLD) +
    circle(0, 11, 1.35, GOLD) +
    circle(0, 11, 0.5, BLUE, "")
  );
}

/** Bastos: a knotty club, thick end up, with cut branches and leaves; 24 units high, 11 wide. */
function club() {
  const leaf = (x, y, turn) =>
    at(x, y, 1, turn, path("M0 0 C1.1 -1.3 3.2 -1.5 4.4 -0.2 C3.2 1.2 1.1 1.3 0 0 Z", "#79b04a", THIN) + stroke("M0.5 0 L3.4 -0.1", GREEN_DARK, 0.3));
  return (
    leaf(-1.8, -4.6, 200) + leaf(1.6, -0.6, -22) + leaf(-1.2, 4.4, 205) +
    path(
      "M-2.9 -9.8 C-3.2 -11.6 -1.6 -12.3 0 -12.2 C1.8 -12.3 3.2 -11.4 2.9 -9.6 C3.3 -8.2 2.7 -7.4 2.6 -6.2 L4.3 -7.6 C5.1 -7.7 5.5 -6.9 5 -6.2 L2.5 -3.6 L2 0.2 L1.5 5.8 C1.5 8.2 1.3 10.2 1 11.6 C0.5 12.3 -0.5 12.3 -1 11.6 C-1.3 9.8 -1.5 7.4 -1.6 5.2 L-2 1.6 L-4 0.4 C-4.5 -0.3 -4 -1.2 -3.1 -1 L-2.3 -1.2 C-2.6 -4 -3.3 -6.6 -2.9 -9.8 Z",
      GREEN,
    ) +
    stroke("M-1.5 -8.6 C-1.5 -5 -1.2 0 -0.6 9.6", "#8cbf74", 0.5) +
    stroke("M1.3 -8.8 C1.4 -5 1 -1 0.6 6", GREEN_DARK, 0.5) +
    ellipse(0, -11.2, 2, 0.75, "#e9cf8f", THIN) +
    ellipse(4.75, -6.95, 0.5, 0.85, "#e9cf8f", THIN) +
    ellipse(-3.95, -0.3, 0.5, 0.75, "#e9cf8f", THIN) +
    circle(-0.3, -4.4, 0.75, GREEN_DARK, "") +
    circle(0.3, 2.6, 0.6, GREEN_DARK, "") +
    path("M-1.5 7 L1.4 7 L1.3 8.3 L-1.4 8.3 Z", RED, THIN)
  );
}

const SIGN = { O: coin, C: cup, E: sword, B: club };

// ---------------------------------------------------------------- where the signs stand on a number card

// [x, y] from the middle of the card, then the scale; swords and clubs are slender and get their own places.
const ROUND = {
  2: [[[0, -20], [0, 20]], 1.6],
  3: [[[0, -26], [0, 0], [0, 26]], 1.2],
  4: [[[-12, -20], [12, -20], [-12, 20], [12, 20]], 1.14],
  5: [[[-12.5, -23], [12.5, -23], [0, 0], [-12.5, 23], [12.5, 23]], 1.08],
  6: [[[-11.5, -24], [11.5, -24], [-11.5, 0], [11.5, 0], [-11.5, 24], [11.5, 24]], 1.03],
  7: [[[-13.5, -24], [13.5, -24], [-13.5, 0], [13.5, 0], [-13.5, 24], [13.5, 24], [0, -12]], 0.88],
};
const SLENDER = {
  2: [[[-11.5, 0], [11.5, 0]], 2.1],
  3: [[[0, -20.5], [-13, 18], [13, 18]], 1.5],
  4: [[[-10.5, -20.5], [10.5, -20.5], [-10.5, 20.5], [10.5, 20.5]], 1.5],
  5: [[[-13.5, -20.5], [13.5, -20.5], [0, 0], [-13.5, 20.5], [13.5, 20.5]], 1.34],
  6: [[[-15, -19.5], [0, -19.5], [15, -19.5], [-15, 19.5], [0, 19.5], [15, 19.5]], 1.27],
  7: [[[-14.5, -25.5], [0, -25.5], [14.5, -25.5], [0, 0], [-14.5, 25.5], [0, 25.5], [14.5, 25.5]], 1.01],
};

function pips(rank, suit) {
  const [places, scale] = (suit === "O" || suit === "C" ? ROUND : SLENDER)[rank];
  const use = `<use href="#sign-${suit}"/>`;
  return places.map(([x, y]) => at(31 + x, 47.5 + y, scale, 0, use)).join("");
}

// ---------------------------------------------------------------- aces

function laurel(radius, from, to, n, colour) {
  return Array.from({ length: n }, (_, i) => {
    const a = from + ((to - from) * i) / (n - 1);
    const [x, y] = point(radius, a).split(" ");
    const side = i % 2 ? 40 : -40;
    return at(x, y, 1, (a * 180) / Math.PI + (to > from ? 0 : 180) + side * 0.5, path("M-2.6 0 C-1.2 -1.6 1.4 -1.6 2.8 0 C1.4 1.6 -1.2 1.6 -2.6 0 Z", colour, THIN));
  }).join("");
}

const ACE = {
  O: () =>
    laurel(21.5, Math.PI * 1.08, Math.PI * 1.92, 13, GREEN) +
    laurel(21.5, Math.PI * 0.92, Math.PI * 0.08, 13, GREEN) +
    at(0, 21.6, 1, 0, path("M-1 0 L-7 7 L-4.6 7.2 L-4 9.4 L0 3 L4 9.4 L4.6 7.2 L7 7 L1 0 Z", RED) + circle(0, 0, 2, GOLD)) +
    at(0, 0, 1.75, 0, `<use href="#sign-O"/>`),
  C: () =>
    at(0, 3, 2.55, 0, `<use href="#sign-C"/>`) +
    stroke("M-15 -18 C-12 -25 -5 -25 -5 -30 M15 -18 C12 -25 5 -25 5 -30", GREEN, 1.1) +
    [[-12, -23.4, 200], [-8, -25.6, 250], [12, -23.4, -20], [8, -25.6, -70]]
      .map(([x, y, t]) => at(x, y, 1.1, t, path("M0 0 C1.1 -1.3 3.2 -1.5 4.4 -0.2 C3.2 1.2 1.1 1.3 0 0 Z", "#79b04a", THIN)))
      .join("") +
    circle(0, -29, 4, RED) + circle(0, -29, 1.6, GOLD_LIGHT, THIN) + `<path d="${star(6, 1.9, 3.6)}" transform="translate(0 -29)" fill="none" stroke="${RED_DARK}" stroke-width="0.5"/>`,
  E: () =>
    at(0, 1.5, 2.75, 0, `<use href="#sign-E"/>`) +
    path("M-17 -8 C-12 -13 -6 -12 -3.6 -8.6 L-3.7 -5 C-6.6 -8.6 -11 -8.8 -15.6 -3.4 L-17.6 -4.2 L-17 -8 Z", RED) +
    path("M17 -1 C12 4 6 3 3.8 -0.4 L3.8 -4 C6.6 -0.4 11 -0.2 15.6 -5.6 L17.6 -4.8 L17 -1 Z", RED) +
    path("M-3.8 -8.6 L3.8 -4 L3.8 -0.4 L-3.8 -5 Z", RED_DARK),
  B: () =>
    at(0, 0, 2.75, 24, `<use href="#sign-B"/>`) +
    stroke("M-15 20 C-9 12 -7 22 1 16", RED, 1.3) + stroke("M15 -16 C10 -10 7 -17 2 -12", RED, 1.3),
};

// ---------------------------------------------------------------- the three figures

// [robe, robe dark, cape, trim] of each suit's court, so that a figure's suit is told by its colours too
const COURT = {
  O: { a: RED, ad: RED_DARK, b: BLUE, c: GOLD },
  C: { a: BLUE, ad: BLUE_DARK, b: RED, c: GOLD_LIGHT },
  E: { a: "#5b3a86", ad: "#3c2460", b: "#c4622d", c: GOLD },
  B: { a: GREEN, ad: GREEN_DARK, b: "#a6342e", c: GOLD_LIGHT },
};

/** What a figure holds up; 0,0 is the fist. */
function held(suit) {
  if (suit === "O") return at(0, -8, 0.78, 0, `<use href="#sign-O"/>`);
  if (suit === "C") return at(0, -8.6, 0.86, 0, `<use href="#sign-C"/>`);
  if (suit === "E") return at(0, -9.6, 1.25, 0, `<use href="#sign-E"/>`);
  return at(0, -6, 1.22, 0, `<use href="#sign-B"/>`);
}

const fist = (x, y) => circle(x, y, 1.9, SKIN, THIN) + stroke(`M${x - 1.3} ${y - 0.3} L${x + 1.3} ${y - 0.3} M${x - 1.3} ${y + 0.6} L${x + 1.2} ${y + 0.6}`, SKIN_DARK, 0.3);

/** A face looking a little to the side; `turn` < 0 looks left. Radius about 5. */
function face(x, y, turn = 0, brow = INK) {
  const s = turn * 1.1;
  return (
    path(`M${x - 4.6} ${y - 3} C${x - 4.9} ${y + 2.6} ${x - 2.6} ${y + 6} ${x} ${y + 6.1} C${x + 2.6} ${y + 6} ${x + 4.9} ${y + 2.6} ${x + 4.6} ${y - 3} Z`, SKIN) +
    `<ellipse cx="${x - 1.85 + s}" cy="${y - 0.1}" rx="0.55" ry="0.62" fill="${INK}"/><ellipse cx="${x + 1.85 + s}" cy="${y - 0.1}" rx="0.55" ry="0.62" fill="${INK}"/>` +
    stroke(`M${x - 2.9 + s} ${y - 1.4} Q${x - 1.9 + s} ${y - 2} ${x - 0.9 + s} ${y - 1.4} M${x + 0.9 + s} ${y - 1.4} Q${x + 1.9 + s} ${y - 2} ${x + 2.9 + s} ${y - 1.4}`, brow, 0.42) +
    stroke(`M${x + s} ${y - 0.4} L${x + s * 1.5 - 0.35} ${y + 1.6} L${x + s + 0.5} ${y + 1.8}`, SKIN_DARK, 0.42) +
    `<circle cx="${x - 2.7 + s}" cy="${y + 1.8}" r="0.9" fill="#e79a80" opacity="0.55"/><circle cx="${x + 2.7 + s}" cy="${y + 1.8}" r="0.9" fill="#e79a80" opacity="0.55"/>`
  );
}

const ground = (colour) =>
  `<path d="M8.2 84 C18 80.6 44 80.6 53.8 84 L53.8 87.6 L8.2 87.6 Z" fill="${colour}"/>` + stroke("M8.2 84 C18 80.6 44 80.6 53.8 84", INK, 0.4);

function king(suit) {
  const { a, ad, b, c } = COURT[suit];
  const ermine = [[21.5, 45.2], [25, 47], [28.6, 47.9], [33.4, 47.9], [37, 47], [40.5, 45.2]]
    .map(([x, y]) => `<path d="M${x} ${y - 0.9} l0.5 1.5 h-1 Z" fill="${INK}"/>`).join("");
  const hem = Array.from({ length: 9 }, (_, i) => `<path d="M${15 + i * 4} 81.2 l0.5 1.7 h-1 Z" fill="${INK}"/>`).join("");
  return (
    ground("#d9c48f") +
    // cape
    path("M22 41 C15 50 12 68 10.5 84.6 L51.5 84.6 C50 68 47 50 40 41 Z", b) +
    path("M16 62 C14.5 70 13.6 77 13 84 M46 62 C47.5 70 48.4 77 49 84", "none", `stroke="${INK}" stroke-width="0.3" opacity="0.5"`) +
    // robe and its golden middle
    path("M23 42 L18.5 84.6 L43.5 84.6 L39 42 Z", a) +
    path("M28.2 44 L26.6 84.6 L35.4 84.6 L33.8 44 Z", c) +
    [54, 61, 68, 75].map((y) => `<path d="${star(4, 0.8, 1.9)}" transform="translate(31 ${y})" fill="${ad}"/>`).join("") +
    stroke("M23 58 L20.4 80 M39 58 L41.6 80", ad, 0.7) +
    path("M17.9 79.4 L44.1 79.4 L44.8 84.9 L17.2 84.9 Z", WHITE) + hem.replace(/M(\d+)/g, (m, x) => (x > 42 ? "M-9" : `M${Number(x) + 3}`)) +
    path("M24 55.6 L38 55.6 L38.5 58.6 L23.5 58.6 Z", GOLD) + circle(31, 57.1, 1.7, RED, THIN) +
    // the arm on the belt, with a sceptre
    stroke("M44 34 L38.2 62", INK, 1.7) + stroke("M44 34 L38.2 62", GOLD, 0.9) + `<path d="${star(6, 1.3, 2.7)}" transform="translate(44.5 32.4)" fill="${GOLD}" ${THIN}/>` + circle(44.5, 32.4, 1, RED, THIN) +
    path("M38 43 C43.5 44 46.6 49 46 54 C45.4 57 43 57.6 40.8 56.4 L40 52.6 C41.6 53 42 52 41.4 50.8 C40.4 49 38.4 48.6 36 49 Z", ad) +
    fist(40.3, 54.4) +
    // the arm that holds the suit
    path("M24 43 C19.6 44.6 16.6 49.6 17 53.6 C18.4 54.8 20.4 54.4 21.2 53 C21.4 51 23 49.6 25.4 49.4 Z", ad) +
    path("M17 53.4 C15.4 50 14.6 46 15 42.6 L19 42.2 C19.2 45.6 20.2 49.4 21.4 52.6 Z", ad) +
    path("M14.6 43.6 L19.4 43 L19.4 41 L14.6 41.4 Z", c, THIN) +
    at(16.9, 39.6, 1, 0, held(suit)) + fist(16.9, 39.8) +
    // ermine collar
    path("M20 44.4 C22 40.4 26 38.6 31 38.6 C36 38.6 40 40.4 42 44.4 C39.4 48.2 35.4 49.6 31 49.6 C26.6 49.6 22.6 48.2 20 44.4 Z", WHITE) + ermine +
    // head: hair, face, beard, crown
    path("M24.8 22 C23 30 23.2 36 25.6 39 L36.4 39 C38.8 36 39 30 37.2 22 Z", "#7a5230") +
    face(31, 27.4, -0.3, "#5d3b20") +
    path("M26 28.6 C25.4 34 26.6 40 31 43.4 C35.4 40 36.6 34 36 28.6 C35.4 31.2 34.2 32.2 32.6 31.4 C31.6 30.9 30.4 30.9 29.4 31.4 C27.8 32.2 26.6 31.2 26 28.6 Z", "#7a5230") +
    stroke("M29.6 33.2 Q31 33.9 32.4 33.2", "#c96a55", 0.7) +
    stroke("M28.4 35 C28.8 37 29.6 39 30.6 40.6 M33.6 35 C33.2 37 32.4 39 31.6 40.4", "#5d3b20", 0.35) +
    path("M24.2 22.6 L22.8 12.4 L27.2 16.8 L31 10 L34.8 16.8 L39.2 12.4 L37.8 22.6 C33.4 21.2 28.6 21.2 24.2 22.6 Z", GOLD) +
    path("M24.2 22.8 C28.6 21.2 33.4 21.2 37.8 22.8 L37.6 24.8 C33.4 23.4 28.6 23.4 24.4 24.8 Z", GOLD_DARK) +
    circle(22.8, 11.9, 1, RED, THIN) + circle(31, 9.4, 1.2, BLUE, THIN) + circle(39.2, 11.9, 1, RED, THIN) +
    circle(27.4, 19.7, 0.7, RED, "") + circle(31, 18.6, 0.9, BLUE, "") + circle(34.6, 19.7, 0.7, RED, "")
  );
}

function page(suit) {
  const { a, ad, b, c } = COURT[suit];
  const scallops = [0, 1, 2, 3, 4].map((i) => `M${22.2 + i * 4.6} 66 q2.3 3.6 4.6 0`).join(" ");
  return (
    ground("#cdb98a") +
    // legs in two colours
    path("M27.6 64 L26.4 82.4 L30.4 82.4 L32.6 64 Z", WHITE) + stroke("M27.9 69 L31.6 69 M27.6 74 L31.1 74 M27 79 L30.7 79", b, 1.3) +
    path("M34.4 64 L36.6 82.4 L40.6 82.4 L40 64 Z", b) +
    path("M26.2 81.6 C24 82.6 21.6 83.4 20.4 85.6 L30.6 85.6 L30.6 81.8 Z", BARK) +
    path("M36.4 81.6 L36.6 85.6 L46.2 85.6 C45 83.4 42.8 82.4 40.7 81.6 Z", BARK) +
    // short cape behind
    path("M28 39 C22 46 20.8 54 21 61 L45 61 C45.2 54 44 46 40 39 Z", b) +
    // tunic and skirt
    path("M27 40 L41 40 L39.6 54 L28.6 54 Z", a) +
    path("M28.6 54 L39.6 54 L45.4 66 L22 66 Z", a) +
    `<path d="${scallops}" fill="${c}" ${THIN}/>` +
    stroke("M28.4 56.5 L25 65 M32 56.5 L30.6 65 M36.4 56.5 L38 65 M39.8 56.5 L43 65", ad, 0.6) +
    path("M33.1 41 L35.1 41 L35.3 54 L32.9 54 Z", c, THIN) + [43.6, 46.8, 50].map((y) => circle(34.1, y, 0.6, ad, "")).join("") +
    path("M28.4 53 L39.8 53 L40 55.8 L28.2 55.8 Z", GOLD) +
    // hand on the hip
    path("M40 41 C44.6 42 48 46.6 48.2 51 C46.6 54 43.4 56.4 40.4 57 L39.4 53.6 C41.6 53 43 51.6 43.2 50.2 C42.4 48.4 40.6 47.2 38.8 46.8 Z", ad) +
    path("M39.4 40.4 C43 39.8 46.4 42.8 46.6 46 C44.4 48.4 41 48.4 38.8 46.6 Z", a) + fist(40, 55.4) +
    // the arm that holds the suit
    path("M28.6 41 C24.6 41.6 21.6 45.6 21.4 49.6 C19.6 47.6 18.6 45.8 18.4 43.4 L15 44 C15.2 48.4 17.2 53.2 20.6 55 C24.6 54.6 27.4 51 28.6 47.4 Z", ad) +
    path("M29 40.4 C25 39.8 22 42.4 21.4 46 C23.4 49 27 49 29.2 46.8 Z", a) +
    path("M14.4 45 L19 44.2 L18.8 42 L14.4 42.6 Z", c, THIN) +
    at(16.6, 40.8, 1, 0, held(suit)) + fist(16.6, 41) +
    // collar, bobbed hair, face, beret and feather
    path("M28.4 40.6 C30.6 43.4 37.4 43.4 39.6 40.6 L37.4 37.6 L30.6 37.6 Z", WHITE) +
    path("M27.2 24 C25.4 30 25.8 35.4 27.8 37.8 C29.6 38.6 31 36.6 31 35 L37 35 C37 36.6 38.4 38.6 40.2 37.8 C42.2 35.4 42.6 30 40.8 24 Z", "#b5722f") +
    face(34, 29.8, -0.6, "#7c4a1d") + stroke("M32.4 33.9 Q33.5 34.7 34.7 33.9", "#c0543f", 0.6) +
    path("M28.4 28.6 C29 26 31 25 34 25.2 C37 25 39 26 39.6 28.6 L40.8 24 L27.2 24 Z", "#b5722f", "") +
    path("M25.4 25.6 C24 20.6 28.6 16.4 34.6 16.8 C40.6 16.6 44.4 20.2 43 24.6 C38 23.2 30 23.6 25.4 25.6 Z", a) +
    path("M25.2 26.4 C30 23.8 38 23.4 43.2 25 L42.8 26.8 C37.6 25.4 30.4 25.8 25.8 28 Z", c) +
    path("M40 22 C44 19 46.6 14.6 50 12.6 C50.6 17.6 47 22.6 41.6 24.2 Z", WHITE) + stroke("M41 23.2 C44.4 21.4 47.4 17.6 49.4 13.8", b, 0.4)
  );
}

function horseman(suit) {
  const { a, ad, b, c } = COURT[suit];
  const coat = { O: "#f4ead6", C: "#a8683a", E: "#d9d4cf", B: "#7a4a2c" }[suit];
  const mane = { O: "#c9a25c", C: "#4a2a17", E: "#6e6a68", B: "#2f1a10" }[suit];
  return (
    ground("#d2c08d") +
    // tail
    path("M48.4 54 C53.6 55 54.4 63 52.4 73 C50.8 70 49.8 64 47.6 60 Z", mane) +
    // far legs
    path("M19.8 63 L13.2 66.6 C12 67.4 12 68.4 12.4 69.4 L14.4 75 L12.2 77 L16.8 77.4 L17 75.2 L15.8 69.6 L22.4 68.6 Z", coat) + path("M14.3 74.8 L12.2 77.2 L16.8 77.6 L17 75.4 Z", INK, "") +
    path("M36.8 63 C37.4 67.4 36 69.8 35.6 72 L35.8 76 L34.8 82 L38 82.2 L39.6 75.4 C40.8 72.4 42.6 70.4 43.4 66 Z", coat) + path("M34.8 81.4 L33.2 84.2 L38.2 84.2 L38.2 81.6 Z", INK, "") +
    // body, neck and head
    path(
      "M16.2 33.8 L16.9 31.2 L18.4 33.6 C20.4 34.6 22.4 37.2 23.6 40.4 C24.6 43.4 26 46.6 28.4 48.2 L41 48.2 C46.6 48.4 49.6 52.6 50 57.6 C50.4 62.6 49.6 67.4 48.8 71.6 L50.8 77 L50.2 82 L46.4 82 L46.6 77.4 L44 71.6 C42.6 69 41.4 67.2 40 65.6 C35.6 67.6 31 68 26.6 66.8 L25.2 75 L24.8 82 L21 82 L21 75.4 L20.6 66.2 C17.4 63.4 15.8 59.2 16.2 55 C16.4 51.8 17.4 49 17.6 46 C16.4 46.8 15.2 47 14.2 47.4 C13 48.2 12.2 49.6 10.6 49.8 C8.9 49.9 7.9 48.3 8.4 46.6 C9.5 43.6 11.4 40.4 12.8 37.2 C13.6 35.6 14.8 34.4 16.2 33.8 Z",
      coat,
    ) +
    path("M46.6 81.4 L45 84.2 L50.4 84.2 L50.4 81.4 Z", INK, "") + path("M21 81.4 L19.6 84.2 L25 84.2 L25 81.4 Z", INK, "") +
    stroke("M41.6 52 C44.6 56 44.4 61.6 41.4 65.4", INK, 0.35) +
    `<circle cx="14.1" cy="39.4" r="0.75" fill="${INK}"/><circle cx="9.6" cy="46.9" r="0.45" fill="${INK}"/>` + stroke("M9.2 48.4 L11.4 47.6", INK, 0.35) +
    path("M17.6 33 C21.6 33.8 24.4 38 25.4 42.4 C26.2 45.2 27 46.8 28.4 48 L25.8 49.6 C24.6 48.8 23.9 47.8 23.4 46.4 L22.6 47.2 C21.8 45.6 21.7 44 21.6 42.6 L20.6 43 C20.4 40.6 19.6 38.4 18.6 36.8 L17.4 37 C17.4 35.6 17 34.4 16.4 33.8 Z", mane) +
    // bridle and breast strap
    stroke("M12.2 38.8 L17.6 43 M10.4 43.2 L13.4 46.8 M12.6 45.8 L17.6 42.6", RED, 0.8) + circle(12.9, 45.4, 0.9, GOLD, THIN) +
    stroke("M13.2 45.6 C18 51 24 50 29.4 46.4", RED, 0.8) +
    stroke("M16.6 55.4 C20 58 24.6 58 28 56", RED, 1.3) + [18.6, 21.6, 24.8].map((x) => circle(x, 57.4 - Math.abs(x - 22) * 0.12, 0.7, GOLD, THIN)).join("") +
    // saddle cloth
    path("M27.4 47.6 L41.6 47.6 L43.4 60 L27 60 Z", b) + path("M27.1 57.6 L43 57.6 L43.4 60.2 L26.9 60.2 Z", c, THIN) + stroke("M28.6 49.6 L40.4 49.6", c, 0.6) +
    // rider: cloak, body, leg
    path("M38.6 30 C44.6 33 47.8 40.4 47.4 48.4 L38 48.6 Z", ad) +
    path("M29 30 C26.6 36 26.6 42.6 27.4 49 L41 49 C41.6 42 41 35.6 38.4 30 Z", a) +
    path("M32.8 31 L34.8 31 L35 46 L32.6 46 Z", c, THIN) +
    path("M27.2 45.2 L41.2 45.2 L41.2 47.8 L27.4 47.8 Z", GOLD) +
    path("M30 47.8 C27.6 52.6 27 57.6 27.6 62 L32.6 62 C33.2 57.6 35 53.6 38.2 50.6 L38.2 47.8 Z", ad) +
    path("M27.4 61 L32.8 61 L32.8 67 L25 68.8 C23.4 68.8 22.6 67.6 23 66.4 L27.4 64.6 Z", BARK) + path("M27.2 60.4 L33 60.4 L33 62.4 L27.2 62.4 Z", c, THIN) + stroke("M33.4 65.6 L35.6 64.8", GOLD_DARK, 0.9) +
    // the arm that holds the suit, the hand on the reins
    path("M29.8 31.4 C25.6 32.4 22.6 35.4 20.4 38.6 L17.6 33.6 L14.6 35.4 L18.8 43.2 C19.8 44.2 21.2 44 22 43.2 C24.4 40.8 27.2 39.6 29.8 38.8 Z", ad) +
    path("M13.9 36.4 L18.3 33.9 L17.2 32 L12.9 34.4 Z", c, THIN) +
    at(15, 31.8, suit === "E" || suit === "B" ? 0.82 : 1, -4, held(suit)) + fist(15, 32) +
    path("M39 34 C41 38.4 39.4 43.6 34 46 L30.8 45.2 L31.4 42.4 C34.2 41.8 35.2 39.6 35 36.6 Z", ad) + fist(30.6, 44.4) +
    // collar, head, hat
    path("M29.4 31.4 C31 33.4 36 33.4 38 31.4 L36.8 28.6 L30.4 28.6 Z", WHITE) +
    path("M28 18 C26.6 23 27 27.4 28.8 29.6 L38 29.6 C39.8 27.4 40.2 23 38.8 18 Z", "#4f3018") +
    face(33.2, 21.8, -0.9, "#3b220f") +
    path("M29.8 25 C31 24.4 32 24.6 32.6 25 C33.2 24.6 34.4 24.4 35.6 25.2 C34.4 26 33.4 25.9 32.6 25.6 C31.8 25.9 30.8 25.8 29.8 25 Z", "#4f3018", "") +
    path("M26 18.4 C30 15.8 37.4 15.8 41.6 18.6 C38 20.4 30 20.4 26 18.4 Z", b) +
    path("M28.4 17.6 C28.4 12.6 31 10.2 34 10.2 C37.2 10.2 39 12.8 39.2 17.8 C36 16.4 31.6 16.4 28.4 17.6 Z", a) +
    path("M28.4 17.8 C31.6 16.4 36 16.4 39.2 18 L39.3 16 C36 14.6 31.6 14.6 28.5 15.8 Z", c, THIN) +
    path("M38 14.6 C42 9.6 46.6 9.4 49 11.6 C47 15.8 43 17 39 16.4 Z", WHITE) + stroke("M39.4 15.4 C42.6 13.4 45.6 12.2 48.2 12", b, 0.4)
  );
}

const FIGURE = { S: page, C: horseman, R: king };

// ---------------------------------------------------------------- the whole card

/** The frame whose breaks (la pinta) tell the suit at the card's edge: oros 0, copas 1, espadas 2, bastos 3. */
function frame(suit) {
  const breaks = SUITS.indexOf(suit);
  const left = 5.2, right = 56.8, top = 5.2, bottom = 89.8, gap = 3;
  const edge = (y) => {
    let d = `M${left} ${y}`;
    for (let i = 1; i <= breaks; i += 1) {
      const middle = left + ((right - left) * i) / (breaks + 1);
      d += `L${middle - gap / 2} ${y}M${middle + gap / 2} ${y}`;
    }
    return `${d}L${right} ${y}`;
  };
  return `<path d="${edge(top)}${edge(bottom)}M${left} ${top}L${left} ${bottom}M${right} ${top}L${right} ${bottom}" fill="none" stroke="${BLUE_DARK}" stroke-width="0.75" stroke-linecap="square"/>`;
}

function index(rank, suit) {
  const plate = FIGURE[rank] ? `<rect x="5.4" y="5.4" width="11.6" height="11" rx="1.6" fill="${PAPER}" fill-opacity="0.88"/>` : "";
  const one = `${plate}<text x="7" y="14.4" font-size="${NUMBER[rank] > 9 ? 9.2 : 10.6}" font-family="Georgia, 'Palatino Linotype', 'Liberation Serif', 'DejaVu Serif', serif" font-weight="700" fill="${suit === "E" || suit === "B" ? BLUE_DARK : RED_DARK}" letter-spacing="-0.6">${NUMBER[rank]}</text>`;
  return one + `<g transform="rotate(180 31 47.5)">${one}</g>`;
}

function middle(rank, suit) {
  if (rank === "C") return at(5.6, 5.2, 0.9, 0, FIGURE[rank](suit));
  if (FIGURE[rank]) return at(2.9, 3.2, 0.925, 0, FIGURE[rank](suit));
  if (rank === "A") return at(31, 47.5, 1, 0, ACE[suit]());
  return pips(rank, suit);
}

/** The symbols that all cards share; put once into the document. */
export function signDefs() {
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${SUITS.map((s) => `<g id="sign-${s}">${SIGN[s]()}</g>`).join("")}</defs></svg>`;
}

/** One card as an SVG element's text; `name` like "AO". */
export function cardSvg(name) {
  const rank = name[0], suit = name[1];
  return (
    `<svg class="face" viewBox="0 0 62 95" aria-hidden="true" focusable="false">` +
    `<rect x="0.3" y="0.3" width="61.4" height="94.4" rx="3.6" fill="${PAPER}" stroke="#b9a987" stroke-width="0.5"/>` +
    middle(rank, suit) + index(rank, suit) + frame(suit) + `</svg>`
  );
}

/** The back: a lattice of diamonds inside a border. */
export function backSvg() {
  let lattice = "";
  for (let y = 0; y < 14; y += 1) {
    for (let x = 0; x < 9; x += 1) {
      const cx = 7 + x * 6, cy = 8.5 + y * 6;
      lattice += `<path d="M${cx} ${cy - 2.4}L${cx + 2.4} ${cy}L${cx} ${cy + 2.4}L${cx - 2.4} ${cy}Z" fill="none" stroke="#e9d9a8" stroke-width="0.5"/><circle cx="${cx}" cy="${cy}" r="0.55" fill="#e9d9a8"/>`;
    }
  }
  return `<svg class="face" viewBox="0 0 62 95" aria-hidden="true" focusable="false"><rect x="0.3" y="0.3" width="61.4" height="94.4" rx="3.6" fill="${PAPER}" stroke="#b9a987" stroke-width="0.5"/><rect x="3.4" y="3.4" width="55.2" height="88.2" rx="2" fill="#7c1f28"/>${lattice}</svg>`;
}

/** What is no card but has a tag: somebody's travel card. */
export function foreignSvg() {
  const wave = (r) => `<path d="M${31 - r * 0.7} ${40 - r * 0.7}A${r} ${r} 0 0 1 ${31 + r * 0.7} ${40 - r * 0.7}" fill="none" stroke="#f4f8fb" stroke-width="3" stroke-linecap="round"/>`;
  return (
    `<svg class="face" viewBox="0 0 62 95" aria-hidden="true" focusable="false">` +
    `<rect x="0.3" y="0.3" width="61.4" height="94.4" rx="5" fill="#2f6f8f" stroke="#16384a" stroke-width="0.6"/>` +
    `<path d="M0.6 62C18 52 40 74 61.4 60V89.7a4.7 4.7 0 0 1-4.7 4.7H5.3a4.7 4.7 0 0 1-4.7-4.7Z" fill="#e9b949"/>` +
    wave(9) + wave(17) + wave(25) + `<circle cx="31" cy="40" r="3" fill="#f4f8fb"/>` +
    `<text x="31" y="86" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="12" fill="#16384a">BUS</text></svg>`
  );
}

/** A suit's sign alone, for a trump badge or a line of text. */
export function signSvg(suit) {
  const box = suit === "O" ? "-10.5 -10.5 21 21" : suit === "C" ? "-9 -10.8 18 21.6" : "-7 -13 14 26";
  return `<svg class="sign" viewBox="${box}" aria-hidden="true" focusable="false"><use href="#sign-${suit}"/></svg>`;
}
