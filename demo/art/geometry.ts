export type Point = readonly [x: number, y: number];

/**
 * One flat piece of a form. `tilt` says where its surface leans (unit square, [0, 0] faces the
 * viewer); `lift` raises its brightness whatever the light does.
 */
export type Facet = { points: Point[]; tilt: Point; lift: number };

/** A cut-out of the emblem. `depth` runs from 0 (back, dim) to 1 (front, bright). */
export type Form = { facets: Facet[]; edges: Point[][]; depth: number };

/** Forms back to front. */
export type Drawing = (Form | Drawing)[];

export const flatten = (drawing: Drawing): Form[] =>
  drawing.flatMap((part) => (Array.isArray(part) ? flatten(part) : [part]));

export const times = <T>(count: number, draw: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => draw(index));

/** Points of their x and y in turn. */
export const corners = (...numbers: number[]): Point[] =>
  times(numbers.length / 2, (index): Point => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0]);

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

/** The form with every point elsewhere, and every lean turned alike. */
export const moved = (form: Form, place: (point: Point) => Point, lean = place): Form => ({
  depth: form.depth,
  edges: form.edges.map((edge) => edge.map(place)),
  facets: form.facets.map(({ points, tilt, lift }) => ({
    points: points.map(place),
    tilt: lean(tilt),
    lift,
  })),
});

/** The form and its mirror image across the vertical axis. */
export const bothSides = (form: Form): Form[] => [form, moved(form, ([x, y]) => [-x, y])];
