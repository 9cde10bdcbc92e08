/** What a virus scanner says about some bytes. Silence is no answer, and never means that nothing was found. */
export type Scanned =
  | { is: 'clean' }
  | { is: 'found'; name: string }
  /** `why`: a sentence for staff. */
  | { is: 'silent'; why: string };

export type ScanContent = (content: AsyncIterable<Uint8Array>) => Promise<Scanned>;
