import type { ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { staffSession } from '#app/endpoints/admin/staff-session.ts';
import { answerError } from '#app/endpoints/http/answer-error.ts';
import { getShop, getVisitor, noteRoute } from '#app/request-context.ts';
import { API, type Method } from './api.ts';
import type { Call } from './call.ts';
import { confirmWith } from './confirm-with.ts';
import { findCallOf, refuse, runCall } from './run-call.ts';
import type { AnyCaller } from './run-operation.ts';

/**
 * The API's door. Each call reads in the same order: who asks, how often, with what; then it acts, and answers in the
 * contract's words. What is not in the table is not there.
 */
async function answerApi({ request, context, url }: Pick<ActionFunctionArgs, 'request' | 'context' | 'url'>) {
  const { requestId } = getVisitor(context);
  const found = findCallOf(API, url.pathname);
  if (!found) return answerError(404, 'not_found', requestId);
  noteRoute(context, found.path);
  const call = found.calls[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
  if (!call) return answerError(405, 'method_not_allowed', requestId);
  const caller = await readCaller(context, request, call);
  if (caller instanceof Response) return caller;
  return runCall(getShop(context), call, caller, { request, url, requestId, params: found.params });
}

export const loader = answerApi;
export const action = answerApi;

async function readCaller(
  context: Readonly<RouterContextProvider>,
  request: Request,
  call: Call,
): Promise<AnyCaller | Response> {
  const visitor = getVisitor(context);
  const { who } = call.does;
  const source = { address: visitor.ip, userAgent: request.headers.get('user-agent') };
  if (who !== 'anyone' && who !== 'customer') {
    const staff = await staffSession(context, who);
    if (staff instanceof Response) return staff;
    return { source, userId: staff.user.id, isStaff: true, confirm: confirmWith(visitor, staff) };
  }
  const session = await visitor.session();
  if (!session && who === 'customer')
    return refuse(call, { ok: false, reason: 'unauthenticated' }, visitor.requestId);
  return { source, userId: session?.user.id ?? null, session, isStaff: false };
}
