/** Spec section 9. */
export const STAR_COUNT = 150;

export interface Star {
  /** Place as a share of the canvas, 0 to 1: a new size scatters nobody. */
  x: number;
  y: number;
  /** 0 far away, 1 close: the close ones are larger, brighter and faster. */
  depth: number;
  /** Where in its twinkle a star begins, in radians. */
  phase: number;
  warm: boolean;
}

/** Pixels a second of the farthest and of the closest stars. */
const SLOWEST = 3;
const FASTEST = 16;
/** Every twelfth star has the accent's colour. */
const WARM_EVERY = 12;

export function createStars(count: number, random: () => number): Star[] {
  return Array.from({ length: count }, (_, index) => ({
    x: random(),
    y: random(),
    // Squared, so that most are far away, as in a sky.
    depth: random() ** 2,
    phase: random() * Math.PI * 2,
    warm: index % WARM_EVERY === 0,
  }));
}

/** Drifts every star to the left and a little up; who leaves at one edge comes back at the other. */
export function moveStars(stars: Star[], seconds: number, width: number, height: number): void {
  for (const star of stars) {
    const path = seconds * (SLOWEST + (FASTEST - SLOWEST) * star.depth);
    star.x = wrap(star.x - path / width);
    star.y = wrap(star.y - (path * 0.3) / height);
  }
}

/** 0 to 1: close stars are brighter, and each swells and fades a little. */
export function starBrightness(star: Star, seconds: number): number {
  return (0.28 + 0.5 * star.depth) * (1 + 0.25 * Math.sin(seconds * 0.9 + star.phase));
}

function wrap(share: number): number {
  return share - Math.floor(share);
}
