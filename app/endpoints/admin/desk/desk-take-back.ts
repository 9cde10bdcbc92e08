import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { takeBack } from '#shop/delivery/desk/take-back.ts';
import type { Route } from './+types/desk-take-back';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z.object({ id: z.string().refine(isUuid) });

/** `POST /api/admin/desk/take-back {"id"}`: the delivery that is held under this id never happens. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'orders.deliver');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const id = body.value.id.toLowerCase();
  if (await takeBack(getShop(context), { actorUserId: staff.user.id, id })) {
    return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  }
  return answerError(
    409,
    'not_held',
    requestId,
    'Não dá mais para desfazer: a entrega já saiu, ou alguém a desfez antes.',
  );
}

export const loader = refuseGet;
