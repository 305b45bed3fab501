// Where things are on the drawn table: mm of the mat to units of the table (1 unit = 1 % of its width), hands, piles, plates.

let matMm = 200; // side of the mat that is drawn

/** The mat of another build. */
export const setMat = (mm) => { matMm = mm; };

const WIDE = {
  height: 100,
  mat: { x: 50, y: 50, side: 54 },
  plates: { 1: [12.6, 88.4], 2: [87.4, 88.4], 3: [87.4, 11.6], 4: [12.6, 11.6] },
  piles: { 1: [19.4, 79.6], 2: [80.6, 79.6], 3: [80.6, 20.4], 4: [19.4, 20.4] },
  pack: [19.4, 20.4],
  badge: [71.4, 28.6], // a corner of the mat that no card covers
};

const NARROW = {
  height: 152,
  mat: { x: 50, y: 62.5, side: 66 },
  plates: { 1: [50, 119.4], 2: [88, 25.5], 3: [50, 6.4], 4: [12, 25.5] },
  piles: { 1: [9.6, 107], 2: [90.4, 107], 3: [90.4, 107], 4: [9.6, 107] },
  pack: [10.4, 10],
  badge: [76.6, 36],
};

const phone = window.matchMedia("(max-width: 700px)"); // the same limit as in table.css

/** Where each seat sits when two, three or four play: 1 near us, 2 at the right, 3 opposite, 4 at the left; as the panel has it. */
const SEATED = { 2: [1, 3], 3: [1, 2, 4], 4: [1, 2, 3, 4] };
export const seatedAt = (seat, players) => SEATED[players || 4][seat - 1];

/** The layout for this window. */
export const choose = () => (phone.matches ? NARROW : WIDE);
export const isNarrow = (layout) => layout === NARROW;

export const unitsPerMm = (layout) => layout.mat.side / matMm;

/** A place on the mat in mm (x right, y away from seat 1) -> [x, y] in units. */
export function toUnits(layout, x, y) {
  const k = unitsPerMm(layout);
  return [layout.mat.x + x * k, layout.mat.y - y * k];
}

/** And back; null when the point is off the mat. */
export function toMm(layout, x, y) {
  const k = unitsPerMm(layout);
  const half = matMm / 2;
  const mm = [(x - layout.mat.x) / k, (layout.mat.y - y) / k];
  return Math.abs(mm[0]) <= half && Math.abs(mm[1]) <= half ? mm : null;
}

export const cardWidthOnMat = (layout) => 62 * unitsPerMm(layout);

/** Places of a hand of `n` cards: a list of {x, y, w, r}. `shown` is the seat whose hand is open on a narrow table. */
export function hand(layout, seat, n, shown) {
  const places = [];
  if (isNarrow(layout)) {
    if (seat === shown) {
      const step = Math.min(9.1, 82 / Math.max(1, n - 1));
      for (let i = 0; i < n; i += 1) places.push({ x: 50 + (i - (n - 1) / 2) * step, y: 137.5, w: 16.5, r: (i - (n - 1) / 2) * 0.7 });
    } else {
      const [cx, cy, dx, dy] = { 1: [50, 107, 6, 0], 2: [93, 66, 0, 5.4], 3: [50, 18, 6, 0], 4: [7, 66, 0, 5.4] }[seat];
      for (let i = 0; i < n; i += 1) {
        const k = i - (n - 1) / 2;
        places.push({ x: cx + k * dx, y: cy + k * dy, w: 9, r: 0 });
      }
    }
    return places;
  }
  for (let i = 0; i < n; i += 1) {
    const k = i - (n - 1) / 2;
    const lift = Math.abs(k) * Math.abs(k) * 0.05;
    if (seat === 1) places.push({ x: 50 + k * 5.1, y: 89.2 + lift, w: 9.6, r: k * 0.8 });
    else if (seat === 3) places.push({ x: 50 + k * 5.1, y: 10.8 - lift, w: 9.6, r: -k * 0.8 });
    else if (seat === 2) places.push({ x: 89.2, y: 50 + k * 5.3, w: 9.6, r: 0 });
    else places.push({ x: 10.8, y: 50 + k * 5.3, w: 9.6, r: 0 });
  }
  return places;
}
