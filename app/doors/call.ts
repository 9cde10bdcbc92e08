import type { Operation } from '#shop/operation.ts';
import type { Sentence, Sentences } from './sentences/sentences.ts';

/** An operation at a door, and what people read when it refuses. */
export interface Call {
  does: Operation;
  says: Readonly<Record<string, Sentence>>;
  /** Of what is no refusal: its status, or the whole answer where that is not JSON in the codec's words. */
  answer:
    | number
    | (((outcome: unknown, request: Request) => number | Response | Promise<Response>) & {
        /** Those that it may answer with, where there are several. */
        statuses?: readonly number[];
        /** What it answers with, where that is no JSON. */
        type?: string;
      });
}

/** One status where something came to be, and another where it was there already. */
export const either = <Outcome>(
  statuses: readonly [number, number],
  isFirst: (outcome: Outcome) => boolean,
): ((outcome: Outcome) => number) & { statuses: readonly number[] } =>
  Object.assign((outcome: Outcome) => statuses[isFirst(outcome) ? 0 : 1], { statuses });

/** The compiler asks for a sentence for each refusal. `answer`: status 200 unless it says another. */
export function call<O extends Operation>(
  does: O,
  says: Sentences<O>,
  answer:
    | number
    | ((
        outcome: Exclude<Awaited<ReturnType<O>>, { ok: false }>,
        request: Request,
      ) => number | Response | Promise<Response>) = 200,
): Call {
  return { does, says, answer: answer as Call['answer'] };
}
