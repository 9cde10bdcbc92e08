import { blade, gem, plate, ring } from './forms.ts';
import { bothSides, corners, direction, flatten, moved, polar, scale, times } from './geometry.ts';
import type { Drawing, Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

const center: Point = [0, 0];

/** A blade upright through a ring, with a winged guard. */
export function sword(random: Random): Drawing {
  const upward = random.chance(0.4);
  const guards = random.whole(2, 4);
  const halo = ring([0, -0.1], random.between(0.62, 0.76), 0.075, 0, {
    from: random.pick([0, 130]),
    to: random.pick([360, 410]),
    tapered: random.chance(0.5),
  });
  const guard = (row: number) =>
    blade([0, -0.42], -8 - row * 17, 0.42 + row * 0.11, 0.09, 1 - row * 0.15, {
      bend: -0.26,
      outline: 'petal',
    });
  const forms: Drawing = [
    halo,
    [50, 72].map((angle) => bothSides(blade([0.1, -0.42], angle, 1, 0.1, 0.15, { bend: 0.1, waist: 0.3 }))),
    blade([0, -0.95], 90, 0.6, 0.06, 0.4, { waist: 0.5 }),
    blade([0, -0.5], 90, 1.72, random.between(0.15, 0.2), 0.8, { waist: random.pick([0.12, 0.7]) }),
    times(guards, (index) => bothSides(guard(guards - index))),
    gem([0, -0.46], 0.17, 6, 1, 1.2),
    gem([0, -0.98], 0.1, 6, 0.9),
  ];
  return upward ? flatten(forms).map((form) => moved(form, ([x, y]) => [x, -y])) : forms;
}

/** A great crescent that holds a star. */
export function crescent(random: Random): Drawing {
  const turn = random.between(20, 70);
  const shards = random.whole(5, 8);
  const jewel = scale(direction(turn - 10), 0.24);
  return [
    ring(center, 1.02, 0.03, 0),
    times(shards, (index) => {
      const angle = turn + 50 + (index * 260) / shards;
      return blade(polar(center, angle, 0.72), angle, random.between(0.3, 0.56), 0.085, 0.15);
    }),
    ring(center, 0.72, random.between(0.34, 0.42), 0.6, {
      from: turn + 20,
      to: turn + 320,
      tapered: true,
      step: 8,
    }),
    ring(center, 0.44, 0.09, 0.4, { from: turn + 60, to: turn + 280, tapered: true }),
    times(4, (index) => blade(jewel, -90 + index * 90, index % 2 ? 0.34 : 0.5, 0.09, 0.8, { waist: 0.12 })),
    gem(jewel, 0.14, 8, 1),
  ];
}

/** Chevrons nested into a gate, with a blade of light in its door. */
export function gate(random: Random): Drawing {
  const rows = random.pick([3, 4]);
  const pitch = random.between(0.7, 1.15);
  const spikes = random.pick([2, 3]);
  const chevron = (row: number): Drawing => {
    const size = 1 - (row * 0.7) / rows;
    const [wide, thick, top] = [0.8 * size, 0.2 * size ** 0.5, -0.98 + row * 0.3];
    const shoulder = top + wide * pitch;
    const depth = 0.2 + (row * 0.7) / rows;
    const [inner, foot] = [wide - thick * 0.8, 0.98 - row * 0.05];
    const under = [shoulder + thick * 0.4, wide, shoulder, wide, foot - 0.09, (wide + inner) / 2, foot];
    const pillar = corners(inner, ...under, inner, foot - 0.09);
    const roof = [wide + 0.06, shoulder, wide - thick, shoulder + thick * 0.75];
    return [
      // Pillars under every other chevron only: more of them read as dripping wax.
      row % 2 === 0 ? bothSides(plate(pillar, [wide - thick * 0.3, (shoulder + foot) / 2], depth)) : [],
      bothSides(
        plate(
          corners(0, top, ...roof, 0, top + thick * 1.7),
          [wide * 0.45, (top + shoulder) / 2 + thick * 0.55],
          depth + 0.05,
        ),
      ),
    ];
  };
  return [
    times(spikes, (index) =>
      bothSides(blade([0.1, -0.1], -74 + index * 27, 1.16 - index * 0.08, 0.1, 0.05, { waist: 0.6 })),
    ),
    times(rows, chevron),
    blade([0, 0.98], -90, 1.05, 0.09, 1, { waist: 0.5, lift: 0.3 }),
    gem([0, 0.02], 0.14, 6, 1, 1.35),
  ];
}
