import { add, direction, mix, polar, scale, times, type Facet, type Form, type Point } from './geometry.ts';

type Blade = {
  /** Sideways drift of the tip, as a share of the length; makes claws and feathers. */
  bend?: number;
  /** Where along the length it is widest. */
  waist?: number;
  outline?: 'kite' | 'petal';
  lift?: number;
};

/** A shard, feather, petal or claw: four facets along a spine, widest at the waist. */
export function blade(
  from: Point,
  angle: number,
  length: number,
  width: number,
  depth: number,
  { bend = 0, waist = 0.35, outline = 'kite', lift = 0 }: Blade = {},
): Form {
  const curved = bend !== 0 || outline === 'petal';
  const along = direction(angle);
  const across: Point = [-along[1], along[0]];
  const tip = add(add(from, scale(along, length)), scale(across, bend * length));
  const control = add(from, scale(along, length * 0.62));
  const stops = curved ? [0, 0.1, 0.2, waist, 0.5, 0.62, 0.74, 0.85, 0.94, 1] : [0, waist, 1];
  const halfWidth = (t: number) => {
    if (outline === 'petal') return width * Math.sin(Math.PI * t ** 0.8) ** 0.9;
    return width * (t < waist ? 0.3 + (0.7 * t) / waist : (1 - t) / (1 - waist));
  };
  const spine: Point[] = [];
  const sides: Point[] = [];
  for (const t of stops.toSorted((a, b) => a - b)) {
    spine.push(mix(mix(from, control, t), mix(control, tip, t), t));
    const tangent = mix(add(control, scale(from, -1)), add(tip, scale(control, -1)), t);
    const size = Math.hypot(tangent[0], tangent[1]) || 1;
    sides.push(scale([-tangent[1] / size, tangent[0] / size], halfWidth(t)));
  }
  const offset = (by: number) =>
    spine.map((point, index): Point => add(point, scale(sides[index] ?? [0, 0], by)));
  const strip = (inner: number, outer: number, lean: number, raise: number): Facet => ({
    points: [...offset(outer), ...offset(inner).toReversed()],
    tilt: scale(across, lean),
    lift: lift + raise,
  });
  return {
    depth,
    facets: [
      strip(0.48, 1, 1, 0),
      strip(0, 0.48, 0.5, 0.06),
      strip(-0.48, 0, -0.5, 0.06),
      strip(-1, -0.48, -1, 0),
    ],
    edges: [offset(1), offset(-1)],
  };
}

/** Any convex outline raised to a ridge point: a triangle per side, leaning outwards. */
export function plate(outline: Point[], apex: Point, depth: number, lift = 0): Form {
  const facets = outline.map((from, index): Facet => {
    const to = outline[(index + 1) % outline.length] ?? from;
    const middle = mix(from, to, 0.5);
    const lean = add(middle, scale(apex, -1));
    const size = Math.hypot(lean[0], lean[1]) || 1;
    return { points: [from, to, apex], tilt: scale(lean, 0.9 / size), lift };
  });
  return { depth, facets, edges: [[...outline, outline[0] ?? apex]] };
}

/** A cut stone: a crown of leaning facets round a bright table. */
export function gem(
  center: Point,
  radius: number,
  sides: number,
  depth: number,
  stretch = 1,
  turn = -90,
): Form {
  const corner = (index: number, reach: number, shift = 0): Point => {
    const [x, y] = polar([0, 0], turn + ((index + shift) * 360) / sides, radius * reach);
    return [center[0] + x, center[1] + y * stretch];
  };
  const facets = times(sides, (index): Facet[] => {
    const [before, after] = [corner(index, 0.56, -0.5), corner(index, 0.56, 0.5)];
    const lean = (by: number) => direction(turn + ((index + by) * 360) / sides);
    return [
      { points: [corner(index, 1), corner(index + 1, 1), after], tilt: lean(0.5), lift: 0.08 },
      { points: [before, corner(index, 1), after], tilt: scale(lean(0), 0.6), lift: 0.14 },
      { points: [center, before, after], tilt: scale(lean(0), 0.28), lift: 0.34 },
    ];
  });
  const rim = times(sides, (index) => corner(index, 1));
  return { depth, facets: facets.flat(), edges: [[...rim, rim[0] ?? center]] };
}

type Ring = {
  /** Height over width, for a ring seen at a slant. */
  squash?: number;
  turn?: number;
  from?: number;
  to?: number;
  /** Pointed ends, for arcs and crescents. */
  tapered?: boolean;
  /** Degrees of a facet; of a third, a quarter or a sixth of the circle it makes a frame. */
  step?: number;
};

/** A bevelled ring or arc. */
export function ring(
  center: Point,
  radius: number,
  thickness: number,
  depth: number,
  { squash = 1, turn = 0, from = 0, to = 360, tapered = false, step = 9 }: Ring = {},
): Form {
  const steps = Math.max(3, Math.round((to - from) / step));
  const [cos, sin] = direction(turn);
  const place = (degrees: number, reach: number): Point => {
    const [x, y] = polar([0, 0], degrees, reach);
    return [center[0] + x * cos - y * squash * sin, center[1] + x * sin + y * squash * cos];
  };
  const facets: Facet[] = [];
  const outer: Point[] = [];
  const inner: Point[] = [];
  for (let index = 0; index <= steps; index++) {
    const share = index / steps;
    const degrees = from + (to - from) * share;
    const half = (thickness / 2) * (tapered ? Math.sin(Math.PI * share) : 1);
    outer.push(place(degrees, radius + half));
    inner.push(place(degrees, radius - half));
  }
  for (let index = 0; index < steps; index++) {
    const [a, b, c, d] = [outer[index], outer[index + 1], inner[index + 1], inner[index]];
    if (!a || !b || !c || !d) continue;
    const lean = direction(turn + from + ((to - from) * (index + 0.5)) / steps);
    const [ridgeStart, ridgeEnd] = [mix(a, d, 0.45), mix(b, c, 0.45)];
    facets.push({ points: [a, b, ridgeEnd, ridgeStart], tilt: lean, lift: 0.03 });
    facets.push({ points: [ridgeStart, ridgeEnd, c, d], tilt: scale(lean, -1), lift: 0 });
  }
  return { depth, facets, edges: [outer, inner] };
}
