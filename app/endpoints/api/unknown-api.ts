import { getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/unknown-api';
import { answerError } from '../http/answer-error.ts';

/** Programs that mistake a URL get JSON, not a page. */
export function loader({ context }: Route.LoaderArgs): Response {
  return answerError(404, 'not_found', getVisitor(context).requestId);
}

export const action = loader;
