import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { askRescue, type RescueRefusal } from '#shop/accounts/rescue/ask-rescue.ts';
import { listRescues, type StaffRescue } from '#shop/accounts/rescue/list-rescues.ts';
import { answerError } from '../../http/answer-error.ts';
import { readStaffPost } from '../read-staff-post.ts';
import { staffSession } from '../staff-session.ts';
import type { Route } from './+types/rescues';

const bodySchema = z.object({
  email: z.string().max(1000),
  new_email: z.string().max(1000),
  reason: z.string().max(10_000),
});
const NO_STORE = { 'Cache-Control': 'private, no-store' };

/** `GET /api/admin/rescue?cursor=`: newest first, 25 at once. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'rescue');
  if (staff instanceof Response) return staff;
  const cursor = url.searchParams.get('cursor');
  const { entries, nextCursor } = await listRescues(getShop(context), { cursor });
  return Response.json({ rescues: entries.map(present), next_cursor: nextCursor }, { headers: NO_STORE });
}

/** `POST /api/admin/rescue {"email","new_email","reason"}` → 202: both addresses are told (ruling 50). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const read = await readStaffPost({ request, context }, 'rescue', bodySchema, 'ask-rescue');
  if (read instanceof Response) return read;
  const { staff, body, shop } = read;
  const asked = await askRescue(shop, {
    actorUserId: staff.user.id,
    email: body.email,
    newEmail: body.new_email,
    reason: body.reason,
  });
  if (asked.ok) {
    const { id, dueAt } = asked.rescue;
    const answer = { id, state: 'waiting', valid_at: dueAt.toISOString() };
    return Response.json(answer, { status: 202, headers: NO_STORE });
  }
  if (asked.reason === 'invalid') {
    return answerError(422, 'invalid', requestId, undefined, { fields: asked.fields });
  }
  const { status, field, message } = REFUSALS[asked.reason];
  return answerError(status, asked.reason, requestId, message, { fields: { [field]: message } });
}

const REFUSALS: Record<RescueRefusal, { status: number; field: 'email' | 'new_email'; message: string }> = {
  unknown_account: { status: 422, field: 'email', message: 'Nenhuma conta da loja tem este e-mail.' },
  same_email: { status: 422, field: 'new_email', message: 'Este já é o e-mail da conta.' },
  email_taken: {
    status: 409,
    field: 'new_email',
    message:
      'Já existe uma conta com este e-mail. A pessoa pode excluir essa conta no perfil, se for dela, ou usar outro endereço.',
  },
  staff: {
    status: 409,
    field: 'email',
    message: 'Esta conta é da equipe. Um dono tira o papel dela em Equipe antes, e o dá de novo depois.',
  },
  already_open: {
    status: 409,
    field: 'email',
    message: 'Já existe uma troca em andamento para esta conta. Cancele-a antes de pedir outra.',
  },
  address_open: {
    status: 409,
    field: 'new_email',
    message: 'Outra troca em andamento já usa este e-mail novo.',
  },
};

function present(rescue: StaffRescue) {
  return {
    id: rescue.id,
    state: rescue.state,
    customer_name: rescue.customerName,
    email: rescue.oldEmail,
    new_email: rescue.newEmail,
    reason: rescue.reason,
    asked_by: rescue.askedBy,
    created_at: rescue.createdAt.toISOString(),
    valid_at: rescue.dueAt.toISOString(),
    confirmed_at: rescue.confirmedAt?.toISOString() ?? null,
    ended_at: rescue.endedAt?.toISOString() ?? null,
  };
}
