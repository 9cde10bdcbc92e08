import type { LoaderFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/session.ts';
import { answerError } from './answer-error.ts';
import { readJson } from './read-json.ts';
import { staffSession } from './staff-session.ts';

/** How each POST of the staff's API begins: who asks, then how, then what. A Response is the refusal to answer with. */
export async function readStaffPost<T>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  schema: z.ZodType<T>,
): Promise<{ staff: Session; body: T; requestId: string } | Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context);
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, schema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  return { staff, body: body.value, requestId };
}
