import { blade, gem, plate, ring } from './forms.ts';
import { bothSides, corners, polar, times, type Drawing, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

const center: Point = [0, 0];

/** A horned mask with slits of light. */
export function mask(random: Random): Drawing {
  const horns = random.whole(1, 3);
  const hornAngle = random.between(-66, -40);
  const jaw = random.between(0.7, 0.92);
  const brow = random.between(-0.36, -0.22);
  const horn = (row: number) => {
    const shape = { bend: random.pick([-0.34, -0.26]), waist: 0.18 };
    return blade([0.26, brow], hornAngle + row * 34, 1.06 - row * 0.2, 0.14, 0.35 - (row + 1) * 0.1, shape);
  };
  const cheek = corners(0, brow - 0.14, 0.36, brow - 0.02, 0.52, 0.06, 0.24, jaw * 0.62, 0, jaw);
  const lid = corners(0, brow - 0.3, 0.2, brow - 0.04, 0.46, -0.1, 0.14, 0.03, 0, 0.12);
  return [
    times(horns, (index) => bothSides(horn(horns - 1 - index))),
    [24, 52].map((angle) =>
      bothSides(blade([0.24, 0.02], angle, 0.72, 0.13, 0.2, { bend: 0.12, waist: 0.4 })),
    ),
    bothSides(plate(cheek, [0.24, 0.08], 0.55)),
    bothSides(plate(lid, [0.13, -0.1], 0.8)),
    bothSides(plate(corners(0.15, 0.08, 0.42, -0.05, 0.34, 0.11, 0.2, 0.16), [0.29, 0.07], 1, 0.6)),
    plate(corners(0, 0.08, 0.1, 0.44, 0, 0.56, -0.1, 0.44), [0, 0.4], 0.95),
    gem([0, brow - 0.06], 0.12, 4, 1, 1.7),
  ];
}

/** Three to five claws that rake across, over a broken ring. */
export function claws(random: Random): Drawing {
  const count = random.pick([3, 4, 5]);
  return [
    [10, 190].map((from) => ring(center, 0.86, 0.12, 0, { from, to: from + 140, tapered: true })),
    times(count, (index) => {
      const share = index / (count - 1) - 0.5;
      const reach = 1 - Math.abs(share) * 0.5;
      const from: Point = [share * 1.3 + 0.5, -0.98 * reach];
      const depth = 0.35 + 0.6 * (1 - Math.abs(share) * 2);
      return blade(from, 112 + share * 14, 2 * reach, 0.19, depth, { bend: 0.42, waist: 0.15 });
    }),
    corners(-0.72, -0.5, 0.78, 0.42).map((point) => gem(point, 0.13, 4, 0.8, 1.5)),
  ];
}

/** Plates along a wave, shrinking to the tail, with a horned head. */
export function serpent(random: Random): Drawing {
  const waves = random.between(0.95, 1.2);
  const swing = random.between(0.46, 0.6);
  const count = 17;
  const at = (share: number): Point => [
    Math.sin(share * waves * 2 * Math.PI) * swing * (1 - share * 0.2),
    -0.66 + share * 1.62,
  ];
  const plateOf = (index: number): Drawing => {
    const share = (index - 0.4) / count;
    const [point, before] = [at(share), at(share - 0.03)];
    const angle = (Math.atan2(before[1] - point[1], before[0] - point[0]) * 180) / Math.PI;
    const size = 0.3 * (1 - share) ** 0.6 + 0.03;
    const fin = (side: number) =>
      blade(point, angle + side * 122, size * 1.5, size * 0.3, 0.2, { bend: side * -0.25 });
    const outline = [
      polar(point, angle, size * 0.82),
      polar(point, angle + 82, size * 0.7),
      polar(point, angle + 150, size * 0.72),
      polar(point, angle + 210, size * 0.72),
      polar(point, angle - 82, size * 0.7),
    ];
    return [
      index % 2 ? [-1, 1].map(fin) : [],
      plate(outline, polar(point, angle, size * 0.2), 0.85 - share * 0.4),
    ];
  };
  const [x, y] = at(0);
  const local = (...numbers: number[]) => corners(...numbers).map(([dx, dy]): Point => [x + dx, y + dy]);
  const horn = (side: number, step: number) =>
    blade([x, y], -90 + side * (40 + step * 38), 0.66 - step * 0.14, 0.11, 0.7, {
      bend: side * -0.3,
      waist: 0.2,
    });
  const eye = (side: number) =>
    plate(
      local(side * 0.06, 0.06, side * 0.19, -0.05, side * 0.14, 0.1),
      [x + side * 0.13, y + 0.04],
      1,
      0.7,
    );
  return [
    ring(center, 0.92, 0.08, 0),
    times(count, (index) => plateOf(count - index)),
    [-1, 1].map((side) => [0, 1].map((step) => horn(side, step))),
    plate(local(0, -0.32, 0.28, -0.1, 0.17, 0.2, 0, 0.4, -0.17, 0.2, -0.28, -0.1), [x, y], 1),
    [-1, 1].map(eye),
  ];
}
