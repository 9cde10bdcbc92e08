import { startHttpDouble, type Answer, type HttpDouble } from './http-double.ts';

export interface ScriptedProvider extends HttpDouble {
  /** What the next requests are answered, one each; a request beyond them gets a 500. */
  say(...answers: Answer[]): void;
  /** `GET /path` of every request so far. */
  asked(): string[];
}

/** A provider that says what a test tells it to, for answers that the strict doubles never give. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const answers: Answer[] = [];
  const double = await startHttpDouble({
    answer: () => answers.shift() ?? { status: 500, body: {} },
    errorBody: () => ({}),
  });
  return {
    ...double,
    say: (...more) => void answers.push(...more),
    asked: () => double.requests.map(({ method, path }) => `${method} ${path}`),
  };
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
