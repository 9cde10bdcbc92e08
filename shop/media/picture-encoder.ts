import type { PictureRefusal } from './open-picture.ts';

/** A picture in the form that a list shows, and the colour of its box until it has loaded. */
export interface ListPicture {
  data: Buffer;
  color: string;
}

/** Encodes in a separate process of the lowest priority, one picture at a time. */
export interface PictureEncoder {
  /** `ended`: the process died during this picture. The next call starts another process. */
  encode(
    source: Buffer,
  ): Promise<({ ok: true } & ListPicture) | PictureRefusal | { ok: false; reason: 'ended' }>;
  /** Processor time in milliseconds that the process has used so far. */
  usedMs(): number;
  /** Stops for good: waiting and later calls get `ended`. */
  stop(): void;
}
