import { z } from 'zod';
import { decideGivenUp, type DecideGivenUpResult } from '#shop/given-up/decide-given-up.ts';
import type { Route } from './+types/given-up';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const bodySchema = z.object({ do: z.enum(['retry', 'dismiss']) });

/** `POST /api/admin/given-up/{id} {"do":"retry"}`: retries a given-up webhook or mail, or closes it. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'given_up', bodySchema, 'decide-given-up');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const decided: DecideGivenUpResult = isUuid(params.id)
    ? await decideGivenUp(shop, {
        actorUserId: staff.user.id,
        id: params.id.toLowerCase(),
        decision: body.do,
      })
    : { ok: false, reason: 'not_found' };
  if (decided.ok) return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  switch (decided.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Isto já foi resolvido.');
    case 'link_dead':
      return answerError(409, 'link_dead', requestId, 'O link deste e-mail já venceu.');
  }
}

export const loader = refuseGet;
