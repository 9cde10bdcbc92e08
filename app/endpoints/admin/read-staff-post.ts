import type { LoaderFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { getVisitor } from '#app/request-context.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import type { Right } from '#shop/accounts/staff/rights.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { OutwardCallName } from '#shop/limits/outward-calls.ts';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { readJson } from '../http/read-json.ts';
import { staffSession } from './staff-session.ts';

/**
 * The beginning of each POST of the staff API: it checks the role, the request, the rate limit and the body. A
 * Response is the refusal to answer with.
 */
export async function readStaffPost<T>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  right: Right,
  schema: z.ZodType<T>,
  call: OutwardCallName,
): Promise<{ staff: Session; body: T; requestId: string; shop: OutwardContext } | Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, right);
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const shop = await limitCaller(context, call, staff.user.id);
  if (shop instanceof Response) return shop;
  const body = await readJson(request, schema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  return { staff, body: body.value, requestId, shop };
}
