import { getVisitor } from '#app/request-context.ts';
import { CHANNELS } from '#shop/alerts/channel.ts';
import { testChannel } from '#shop/alerts/test-channel.ts';
import type { Route } from './+types/channel-test';
import { answerError } from '../../http/answer-error.ts';
import { limitCaller } from '../../http/limit-caller.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';

/** `POST /api/admin/channels/{email|discord|telegram}/test`: sends a message and says what went wrong. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'settings');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const channel = CHANNELS.find((name) => name === params.channel);
  if (!channel) return answerError(404, 'not_found', requestId);
  const shop = await limitCaller(context, 'test-channel', staff.user.id);
  if (shop instanceof Response) return shop;
  const tested = await testChannel(shop, channel);
  return Response.json(tested.ok ? { ok: true } : { ok: false, error: tested.error }, {
    headers: { 'Cache-Control': 'no-store' },
  });
}

export const loader = refuseGet;
