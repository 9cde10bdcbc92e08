import { blade, gem, plate, ring } from './forms.ts';
import { bothSides, corners, polar, times, type Drawing, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

/** Two rows of feathers each side of a long stone. */
export function wings(random: Random): Drawing {
  const feathers = random.whole(5, 7);
  const highest = random.between(-80, -62);
  const spread = random.between(88, 118);
  const shape = { bend: random.between(0.08, 0.24), waist: 0.45, outline: 'petal' } as const;
  const feather = (row: number, share: number) => {
    const angle = highest + spread * share + row * 7;
    const length = (row ? 0.78 : 1.22) * (1 - 0.42 * share);
    const from: Point = [0.1 + 0.05 * row, -0.08 + 0.34 * share];
    return blade(from, angle, length, 0.125 - row * 0.02, row * 0.4 + 0.3 * (1 - share), shape);
  };
  return [
    random.chance(0.6) ? ring([0, -0.15], 0.62, 0.06, 0) : [],
    [0, 1].map((row) =>
      times(feathers, (index) => bothSides(feather(row, (feathers - 1 - index) / (feathers - 1)))),
    ),
    blade([0, -0.3], 90, 1.05, 0.17, 0.7, { waist: 0.25 }),
    gem([0, -0.18], 0.21, random.pick([6, 8]), 1, 1.35),
  ];
}

/** Crystals bursting from one root, tall in the middle. */
export function crystals(random: Random): Drawing {
  const root: Point = [0, 0.62];
  const rows = [
    { count: 9, spread: 172, tall: 1.5 },
    { count: 6, spread: 136, tall: 1.22 },
    { count: 5, spread: 96, tall: 0.8 },
  ];
  return [
    rows.map(({ count, spread, tall }, row) =>
      fromOutside(count).map((index) => {
        const share = index / (count - 1) - 0.5;
        const angle = -90 + share * spread + random.between(-5, 5);
        const length = tall * (1 - 0.85 * share * share * 2) * random.between(0.84, 1.06);
        const width = 0.1 + 0.025 * row + random.between(0, 0.03);
        const shape = { waist: random.between(0.62, 0.78) };
        return blade(polar(root, angle, 0.02), angle, length, width, row * 0.42, shape);
      }),
    ),
    bothSides(plate(corners(0, 0.5, 0.34, 0.66, 0.22, 0.82, 0, 0.9), [0.15, 0.7], 0.9)),
  ];
}

/** Petals that open upwards in three rows. */
export function lotus(random: Random): Drawing {
  const outline = random.pick(['petal', 'petal', 'kite'] as const);
  const rows = [
    { count: 7, spread: 186, tall: 1.34 },
    { count: 6, spread: 158, tall: 1.06 },
    { count: 5, spread: 112, tall: 0.76 },
  ];
  const leaf = (angle: number) => blade([0, 0.52], angle, 0.6, 0.1, 0.6, { bend: -0.3, outline: 'petal' });
  return [
    random.chance(0.7)
      ? ring([0, -0.12], random.between(0.7, 0.86), 0.05, 0, { from: 150, to: 390, tapered: true })
      : [],
    rows.map(({ count, spread, tall }, row) =>
      fromOutside(count).map((index) => {
        const share = index / (count - 1) - 0.5;
        const length = tall * (1 - 0.3 * Math.abs(share));
        const shape = { bend: -share * 0.42, waist: 0.55, outline };
        return blade([0, 0.5], -90 + share * spread, length, 0.2 - 0.015 * row, 0.1 + row * 0.4, shape);
      }),
    ),
    [56, 30].map((angle) => bothSides(leaf(angle))),
    gem([0, 0.34], 0.16, 6, 1, 1.3),
  ];
}

/** A hand fan of wide blades, tied by arcs. */
export function fan(random: Random): Drawing {
  const root: Point = [0, 0.68];
  const blades = random.pick([5, 7, 9, 11, 13]);
  const spread = random.between(104, 196);
  const short = random.between(0.86, 1.34);
  const outline = random.pick(['kite', 'kite', 'petal'] as const);
  const arc = (radius: number, thickness: number) => {
    const [from, to] = [-90 - spread / 2 - 6, -90 + spread / 2 + 6];
    return ring(root, radius, thickness, 0.8, { from, to, tapered: true, step: 6 });
  };
  return [
    fromOutside(blades).map((index) => {
      const angle = -90 + (index / (blades - 1) - 0.5) * spread;
      const [length, depth] = index % 2 ? [short, 0.2] : [1.5, 0.5];
      return blade(root, angle, length, (1.5 * spread) / blades / 74, depth, { waist: 0.74, outline });
    }),
    arc(random.between(0.84, 1.04), 0.05),
    arc(random.between(0.46, 0.7), random.between(0.06, 0.15)),
    gem([0, 0.6], 0.2, 8, 1),
  ];
}

/** Indexes from both ends to the middle, so that the middle is painted last and lies in front. */
function fromOutside(count: number): number[] {
  const middle = (count - 1) / 2;
  return times(count, (index) => index).toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
}
