/** A part of a file on the disk, both ends included. */
export interface FilePart {
  path: string;
  start: number;
  end: number;
}

/** What a stream would read, so that `send-file-bodies.ts` may send it without the stream. */
export const fileBodies = new WeakMap<ReadableStream, FilePart>();
