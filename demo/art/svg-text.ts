import { direction, type Point } from './geometry.ts';

/** One decimal: finer digits cost bytes and cannot be seen. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);

export const pathOf = (points: readonly Point[], closed = true): string =>
  points.length === 0
    ? ''
    : `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}${closed ? 'Z' : ''}`;

/**
 * A round glow without a visible rim: the opacity follows a smooth bell over nine stops,
 * where a two-stop gradient shows a ring at its edge and a peak at its middle.
 */
export function glowGradient(id: string, color: string, strength: number): string {
  const stops = Array.from({ length: 9 }, (_, index) => {
    const t = index / 8;
    const fall = (Math.exp(-4.2 * t * t) - Math.exp(-4.2)) / (1 - Math.exp(-4.2));
    return `<stop offset="${short(t * 100)}%" stop-color="${color}" stop-opacity="${(strength * fall).toFixed(3)}"/>`;
  });
  return `<radialGradient id="${id}">${stops.join('')}</radialGradient>`;
}

export const filled = (path: string, fill: string, opacity: number): string =>
  `<path d="${path}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`;

/** A thin kite round a point. */
export const sliver = ([x, y]: Point, angle: number, length: number, width: number): string => {
  const [dx, dy] = direction(angle);
  return pathOf([
    [x - dx * length, y - dy * length],
    [x - dy * width, y + dx * width],
    [x + dx * length, y + dy * length],
    [x + dy * width, y - dx * width],
  ]);
};

export const ellipse = (x: number, y: number, rx: number, ry: number, attributes: string): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" ${attributes}/>`;
