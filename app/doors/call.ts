import type { Operation } from '#shop/operation.ts';
import type { Sentence, Sentences } from './sentences/sentences.ts';

/** An operation at a door, and what people read when it refuses. */
export interface Call {
  does: Operation;
  says: Readonly<Record<string, Sentence>>;
  /** Of what is no refusal: its status, or the whole answer where that is not JSON in the codec's words. */
  answer: number | ((outcome: unknown, request: Request) => number | Response | Promise<Response>);
}

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
