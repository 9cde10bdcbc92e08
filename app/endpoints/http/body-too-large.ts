/** Reading a body that is longer than this address takes. The visitor reads 413, whatever the reader makes of it. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}
