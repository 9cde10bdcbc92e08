import type { LoaderFunctionArgs } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { answerError } from './answer-error.ts';

/** The `loader` of a path that only accepts POST. Without it, React Router answers a GET with its own text. */
export function refuseGet({ context }: Pick<LoaderFunctionArgs, 'context'>): Response {
  return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
}
