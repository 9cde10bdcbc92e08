import { blade, gem, plate, ring } from './forms.ts';
import { polar, times, type Drawing, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

const center: Point = [0, 0];

/** A sun of blades, long and short in turn, behind a ring and a stone. */
export function sunburst(random: Random): Drawing {
  const rays = random.pick([8, 10, 12, 14]);
  const bend = random.pick([0, 0, 0.16, -0.16, 0.26]);
  const width = random.between(0.1, 0.15) * (12 / rays + 0.25);
  return [
    [random.between(0.74, 0.86), 1.04].map((length, row) =>
      times(rays, (index) => {
        const angle = -90 + ((index + (row === 0 ? 0.5 : 0)) * 360) / rays;
        const shape = { bend, waist: random.pick([0.3]) };
        return blade(
          polar(center, angle, 0.2),
          angle,
          length - 0.2,
          width * (row ? 0.8 : 1),
          row * 0.5,
          shape,
        );
      }),
    ),
    ring(center, random.between(0.4, 0.5), random.between(0.07, 0.13), 0.8),
    gem(center, random.between(0.27, 0.33), random.pick([6, 8, 10]), 1),
  ];
}

/** A compass star over its own turned shadow, held by thin rings. */
export function star(random: Random): Drawing {
  const points = random.pick([4, 5, 6, 8]);
  const tall = random.between(1.1, 1.28);
  const point = (angle: number, reach: number, width: number, depth: number) => {
    const side = 180 / points;
    const tip = [polar(center, angle - side, width), polar(center, angle, reach)];
    return plate(
      [center, ...tip, polar(center, angle + side, width)],
      polar(center, angle, width * 1.02),
      depth,
    );
  };
  return [
    ring(center, random.between(0.72, 0.82), 0.05, 0.1),
    random.chance(0.6) ? ring(center, 0.95, 0.024, 0) : [],
    times(points, (index) =>
      point(-90 + ((index + 0.5) * 360) / points, random.between(0.66, 0.68), 0.2, 0.25),
    ),
    times(points, (index) => {
      const reach = points === 4 && index % 2 ? 0.86 : index === 0 ? tall : 1;
      return point(-90 + (index * 360) / points, reach, 0.27, 0.7);
    }),
    gem(center, random.between(0.15, 0.22), points * (points < 5 ? 2 : 1), 1),
  ];
}

/** Shards that grow along a spiral. */
export function spiral(random: Random): Drawing {
  const count = random.whole(13, 18);
  const sweep = random.between(500, 640);
  const lean = random.between(28, 62);
  const shard = (share: number) => {
    const angle = 40 - sweep * share;
    const from = polar(center, angle, 0.16 + 0.6 * share);
    const shape = { bend: -0.22, waist: 0.3 };
    return blade(from, angle - lean, 0.2 + 0.5 * share, 0.05 + 0.1 * share, 1 - share * 0.9, shape);
  };
  return [times(count + 1, (index) => shard((count - index) / count)), gem(center, 0.17, 7, 1)];
}

/** Polygon frames inside one another, each turned against the last, around a stone. */
export function prism(random: Random): Drawing {
  const sides = random.pick([3, 4, 5, 6]);
  const twist = random.pick([180 / sides, 180 / sides, 90 / sides]);
  const spikes = random.pick([0, 1]) ? sides : sides * 2;
  let radius = 0.98;
  return [
    times(spikes, (index) => {
      const angle = -90 + (index * 360) / spikes;
      return blade(polar(center, angle, 0.4), angle, 0.76, 0.075, 0, { waist: 0.5 });
    }),
    times(3, (row) => {
      const from = -90 + twist * row;
      const shape = { from, to: from + 360, step: 360 / sides };
      const frame = ring(center, radius, 0.15 - row * 0.022, 0.3 + row * 0.25, shape);
      radius *= sides === 3 ? 0.66 : 0.74;
      return frame;
    }),
    gem(center, sides === 3 ? 0.24 : 0.3, Math.max(6, sides), 1, 1, -90 + twist * 3),
  ];
}

/** A stone sphere with rings seen at a slant: half behind, half before. */
export function orbit(random: Random): Drawing {
  const tilts = random.pick([[-24], [-32, 28], [-58, 4, 58], [16, 76]]);
  const squash = random.between(0.22, 0.36);
  const half = (from: number, depth: number) =>
    tilts.map((turn, index) => {
      const shape = { squash, turn, step: 7, from, to: from + 180 };
      return ring(center, 1.08 - index * 0.06, 0.1 - index * 0.014, depth, shape);
    });
  return [
    half(180, 0),
    times(6, (index) => {
      const angle = index * 60 + random.between(-14, 14);
      return blade(polar(center, angle, 0.35), angle, random.between(0.4, 0.62), 0.13, 0.15);
    }),
    gem(center, random.between(0.5, 0.58), random.pick([8, 10, 12]), 0.7),
    half(0, 1),
  ];
}
