import { blade, gem, plate, ring } from './forms.ts';
import { bothSides, polar, type Form, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

const center: Point = [0, 0];

/** A horned mask with slits of light. */
export function mask(random: Random): Form[] {
  const horns = random.whole(1, 3);
  const hornAngle = random.between(-66, -40);
  const jaw = random.between(0.7, 0.92);
  const brow = random.between(-0.36, -0.22);
  const forms: Form[] = [];
  for (let index = horns; index > 0; index--) {
    forms.push(
      ...bothSides(
        blade({
          from: [0.26, brow],
          angle: hornAngle + (index - 1) * 34,
          length: 1.06 - (index - 1) * 0.2,
          width: 0.14,
          depth: 0.35 - index * 0.1,
          bend: random.pick([-0.34, -0.26]),
          waist: 0.18,
        }),
      ),
    );
  }
  for (const angle of [24, 52])
    forms.push(
      ...bothSides(
        blade({ from: [0.24, 0.02], angle, length: 0.72, width: 0.13, depth: 0.2, bend: 0.12, waist: 0.4 }),
      ),
    );
  forms.push(
    ...bothSides(
      plate(
        [
          [0, brow - 0.14],
          [0.36, brow - 0.02],
          [0.52, 0.06],
          [0.24, jaw * 0.62],
          [0, jaw],
        ],
        [0.24, 0.08],
        0.55,
      ),
    ),
  );
  forms.push(
    ...bothSides(
      plate(
        [
          [0, brow - 0.3],
          [0.2, brow - 0.04],
          [0.46, -0.1],
          [0.14, 0.03],
          [0, 0.12],
        ],
        [0.13, -0.1],
        0.8,
      ),
    ),
  );
  forms.push(
    ...bothSides(
      plate(
        [
          [0.15, 0.08],
          [0.42, -0.05],
          [0.34, 0.11],
          [0.2, 0.16],
        ],
        [0.29, 0.07],
        1,
        0.6,
      ),
    ),
  );
  forms.push(
    plate(
      [
        [0, 0.08],
        [0.1, 0.44],
        [0, 0.56],
        [-0.1, 0.44],
      ],
      [0, 0.4],
      0.95,
    ),
  );
  forms.push(gem({ center: [0, brow - 0.06], radius: 0.12, sides: 4, depth: 1, stretch: 1.7 }));
  return forms;
}

/** Three to five claws that rake across, over a broken ring. */
export function claws(random: Random): Form[] {
  const count = random.pick([3, 4, 5]);
  const forms: Form[] = [
    ring({ center, radius: 0.86, thickness: 0.12, depth: 0, from: 10, to: 150, tapered: true }),
    ring({ center, radius: 0.86, thickness: 0.12, depth: 0, from: 190, to: 330, tapered: true }),
  ];
  for (let index = 0; index < count; index++) {
    const share = index / (count - 1) - 0.5;
    const reach = 1 - Math.abs(share) * 0.5;
    forms.push(
      blade({
        from: [share * 1.3 + 0.5, -0.98 * reach],
        angle: 112 + share * 14,
        length: 2 * reach,
        width: 0.19,
        depth: 0.35 + 0.6 * (1 - Math.abs(share) * 2),
        bend: 0.42,
        waist: 0.15,
      }),
    );
  }
  for (const [x, y] of [
    [-0.72, -0.5],
    [0.78, 0.42],
  ] as const)
    forms.push(gem({ center: [x, y], radius: 0.13, sides: 4, depth: 0.8, stretch: 1.5 }));
  return forms;
}

/** Plates along a wave, shrinking to the tail, with a horned head. */
export function serpent(random: Random): Form[] {
  const waves = random.between(0.95, 1.2);
  const swing = random.between(0.46, 0.6);
  const count = 17;
  const at = (share: number): Point => [
    Math.sin(share * waves * 2 * Math.PI) * swing * (1 - share * 0.2),
    -0.66 + share * 1.62,
  ];
  const forms: Form[] = [ring({ center: [0, 0], radius: 0.92, thickness: 0.08, depth: 0 })];
  for (let index = count; index > 0; index--) {
    const share = (index - 0.4) / count;
    const [point, before] = [at(share), at(share - 0.03)];
    const angle = (Math.atan2(before[1] - point[1], before[0] - point[0]) * 180) / Math.PI;
    const size = 0.3 * (1 - share) ** 0.6 + 0.03;
    if (index % 2)
      for (const side of [-1, 1])
        forms.push(
          blade({
            from: point,
            angle: angle + side * 122,
            length: size * 1.5,
            width: size * 0.3,
            depth: 0.2,
            bend: side * -0.25,
          }),
        );
    forms.push(
      plate(
        [
          polar(point, angle, size * 0.82),
          polar(point, angle + 82, size * 0.7),
          polar(point, angle + 150, size * 0.72),
          polar(point, angle + 210, size * 0.72),
          polar(point, angle - 82, size * 0.7),
        ],
        polar(point, angle, size * 0.2),
        0.85 - share * 0.4,
      ),
    );
  }
  const head = at(0);
  for (const side of [-1, 1]) {
    for (const step of [0, 1])
      forms.push(
        blade({
          from: head,
          angle: -90 + side * (40 + step * 38),
          length: 0.66 - step * 0.14,
          width: 0.11,
          depth: 0.7,
          bend: side * -0.3,
          waist: 0.2,
        }),
      );
  }
  const local = (x: number, y: number): Point => [head[0] + x, head[1] + y];
  forms.push(
    plate(
      [
        local(0, -0.32),
        local(0.28, -0.1),
        local(0.17, 0.2),
        local(0, 0.4),
        local(-0.17, 0.2),
        local(-0.28, -0.1),
      ],
      local(0, 0),
      1,
    ),
  );
  for (const side of [-1, 1])
    forms.push(
      plate(
        [local(side * 0.06, 0.06), local(side * 0.19, -0.05), local(side * 0.14, 0.1)],
        local(side * 0.13, 0.04),
        1,
        0.7,
      ),
    );
  return forms;
}
