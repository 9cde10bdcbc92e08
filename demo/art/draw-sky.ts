import { artHeight, artWidth } from './canvas.ts';
import { corners, polar, times, type Point } from './geometry.ts';
import type { Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import type { Theme } from './skin-line-theme.ts';
import { ellipse, filled, pathOf, short } from './svg-text.ts';

/** Everything far away: the glow behind the emblem, the line's disc, and what crosses the sky. */
export function drawSky(
  theme: Theme,
  palette: Palette,
  center: Point,
  horizon: number,
  random: Random,
): string {
  const [x, y] = center;
  const rim = theme.lighting === 'rim';
  return [
    ellipse(x, y + 20, 900, 560, `fill="url(#glow)" opacity="${rim ? 0.5 : 0.36}"`),
    skies[theme.scene.sky](palette, center, random),
    discs[theme.scene.disc](palette, [x + random.between(-36, 36), y - 8], random.between(196, 244), horizon),
    ellipse(x, y, 430, 380, `fill="url(#glow)" opacity="${rim ? 0.34 : 0.3}"`),
  ].join('');
}

const skies: Record<Theme['scene']['sky'], (palette: Palette, center: Point, random: Random) => string> = {
  clear: () => '',
  fan: (palette, center, random) => {
    const rays = random.whole(15, 21);
    const start = random.between(0, 30);
    return times(rays, (index) => {
      const angle = start + (index * 360) / rays;
      const spread = (random.between(0.2, 0.34) * 360) / rays;
      const edge = (side: number) => polar(center, angle + side * spread, 1000);
      const wedge = pathOf([center, edge(-1), edge(1)]);
      return filled(wedge, palette.haze(0.62), random.between(0.08, 0.2));
    }).join('');
  },
  shafts: (palette, center, random) =>
    times(7, (index) => {
      const top = center[0] - 420 + index * 140 + random.between(-50, 50);
      const lean = random.between(-150, -60) + (center[0] - top) * 0.12;
      const width = random.between(24, 74);
      const shaft = pathOf([
        [top, -10],
        [top + width, -10],
        [top + width * 2.1 + lean, artHeight],
        [top - width * 0.6 + lean, artHeight],
      ]);
      return filled(shaft, 'url(#fall)', random.between(0.16, 0.4));
    }).join(''),
  curtains: (palette, center, random) =>
    times(3, (row) => {
      const base = 270 + row * 70 + random.between(-20, 20);
      const phase = random.between(0, 6);
      const sway = (share: number) =>
        base + Math.sin(share * 7 + phase) * 62 + Math.sin(share * 17 + phase) * 16;
      // Pleats of uneven height make the curtain; each fades upwards.
      return times(54, (index) => {
        const left = (index / 54) * artWidth;
        const height = 150 + 130 * random.next() + 40 * Math.sin(index / 5 + phase);
        return `<rect x="${short(left)}" y="${short(sway(index / 54) - height)}" width="${short(artWidth / 54 - 1.5)}" height="${short(height)}" fill="url(#rise)" opacity="${random.between(0.16, 0.5).toFixed(2)}"/>`;
      }).join('');
    }).join(''),
  clouds: (palette, center, random) =>
    times(9, () =>
      ellipse(
        center[0] + random.between(-560, 560),
        center[1] + random.between(-300, 200),
        random.between(160, 380),
        random.between(50, 130),
        `fill="url(#glow)" opacity="${random.between(0.18, 0.42).toFixed(2)}"`,
      ),
    ).join(''),
  bands: (palette, center, random) =>
    times(8, () => {
      const [left, top] = [random.between(-80, artWidth - 200), random.between(60, 440)];
      const [width, half] = [random.between(160, 520), random.between(2, 8)];
      const streak = pathOf([
        [left, top],
        [left + width * 0.3, top - half],
        [left + width, top],
        [left + width * 0.7, top + half],
      ]);
      return filled(streak, palette.haze(0.66), random.between(0.1, 0.3));
    }).join(''),
};

type Disc = (palette: Palette, center: Point, radius: number, horizon: number) => string;

const circle = ([x, y]: Point, radius: number, attributes: string) =>
  ellipse(x, y, radius, radius, attributes);

const discs: Record<Theme['scene']['disc'], Disc> = {
  none: () => '',
  full: (_palette, center, radius) =>
    circle(center, radius * 1.34, 'fill="url(#disc)" opacity=".16"') +
    circle(center, radius * 1.12, 'fill="url(#disc)" opacity=".9"'),
  half: (_palette, [x, y], radius, horizon) =>
    [1.75, 1.45, 1.15]
      .map((size, index) =>
        circle(
          [x, Math.min(horizon, y + radius * 0.7)],
          radius * size,
          `fill="url(#disc)" opacity="${[0.16, 0.26, 0.75][index]}"`,
        ),
      )
      .join(''),
  striped: (_palette, [x, y], radius) => {
    const size = radius * 1.16;
    const rows = times(9, (index) => {
      const top = -0.1 + index * 0.125;
      const height = 0.105 - index * 0.0085;
      const half = (at: number) => Math.sqrt(Math.max(0, 1 - at ** 2));
      const [upper, lower, foot] = [half(top), half(top + height), top + height];
      const strip = corners(-upper, top, upper, top, lower, foot, -lower, foot);
      return pathOf(strip.map(([a, b]): Point => [x + a * size, y + b * size]));
    });
    const dome = `M${short(x - size * 0.985)} ${short(y - size * 0.125)}A${short(size)} ${short(size)} 0 0 1 ${short(x + size * 0.985)} ${short(y - size * 0.125)}Z`;
    return `<path d="${dome}${rows.join('')}" fill="url(#disc)" opacity=".85"/>`;
  },
  eclipse: (palette, center, radius) =>
    circle(center, radius * 1.9, 'fill="url(#glow)" opacity=".8"') +
    circle(center, radius * 1.2, `fill="${palette.spark}" opacity=".9"`) +
    circle([center[0] + 5, center[1] + 6], radius * 1.19, `fill="${palette.haze(0.06)}"`),
  halo: (palette, center, radius) =>
    [1.1, 1.2, 1.52]
      .map((size, index) =>
        circle(
          center,
          radius * size,
          `fill="none" stroke="${palette.haze(0.8)}" stroke-width="${[5, 1.4, 1][index]}" opacity="${[0.5, 0.5, 0.3][index]}"`,
        ),
      )
      .join(''),
};
