import type { LoaderFunctionArgs } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { answerError } from './answer-error.ts';

/** The `loader` of an address that is only written to: without one, React Router answers a GET in its own words. */
export function refuseGet({ context }: Pick<LoaderFunctionArgs, 'context'>): Response {
  return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
}
