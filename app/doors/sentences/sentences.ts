import type { ReasonOf, Refused } from '#shop/operation.ts';

/** A sentence; `at`: the field of the input that it is about; or one that depends on more than the reason. */
export type Sentence = string | { at: string; says: string } | ((refused: Refused) => string);

/** What a person reads for each refusal of an operation. Without one the common sentence for bad input stands. */
export type Sentences<O> = Readonly<
  Record<ReasonOf<O>, Sentence> & { invalid?: string; malformed?: Sentence; unauthenticated?: string }
>;
