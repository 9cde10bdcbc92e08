import type { PictureRefusal } from './open-picture.ts';

/** A picture as a list of skins shows it, and the colour of its box until it has loaded. */
export interface ListPicture {
  data: Buffer;
  color: string;
}

/** Encodes in a process of its own, at the lowest priority. One picture at a time. */
export interface PictureEncoder {
  /** `ended`: the process ended during this picture. The next call starts another. */
  encode(
    source: Buffer,
  ): Promise<({ ok: true } & ListPicture) | PictureRefusal | { ok: false; reason: 'ended' }>;
  /** Processor time in milliseconds that it has used so far. */
  usedMs(): number;
  /** For good: whoever still waits, or asks, is told `ended`. */
  stop(): void;
}
