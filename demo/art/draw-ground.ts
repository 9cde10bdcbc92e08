import { artHeight, artWidth } from './canvas.ts';
import { corners, times, type Point } from './geometry.ts';
import type { Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import type { Theme } from './skin-line-theme.ts';
import { ellipse, filled, pathOf, short } from './svg-text.ts';

type Layer = { base: number; height: number; random: Random; light: number };
type Skyline = (layer: Layer) => Point[];

/**
 * The land in layers, paler the farther off, with haze between them. `behind` lies back of the
 * emblem, `before` is the dark rim of the picture in front of it.
 */
export function drawGround(
  theme: Theme,
  palette: Palette,
  horizon: number,
  light: number,
  random: Random,
): { behind: string; before: string } {
  const skyline = skylines[theme.scene.ground];
  const tall = theme.scene.ground === 'trunks' || theme.scene.ground === 'kelp';
  const faceted = theme.scene.ground === 'peaks' || theme.scene.ground === 'crystals';
  const layer = (index: number) => {
    const base = horizon + index * 46;
    const points = skyline({ base, height: (tall ? 150 : 118) - index * 20, random, light });
    const tone = palette.haze([0.4, 0.25, 0.14, 0.035][index] ?? 0);
    const land = `<path d="${pathOf([[-20, artHeight + 10], ...points, [artWidth + 20, artHeight + 10]])}" fill="${tone}"/>`;
    if (!faceted || index === 3) return land;
    return `${land}<path d="${litSlopes(points, base, light)}" fill="${palette.haze([0.62, 0.42, 0.25][index] ?? 0.2)}" opacity=".5"/>`;
  };
  const haze = (index: number) =>
    ellipse(
      light,
      horizon + 10 + index * 46,
      820,
      74,
      `fill="url(#glow)" opacity="${[0.6, 0.42, 0.26][index] ?? 0.2}"`,
    );
  if (theme.scene.ground === 'sea') {
    return { behind: haze(0) + layer(0) + haze(1) + water(palette, horizon + 26, light, random), before: '' };
  }
  return { behind: [0, 1, 2].map((index) => layer(index) + haze(index)).join(''), before: layer(3) };
}

/** The side of each summit that faces the light in the middle of the picture. */
function litSlopes(points: Point[], base: number, light: number): string {
  return points
    .map((summit, index) => {
      const [left, right] = [points[index - 1], points[index + 1]];
      if (!left || !right || left[1] <= summit[1] || right[1] <= summit[1]) return '';
      const foot = summit[0] < light ? right : left;
      const drop = Math.min(base, summit[1] + (foot[1] - summit[1]) * 1.25);
      return pathOf([
        summit,
        foot,
        [summit[0] + (foot[0] - summit[0]) * 0.3, drop],
        [summit[0] + (foot[0] - summit[0]) * 0.42, summit[1] + (drop - summit[1]) * 0.5],
      ]);
    })
    .join('');
}

const jagged = (count: number, peak: (share: number, index: number) => number, base: number): Point[] =>
  times(count + 1, (index): Point => [
    -20 + (index / count) * (artWidth + 40),
    base - peak(index / count, index),
  ]);

/** Land rises to the sides, so that the emblem stands in an open valley. */
const valley = (share: number, light: number) =>
  0.25 + 1.1 * Math.min(1, Math.abs(share - light / artWidth) * 1.9) ** 1.2;

const skylines: Record<Theme['scene']['ground'], Skyline> = {
  hills: ({ base, height, random, light }) => {
    const [p, q] = [random.between(0, 6), random.between(0, 6)];
    return jagged(
      48,
      (share) =>
        height *
        0.55 *
        valley(share, light) *
        (1 + 0.5 * Math.sin(share * 7 + p) + 0.24 * Math.sin(share * 15 + q)),
      base,
    );
  },
  peaks: ({ base, height, random, light }) => {
    const points: Point[] = [];
    for (let x = -60, summit = false; x < artWidth + 60; summit = !summit) {
      const share = x / artWidth;
      points.push([
        x,
        base -
          height * valley(share, light) * (summit ? random.between(0.7, 1.75) : random.between(0.1, 0.6)),
      ]);
      // Few are wide and many are narrow; an even rhythm reads as saw teeth.
      x += 22 + 92 * random.next() ** 1.7;
    }
    return points;
  },
  mesas: ({ base, height, random, light }) => {
    const points: Point[] = [];
    for (let x = -60; x < artWidth + 60;) {
      const width = random.between(110, 280);
      const top = base - height * valley((x + width / 2) / artWidth, light) * random.between(0.5, 1.5);
      points.push(
        [x, base],
        [x + 12, top + 26],
        [x + 20, top],
        [x + width - 24, top],
        [x + width - 14, top + 22],
        [x + width, base],
      );
      x += width + random.between(90, 330);
    }
    return points;
  },
  slabs: ({ base, height, random, light }) => {
    const points: Point[] = [];
    for (let x = -30; x < artWidth + 30;) {
      const width = random.between(26, 74);
      const top = base - height * valley(x / artWidth, light) * random.between(0.5, 2.1);
      points.push(
        [x, top],
        [x + width * 0.62, top],
        [x + width * 0.62, top - random.between(0, 16)],
        [x + width, top - 4],
      );
      x += width;
    }
    return points;
  },
  trunks: ({ base, height, random, light }) => {
    const points: Point[] = [[-20, base]];
    for (let x = random.between(-20, 60); x < artWidth; x += random.between(70, 170)) {
      const share = x / artWidth;
      if (Math.abs(share - light / artWidth) < 0.13) continue;
      const width = random.between(0.08, 0.22) * height * (0.6 + valley(share, light) * 0.4);
      const lean = random.between(-16, 16);
      points.push(
        [x - width * 1.6, base],
        [x - width * 0.5, base - 40],
        [x - width * 0.4 + lean, -20],
        [x + width * 0.4 + lean, -20],
        [x + width * 0.5, base - 44],
        [x + width * 1.7, base],
      );
    }
    return [...points, [artWidth + 20, base]];
  },
  kelp: ({ base, height, random, light }) => {
    const points: Point[] = [[-20, base]];
    for (let x = random.between(-10, 40); x < artWidth; x += random.between(46, 120)) {
      const share = x / artWidth;
      const tall = height * 1.7 * valley(share, light) * random.between(0.5, 1.4);
      const sway = random.between(14, 42) * (random.chance(0.5) ? 1 : -1);
      const width = random.between(7, 15);
      const side = (direction: number): Point[] =>
        times(9, (index): Point => {
          const t = index / 8;
          return [
            x + Math.sin(t * 4) * sway * t + direction * width * (1 - t) * (index % 2 ? 1.5 : 0.7),
            base - tall * t,
          ];
        });
      points.push(...side(-1), ...side(1).toReversed());
    }
    return [...points, [artWidth + 20, base]];
  },
  crystals: ({ base, height, random, light }) => {
    const points: Point[] = [];
    for (let x = -40; x < artWidth + 40;) {
      const width = random.between(22, 66);
      const share = x / artWidth;
      const tall = height * valley(share, light) * random.between(0.4, 2);
      const lean = (share - light / artWidth) * 90 + random.between(-18, 18);
      points.push(
        [x, base],
        [x + lean * 0.8, base - tall * 0.8],
        [x + width * 0.4 + lean, base - tall],
        [x + width * 0.9 + lean * 0.7, base - tall * 0.7],
        [x + width, base],
      );
      x += width * random.between(0.8, 1.5);
    }
    return points;
  },
  sea: ({ base, random, light }) => {
    const points: Point[] = [];
    for (let x = -20; x < artWidth + 20;) {
      const width = random.between(18, 52);
      const share = x / artWidth;
      const top =
        base - (random.chance(0.7) ? 86 * (valley(share, light) - 0.25) * random.between(0.2, 1.3) : 2);
      points.push([x, top], [x + width, top]);
      x += width;
    }
    return points;
  },
};

/** Water: a dark sheet with glints that lengthen towards the viewer and gather under the light. */
function water(palette: Palette, top: number, light: number, random: Random): string {
  const glints = times(90, () => {
    const t = random.next() ** 1.5;
    const y = top + 4 + t * (artHeight - top);
    const near = random.chance(0.68);
    const x = near
      ? light + (random.next() + random.next() - 1) * (150 + 230 * t)
      : random.between(0, artWidth);
    const half = (6 + 70 * t * random.next()) * (near ? 1 : 0.7);
    const thick = 0.8 + 2.8 * t;
    const glint = pathOf(corners(x - half, y, x, y - thick, x + half, y, x, y + thick));
    return near
      ? filled(glint, palette.glow, random.between(0.25, 0.8))
      : filled(glint, palette.haze(0.5), 0.3);
  });
  return `<rect x="0" y="${short(top)}" width="${artWidth}" height="${short(artHeight - top)}" fill="${palette.haze(0.07)}"/>${ellipse(light, top + 30, 520, 120, 'fill="url(#glow)" opacity=".5"')}${glints.join('')}`;
}
