/** One line of the table that `npm run bench` prints. */
export interface Row {
  figure: string;
  /** As the promise reads, with its unit: `≥ 300`, `≤ 160 MB`. */
  goal: string;
  /** Against a floor or a rival measured in the same run; `–` where the goal itself is absolute. */
  ratio: string;
  absolute: string;
  isMet: boolean;
}

/** `short` only shows that the measurement runs: a few seconds, figures without meaning. */
export type Size = 'full' | 'short';

export interface Measure {
  name: string;
  /** Its shops go on with what another has left (test/e2e/prepare-shops.ts). */
  needsStock?: boolean;
  run(size: Size): Promise<Row[]>;
}
