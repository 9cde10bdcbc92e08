export type Point = readonly [x: number, y: number];

/**
 * One flat piece of a form. `tilt` says where its surface leans (unit square, [0, 0] faces the
 * viewer); `lift` raises its brightness whatever the light does.
 */
export type Facet = { points: Point[]; tilt: Point; lift: number };

/** A cut-out of the emblem. `depth` runs from 0 (back, dim) to 1 (front, bright). */
export type Form = { facets: Facet[]; edges: Point[][]; depth: number };

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const scale = (a: Point, by: number): Point => [a[0] * by, a[1] * by];
export const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];

/** Degrees, clockwise on screen: 0 points right, -90 up. */
export const direction = (degrees: number): Point => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
];

export const polar = (center: Point, degrees: number, radius: number): Point =>
  add(center, scale(direction(degrees), radius));

const mirrored = (form: Form): Form => ({
  depth: form.depth,
  edges: form.edges.map((edge) => edge.map(([x, y]): Point => [-x, y])),
  facets: form.facets.map(({ points, tilt, lift }) => ({
    points: points.map(([x, y]): Point => [-x, y]),
    tilt: [-tilt[0], tilt[1]],
    lift,
  })),
});

/** The form and its mirror image across the vertical axis. */
export const bothSides = (form: Form): Form[] => [form, mirrored(form)];
