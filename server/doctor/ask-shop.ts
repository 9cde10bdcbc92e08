import { askAddress, type AddressAnswer } from './ask-address.ts';
import type { Place } from './check.ts';
import { SignedAnswer } from './signed-answer.ts';
import { QUESTION_HEADER, signQuestion } from './signed-question.ts';

/** A signed question at an address of the shop. `told`: null where this shop's secret is not known. */
export async function askShop(
  { env, now }: Pick<Place, 'env' | 'now'>,
  origin: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<{ answer: AddressAnswer; told: SignedAnswer | null }> {
  const signature = env.authSecret === null ? {} : { [QUESTION_HEADER]: signQuestion(env.authSecret, now()) };
  const answer = await askAddress(`${origin}/healthz`, { signal, headers: { ...headers, ...signature } });
  return { answer, told: read(answer.text) };
}

function read(text: string): SignedAnswer | null {
  try {
    return SignedAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // An answer of somebody else, in words.
    return null;
  }
}

/** Where the shop listens on this machine. */
export function localOrigin({ host, port }: Place['env']): string {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`;
}

/** Asked once; all checks wait for the same answer. */
export function askRunningShop(
  place: Pick<Place, 'env' | 'now'>,
  signal: AbortSignal,
): () => Promise<SignedAnswer | null> {
  let asked: Promise<SignedAnswer | null> | undefined;
  const ask = (origin: string) =>
    askShop(place, origin, signal).then(
      ({ told }) => told,
      () => null,
    );
  return () => (asked ??= ask(localOrigin(place.env)).then((told) => told ?? ask(place.env.appUrl)));
}
