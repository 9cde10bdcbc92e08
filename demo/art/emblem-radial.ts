import { blade, frame, gem, plate, ring } from './forms.ts';
import { polar, type Form, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

const center: Point = [0, 0];

/** A sun of blades, long and short in turn, behind a ring and a stone. */
export function sunburst(random: Random): Form[] {
  const rays = random.pick([8, 10, 12, 14]);
  const bend = random.pick([0, 0, 0.16, -0.16, 0.26]);
  const width = random.between(0.1, 0.15) * (12 / rays + 0.25);
  const forms: Form[] = [];
  for (const [row, length] of [random.between(0.74, 0.86), 1.04].entries()) {
    for (let index = 0; index < rays; index++) {
      const angle = -90 + ((index + (row === 0 ? 0.5 : 0)) * 360) / rays;
      forms.push(
        blade({
          from: polar(center, angle, 0.2),
          angle,
          length: length - 0.2,
          width: width * (row ? 0.8 : 1),
          depth: row * 0.5,
          bend,
          waist: random.pick([0.3]),
        }),
      );
    }
  }
  forms.push(
    ring({ center, radius: random.between(0.4, 0.5), thickness: random.between(0.07, 0.13), depth: 0.8 }),
  );
  forms.push(gem({ center, radius: random.between(0.27, 0.33), sides: random.pick([6, 8, 10]), depth: 1 }));
  return forms;
}

/** A compass star over its own turned shadow, held by thin rings. */
export function star(random: Random): Form[] {
  const points = random.pick([4, 5, 6, 8]);
  const tall = random.between(1.1, 1.28);
  const forms: Form[] = [ring({ center, radius: random.between(0.72, 0.82), thickness: 0.05, depth: 0.1 })];
  if (random.chance(0.6)) forms.push(ring({ center, radius: 0.95, thickness: 0.024, depth: 0 }));
  const point = (angle: number, reach: number, width: number, depth: number) =>
    plate(
      [
        center,
        polar(center, angle - 180 / points, width),
        polar(center, angle, reach),
        polar(center, angle + 180 / points, width),
      ],
      polar(center, angle, width * 1.02),
      depth,
    );
  for (let index = 0; index < points; index++)
    forms.push(point(-90 + ((index + 0.5) * 360) / points, random.between(0.66, 0.68), 0.2, 0.25));
  for (let index = 0; index < points; index++) {
    const angle = -90 + (index * 360) / points;
    forms.push(point(angle, points === 4 && index % 2 ? 0.86 : index === 0 ? tall : 1, 0.27, 0.7));
  }
  forms.push(
    gem({ center, radius: random.between(0.15, 0.22), sides: points * (points < 5 ? 2 : 1), depth: 1 }),
  );
  return forms;
}

/** Shards that grow along a spiral. */
export function spiral(random: Random): Form[] {
  const count = random.whole(13, 18);
  const sweep = random.between(500, 640);
  const lean = random.between(28, 62);
  const forms: Form[] = [];
  for (let index = count; index >= 0; index--) {
    const share = index / count;
    const angle = 40 - sweep * share;
    const reach = 0.16 + 0.6 * share;
    forms.push(
      blade({
        from: polar(center, angle, reach),
        angle: angle - lean,
        length: 0.2 + 0.5 * share,
        width: 0.05 + 0.1 * share,
        depth: 1 - share * 0.9,
        bend: -0.22,
        waist: 0.3,
      }),
    );
  }
  forms.push(gem({ center, radius: 0.17, sides: 7, depth: 1 }));
  return forms;
}

/** Polygon frames inside one another, each turned against the last, around a stone. */
export function prism(random: Random): Form[] {
  const sides = random.pick([3, 4, 5, 6]);
  const twist = random.pick([180 / sides, 180 / sides, 90 / sides]);
  const forms: Form[] = [];
  const spikes = random.pick([0, 1]) ? sides : sides * 2;
  for (let index = 0; index < spikes; index++) {
    const angle = -90 + (index * 360) / spikes;
    forms.push(
      blade({ from: polar(center, angle, 0.4), angle, length: 0.76, width: 0.075, depth: 0, waist: 0.5 }),
    );
  }
  let radius = 0.98;
  for (let row = 0; row < 3; row++) {
    forms.push(frame(center, radius, sides, -90 + twist * row, 0.15 - row * 0.022, 0.3 + row * 0.25));
    radius *= sides === 3 ? 0.66 : 0.74;
  }
  forms.push(
    gem({
      center,
      radius: sides === 3 ? 0.24 : 0.3,
      sides: Math.max(6, sides),
      depth: 1,
      turn: -90 + twist * 3,
    }),
  );
  return forms;
}

/** A stone sphere with rings seen at a slant: half behind, half before. */
export function orbit(random: Random): Form[] {
  const tilts = random.pick([[-24], [-32, 28], [-58, 4, 58], [16, 76]]);
  const squash = random.between(0.22, 0.36);
  const rings = tilts.map((turn, index) => ({
    center,
    radius: 1.08 - index * 0.06,
    thickness: 0.1 - index * 0.014,
    squash,
    turn,
    step: 7,
  }));
  const forms: Form[] = rings.map((shape) => ring({ ...shape, from: 180, to: 360, depth: 0 }));
  for (let index = 0; index < 6; index++) {
    const angle = index * 60 + random.between(-14, 14);
    forms.push(
      blade({
        from: polar(center, angle, 0.35),
        angle,
        length: random.between(0.4, 0.62),
        width: 0.13,
        depth: 0.15,
      }),
    );
  }
  forms.push(gem({ center, radius: random.between(0.5, 0.58), sides: random.pick([8, 10, 12]), depth: 0.7 }));
  forms.push(...rings.map((shape) => ring({ ...shape, from: 0, to: 180, depth: 1 })));
  return forms;
}
