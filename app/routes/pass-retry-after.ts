import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';

const secondsKey = createContext<number | null>(null);
const UNAVAILABLE_SECONDS = 5;

/** The `init` of a refusal for coming too often. The seconds reach the visitor by `passRetryAfter`. */
export function askToWait(context: Readonly<RouterContextProvider>, seconds: number): { status: 429 } {
  context.set(secondsKey, seconds);
  return { status: 429 };
}

/**
 * Writes `Retry-After` on every 429 and 503 of a screen. React Router drops the headers of `data` in a document unless
 * the route exports `headers`; this serves all routes.
 */
export const passRetryAfter: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const seconds = response.status === 503 ? UNAVAILABLE_SECONDS : context.get(secondsKey);
  const isWait = response.status === 429 || response.status === 503;
  if (isWait && seconds !== null && !response.headers.has('Retry-After')) {
    response.headers.set('Retry-After', String(seconds));
  }
  return response;
};
