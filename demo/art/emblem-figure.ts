import { blade, gem, plate, ring } from './forms.ts';
import { bothSides, direction, polar, scale, type Form, type Point } from './geometry.ts';
import type { Random } from './seeded-random.ts';

const center: Point = [0, 0];

/** A blade upright through a ring, with a winged guard. */
export function sword(random: Random): Form[] {
  const upward = random.chance(0.4);
  const guards = random.whole(2, 4);
  const forms: Form[] = [
    ring({
      center: [0, -0.1],
      radius: random.between(0.62, 0.76),
      thickness: 0.075,
      depth: 0,
      from: random.pick([0, 130]),
      to: random.pick([360, 410]),
      tapered: random.chance(0.5),
    }),
  ];
  for (const angle of [50, 72])
    forms.push(
      ...bothSides(
        blade({ from: [0.1, -0.42], angle, length: 1.0, width: 0.1, depth: 0.15, bend: 0.1, waist: 0.3 }),
      ),
    );
  forms.push(blade({ from: [0, -0.95], angle: 90, length: 0.6, width: 0.06, depth: 0.4, waist: 0.5 }));
  forms.push(
    blade({
      from: [0, -0.5],
      angle: 90,
      length: 1.72,
      width: random.between(0.15, 0.2),
      depth: 0.8,
      waist: random.pick([0.12, 0.7]),
    }),
  );
  for (let index = guards; index > 0; index--) {
    forms.push(
      ...bothSides(
        blade({
          from: [0, -0.42],
          angle: -8 - index * 17,
          length: 0.42 + index * 0.11,
          width: 0.09,
          depth: 1 - index * 0.15,
          bend: -0.26,
          outline: 'petal',
        }),
      ),
    );
  }
  forms.push(gem({ center: [0, -0.46], radius: 0.17, sides: 6, depth: 1, stretch: 1.2 }));
  forms.push(gem({ center: [0, -0.98], radius: 0.1, sides: 6, depth: 0.9 }));
  return upward ? forms.map(upsideDown) : forms;
}

/** A great crescent that holds a star. */
export function crescent(random: Random): Form[] {
  const turn = random.between(20, 70);
  const forms: Form[] = [ring({ center, radius: 1.02, thickness: 0.03, depth: 0 })];
  const shards = random.whole(5, 8);
  for (let index = 0; index < shards; index++) {
    const angle = turn + 50 + (index * 260) / shards;
    forms.push(
      blade({
        from: polar(center, angle, 0.72),
        angle,
        length: random.between(0.3, 0.56),
        width: 0.085,
        depth: 0.15,
      }),
    );
  }
  forms.push(
    ring({
      center,
      radius: 0.72,
      thickness: random.between(0.34, 0.42),
      depth: 0.6,
      from: turn + 20,
      to: turn + 320,
      tapered: true,
      step: 8,
    }),
  );
  forms.push(
    ring({
      center,
      radius: 0.44,
      thickness: 0.09,
      depth: 0.4,
      from: turn + 60,
      to: turn + 280,
      tapered: true,
    }),
  );
  const jewel = scale(direction(turn - 10), 0.24);
  for (let index = 0; index < 4; index++) {
    const angle = -90 + index * 90;
    forms.push(
      blade({ from: jewel, angle, length: index % 2 ? 0.34 : 0.5, width: 0.09, depth: 0.8, waist: 0.12 }),
    );
  }
  forms.push(gem({ center: jewel, radius: 0.14, sides: 8, depth: 1 }));
  return forms;
}

/** Chevrons nested into a gate, with a blade of light in its door. */
export function gate(random: Random): Form[] {
  const rows = random.pick([3, 4]);
  const pitch = random.between(0.7, 1.15);
  const spikes = random.pick([2, 3]);
  const forms: Form[] = [];
  for (let index = 0; index < spikes; index++) {
    forms.push(
      ...bothSides(
        blade({
          from: [0.1, -0.1],
          angle: -74 + index * 27,
          length: 1.16 - index * 0.08,
          width: 0.1,
          depth: 0.05,
          waist: 0.6,
        }),
      ),
    );
  }
  for (let row = 0; row < rows; row++) {
    const size = 1 - (row * 0.7) / rows;
    const [wide, thick, top] = [0.8 * size, 0.2 * size ** 0.5, -0.98 + row * 0.3];
    const shoulder = top + wide * pitch;
    const depth = 0.2 + (row * 0.7) / rows;
    // Pillars under every other chevron only: more of them read as dripping wax.
    if (row % 2 === 0) {
      const [inner, foot] = [wide - thick * 0.8, 0.98 - row * 0.05];
      forms.push(
        ...bothSides(
          plate(
            [
              [inner, shoulder + thick * 0.4],
              [wide, shoulder],
              [wide, foot - 0.09],
              [(wide + inner) / 2, foot],
              [inner, foot - 0.09],
            ],
            [wide - thick * 0.3, (shoulder + foot) / 2],
            depth,
          ),
        ),
      );
    }
    forms.push(
      ...bothSides(
        plate(
          [
            [0, top],
            [wide + 0.06, shoulder],
            [wide - thick, shoulder + thick * 0.75],
            [0, top + thick * 1.7],
          ],
          [wide * 0.45, (top + shoulder) / 2 + thick * 0.55],
          depth + 0.05,
        ),
      ),
    );
  }
  forms.push(
    blade({ from: [0, 0.98], angle: -90, length: 1.05, width: 0.09, depth: 1, waist: 0.5, lift: 0.3 }),
  );
  forms.push(gem({ center: [0, 0.02], radius: 0.14, sides: 6, depth: 1, stretch: 1.35 }));
  return forms;
}

function upsideDown(form: Form): Form {
  const turn = ([x, y]: Point): Point => [x, -y];
  return {
    depth: form.depth,
    edges: form.edges.map((edge) => edge.map(turn)),
    facets: form.facets.map((facet) => ({
      ...facet,
      points: facet.points.map(turn),
      tilt: turn(facet.tilt),
    })),
  };
}
