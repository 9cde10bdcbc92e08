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

export function createStars(count: number, random: () => number): Star[] {
  return Array.from({ length: count }, (_, index) => ({
    x: random(),
    y: random(),
    // Squared, so that most are far away, as in a sky.
    depth: random() ** 2,
    phase: random() * Math.PI * 2,
    warm: index % 12 === 0,
  }));
}

/** Drifts every star to the left and a little up; who leaves at one edge comes back at the other. */
export function moveStars(stars: Star[], seconds: number, width: number, height: number): void {
  for (const star of stars) {
    // 3 pixels a second of the farthest, 16 of the closest.
    const path = seconds * (3 + 13 * star.depth);
    star.x = wrap(star.x - path / width);
    star.y = wrap(star.y - (path * 0.3) / height);
  }
}

/** 0 to 1: close stars are brighter, and each swells and fades a little. */
export function starBrightness(star: Star, seconds: number): number {
  return (0.28 + 0.5 * star.depth) * (1 + 0.25 * Math.sin(seconds * 0.9 + star.phase));
}

const wrap = (share: number) => share - Math.floor(share);
