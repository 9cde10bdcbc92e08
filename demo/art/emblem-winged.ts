import { blade, gem, plate, ring } from './forms.ts';
import { bothSides, polar, type Form, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

/** Two rows of feathers each side of a long stone. */
export function wings(random: Random): Form[] {
  const feathers = random.whole(5, 7);
  const highest = random.between(-80, -62);
  const spread = random.between(88, 118);
  const bend = random.between(0.08, 0.24);
  const forms: Form[] = [];
  if (random.chance(0.6)) forms.push(ring({ center: [0, -0.15], radius: 0.62, thickness: 0.06, depth: 0 }));
  for (const row of [0, 1]) {
    for (let index = feathers - 1; index >= 0; index--) {
      const share = index / (feathers - 1);
      const angle = highest + spread * share + row * 7;
      const length = (row ? 0.78 : 1.22) * (1 - 0.42 * share);
      forms.push(
        ...bothSides(
          blade({
            from: [0.1 + 0.05 * row, -0.08 + 0.34 * share],
            angle,
            length,
            width: 0.125 - row * 0.02,
            depth: row * 0.4 + 0.3 * (1 - share),
            bend,
            waist: 0.45,
            outline: 'petal',
          }),
        ),
      );
    }
  }
  forms.push(blade({ from: [0, -0.3], angle: 90, length: 1.05, width: 0.17, depth: 0.7, waist: 0.25 }));
  forms.push(gem({ center: [0, -0.18], radius: 0.21, sides: random.pick([6, 8]), depth: 1, stretch: 1.35 }));
  return forms;
}

/** Crystals bursting from one root, tall in the middle. */
export function crystals(random: Random): Form[] {
  const root: Point = [0, 0.62];
  const forms: Form[] = [];
  for (const row of [0, 1, 2]) {
    const count = [9, 6, 5][row] ?? 5;
    const spread = [172, 136, 96][row] ?? 90;
    for (const index of fromOutside(count)) {
      const share = count === 1 ? 0 : index / (count - 1) - 0.5;
      const angle = -90 + share * spread + random.between(-5, 5);
      const length =
        ([1.5, 1.22, 0.8][row] ?? 1) * (1 - 0.85 * share * share * 2) * random.between(0.84, 1.06);
      forms.push(
        blade({
          from: polar(root, angle, 0.02),
          angle,
          length,
          width: 0.1 + 0.025 * row + random.between(0, 0.03),
          depth: row * 0.42,
          waist: random.between(0.62, 0.78),
        }),
      );
    }
  }
  forms.push(
    ...bothSides(
      plate(
        [
          [0, 0.5],
          [0.34, 0.66],
          [0.22, 0.82],
          [0, 0.9],
        ],
        [0.15, 0.7],
        0.9,
      ),
    ),
  );
  return forms;
}

/** Petals that open upwards in three rows. */
export function lotus(random: Random): Form[] {
  const root: Point = [0, 0.5];
  const outline = random.pick(['petal', 'petal', 'kite'] as const);
  const forms: Form[] = [];
  if (random.chance(0.7))
    forms.push(
      ring({
        center: [0, -0.12],
        radius: random.between(0.7, 0.86),
        thickness: 0.05,
        depth: 0,
        from: 150,
        to: 390,
        tapered: true,
      }),
    );
  for (const row of [0, 1, 2]) {
    const count = [7, 6, 5][row] ?? 5;
    for (const index of fromOutside(count)) {
      const share = index / (count - 1) - 0.5;
      const angle = -90 + share * ([186, 158, 112][row] ?? 120);
      forms.push(
        blade({
          from: root,
          angle,
          length: ([1.34, 1.06, 0.76][row] ?? 1) * (1 - 0.3 * Math.abs(share)),
          width: 0.2 - 0.015 * row,
          depth: 0.1 + row * 0.4,
          bend: -share * 0.42,
          waist: 0.55,
          outline,
        }),
      );
    }
  }
  for (const angle of [56, 30])
    forms.push(
      ...bothSides(
        blade({ from: [0, 0.52], angle, length: 0.6, width: 0.1, depth: 0.6, bend: -0.3, outline: 'petal' }),
      ),
    );
  forms.push(gem({ center: [0, 0.34], radius: 0.16, sides: 6, depth: 1, stretch: 1.3 }));
  return forms;
}

/** A hand fan of wide blades, tied by arcs. */
export function fan(random: Random): Form[] {
  const root: Point = [0, 0.68];
  const blades = random.pick([5, 7, 9, 11, 13]);
  const spread = random.between(104, 196);
  const short = random.between(0.86, 1.34);
  const outline = random.pick(['kite', 'kite', 'petal'] as const);
  const forms: Form[] = [];
  for (const index of fromOutside(blades)) {
    const angle = -90 + (index / (blades - 1) - 0.5) * spread;
    const length = index % 2 ? short : 1.5;
    forms.push(
      blade({
        from: root,
        angle,
        length,
        width: (1.5 * spread) / blades / 74,
        depth: index % 2 ? 0.2 : 0.5,
        waist: 0.74,
        outline,
      }),
    );
  }
  for (const [radius, thickness] of [
    [random.between(0.84, 1.04), 0.05],
    [random.between(0.46, 0.7), random.between(0.06, 0.15)],
  ] as const) {
    forms.push(
      ring({
        center: root,
        radius,
        thickness,
        depth: 0.8,
        from: -90 - spread / 2 - 6,
        to: -90 + spread / 2 + 6,
        tapered: true,
        step: 6,
      }),
    );
  }
  forms.push(gem({ center: [0, 0.6], radius: 0.2, sides: 8, depth: 1 }));
  return forms;
}

/** Indexes from both ends to the middle, so that the middle is painted last and lies in front. */
function fromOutside(count: number): number[] {
  const middle = (count - 1) / 2;
  return Array.from({ length: count }, (_, index) => index).toSorted(
    (a, b) => Math.abs(b - middle) - Math.abs(a - middle),
  );
}
