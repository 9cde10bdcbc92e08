import { oklch } from './oklch-color.ts';
import type { Theme } from './skin-line-theme.ts';

export type Palette = {
  ink: string;
  /** A tone of the scene behind: 0 is nearly black, 1 the lit haze. */
  haze: (level: number) => string;
  /** A tone of the emblem: 0 its deepest shade, 1 its highlight. */
  tone: (level: number) => string;
  glow: string;
  spark: string;
  /** Top and foot of the sun or moon. */
  disc: readonly [string, string];
};

const blend = (from: number, to: number, t: number) => from + (to - from) * t;

export function createPalette({ shade, body, spark, chroma }: Theme): Palette {
  const [dark, light] = [turnToward(body, shade), turnToward(body, spark)];
  const toneHue = (level: number) =>
    level < 0.5 ? blend(dark, body, level * 2) : blend(body, light, (level - 0.5) * 2);
  return {
    ink: oklch(0.115, chroma * 0.2, shade),
    haze: (level) =>
      oklch(
        blend(0.125, 0.62, level),
        chroma * blend(0.36, 1.05, Math.min(1, level * 1.7)),
        blend(dark, blend(body, light, level * 0.4), level),
      ),
    tone: (level) => {
      const t = Math.min(1, Math.max(0, level));
      // Chroma swells in the middle and thins out at the top, as on lacquered metal.
      return oklch(blend(0.14, 0.975, t), chroma * (0.45 + 2.5 * t * (1 - t) * (1.35 - t * 0.9)), toneHue(t));
    },
    glow: oklch(0.8, chroma, blend(body, light, 0.6)),
    spark: oklch(0.94, chroma * 0.5, spark),
    disc: [oklch(0.84, chroma * 0.95, light), oklch(0.5, chroma * 1.15, body)],
  };
}

/** The target hue on the same lap of the wheel, so that 346 → 8 passes 0 and not 180. */
function turnToward(from: number, to: number): number {
  return from + ((((to - from) % 360) + 540) % 360) - 180;
}
