import { artHeight, artWidth } from './canvas.ts';
import { times, type Point } from './geometry.ts';
import type { Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import type { Theme } from './skin-line-theme.ts';
import { ellipse, filled, pathOf, short, sliver } from './svg-text.ts';

type Draw = (palette: Palette, random: Random) => string;

const repeat = (count: number, draw: (index: number) => string) => times(count, draw).join('');
const anywhere = (random: Random): Point => [random.between(0, artWidth), random.between(0, artHeight)];
const dot = ([x, y]: Point, radius: number, fill: string, opacity: number) =>
  ellipse(x, y, radius, radius, `fill="${fill}" opacity="${opacity.toFixed(2)}"`);

/** Large and soft, out of focus: they put the viewer inside the scene. */
const bokeh = (palette: Palette, random: Random, count: number) =>
  repeat(count, () => dot(anywhere(random), random.between(10, 34), 'url(#glow)', random.between(0.25, 0.6)));

const motes: Record<Theme['scene']['motes'], Draw> = {
  stars: (palette, random) =>
    repeat(120, () => {
      const at: Point = [random.between(0, artWidth), random.between(0, 470)];
      return dot(at, random.between(0.5, 1.7), palette.spark, random.between(0.2, 0.85));
    }) +
    repeat(7, () => {
      const at: Point = [random.between(40, artWidth - 40), random.between(30, 380)];
      const size = random.between(7, 15);
      return `<path d="${sliver(at, 0, size, 1.2)}${sliver(at, 90, size * 1.5, 1.2)}" fill="${palette.spark}" opacity=".85"/>`;
    }),
  embers: (palette, random) =>
    bokeh(palette, random, 9) +
    repeat(80, () => {
      const at: Point = [random.between(0, artWidth), artHeight * random.next() ** 0.6];
      const ember = sliver(at, random.between(-120, -50), random.between(2, 9), random.between(0.8, 2.2));
      return filled(ember, random.chance(0.4) ? palette.spark : palette.glow, random.between(0.35, 1));
    }),
  confetti: (palette, random) =>
    bokeh(palette, random, 7) +
    repeat(64, () => {
      const at = anywhere(random);
      const scrap = sliver(at, random.between(0, 180), random.between(4, 13), random.between(2, 5));
      return filled(scrap, palette.tone(random.between(0.45, 0.9)), random.between(0.4, 0.95));
    }),
  fireflies: (palette, random) =>
    repeat(34, () => {
      const at = anywhere(random);
      const size = random.between(1.2, 3);
      return dot(at, size * 7, 'url(#glow)', 0.55) + dot(at, size, palette.spark, 0.9);
    }),
  flags: (palette, random) => {
    const rope = (top: number, sag: number, flag: number, tone: number) => {
      const [left, right] = [top + random.between(-40, 40), top + random.between(-40, 40)];
      const at = (share: number): Point => [
        -30 + share * (artWidth + 60),
        left + (right - left) * share + 4 * sag * share * (1 - share),
      ];
      const line = pathOf(
        times(25, (index) => at(index / 24)),
        false,
      );
      const count = Math.round(artWidth / (flag * 1.75));
      const flags = repeat(count, (index) => {
        const [x, y] = at((index + 0.5) / count);
        const shape = pathOf([
          [x - flag / 2, y],
          [x + flag / 2, y],
          [x + flag / 2, y + flag * 1.25],
          [x, y + flag * 0.85],
          [x - flag / 2, y + flag * 1.25],
        ]);
        return `<path d="${shape}" fill="${palette.tone(tone + random.between(-0.12, 0.16))}"/>`;
      });
      return `<path d="${line}" fill="none" stroke="${palette.tone(tone)}" stroke-width="1.5"/>${flags}`;
    };
    return (
      rope(random.between(26, 56), random.between(40, 70), 21, 0.3) +
      rope(random.between(70, 110), random.between(60, 110), 30, 0.46) +
      repeat(46, () => {
        const at: Point = [random.between(200, artWidth - 200), random.between(200, artHeight)];
        const spark = sliver(at, random.between(-115, -65), random.between(2, 8), random.between(0.8, 2));
        return filled(spark, palette.spark, random.between(0.3, 0.95));
      })
    );
  },
  rain: (palette, random) =>
    repeat(130, () => {
      const length = random.between(14, 62);
      const drop = sliver(anywhere(random), 104, length, length / 44);
      return filled(drop, palette.tone(0.8), random.between(0.1, 0.42));
    }),
  bubbles: (palette, random) =>
    bokeh(palette, random, 6) +
    repeat(38, () => {
      const [at, size] = [anywhere(random), 2 + 13 * random.next() ** 3];
      return (
        `<circle cx="${short(at[0])}" cy="${short(at[1])}" r="${short(size)}" fill="${palette.glow}" fill-opacity=".1" stroke="${palette.spark}" stroke-width="1.2" opacity="${random.between(0.3, 0.8).toFixed(2)}"/>` +
        dot([at[0] - size * 0.35, at[1] - size * 0.4], size * 0.2, palette.spark, 0.8)
      );
    }),
  snow: (palette, random) =>
    bokeh(palette, random, 8) +
    repeat(95, () =>
      dot(anywhere(random), 0.7 + 2.6 * random.next() ** 3, palette.spark, random.between(0.25, 0.85)),
    ),
  dust: (palette, random) =>
    bokeh(palette, random, 7) +
    repeat(60, () =>
      dot(anywhere(random), 0.6 + 1.7 * random.next() ** 2, palette.spark, random.between(0.2, 0.7)),
    ),
};

export const drawMotes = (theme: Theme, palette: Palette, random: Random): string =>
  motes[theme.scene.motes](palette, random);
