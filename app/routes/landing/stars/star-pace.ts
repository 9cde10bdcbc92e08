/** How often the sky is drawn. It only ever becomes slower: a device that was too slow once stays so. */
export interface StarPace {
  /** Milliseconds to wait before the next picture: 0 draws each frame, null draws no more. */
  waitMs: number | null;
  /** Of the last frames at this pace, whether each was late. */
  late: boolean[];
}

export const FULL_PACE: StarPace = { waitMs: 0, late: [] };
const TEN_A_SECOND_MS = 100;

/** Later than this a frame has missed at least one beat of a screen of 60 a second. */
const LATE_MS = 30;
const LATE_FRAMES = 3;
/** Three late frames far apart are no slow device. */
const FRAMES_JUDGED = 10;

/** The pace after a frame that came so many milliseconds after the one before. */
export function judgePace({ waitMs, late }: StarPace, frameMs: number): StarPace {
  const latest = [...late.slice(1 - FRAMES_JUDGED), frameMs - (waitMs ?? 0) > LATE_MS];
  if (latest.filter(Boolean).length < LATE_FRAMES) return { waitMs, late: latest };
  return { waitMs: waitMs === 0 ? TEN_A_SECOND_MS : null, late: [] };
}
