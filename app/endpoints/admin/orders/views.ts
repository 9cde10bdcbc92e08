import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { listViews, type OrderView } from '#shop/orders/views/list-views.ts';
import { LONGEST_NAME, MAX_VIEWS, saveView } from '#shop/orders/views/save-view.ts';
import type { Route } from './+types/views';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { readViewQuery } from './order-query.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z.object({
  name: z.string().max(200),
  query: z.string().max(1000),
  shared: z.boolean().default(false),
});

/** `GET /api/admin/views`: this clerk's own and the shared ones, the oldest first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  const views = await listViews(getShop(context), staff.user.id);
  return Response.json(views.map(presentView), { headers: { 'Cache-Control': 'private, no-store' } });
}

/** `POST /api/admin/views {"name","query","shared"}` → 201: in place of this clerk's view of the same name. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const query = readViewQuery(body.value.query);
  if (query === null) {
    const message = 'Estes filtros não podem ser guardados. O CPF de um cliente não entra numa visão.';
    return answerError(422, 'invalid', requestId, message, { fields: { query: message } });
  }
  const saved = await saveView(getShop(context), { ...body.value, userId: staff.user.id, query });
  if (saved.ok)
    return Response.json(presentView(saved.view), { status: 201, headers: { 'Cache-Control': 'no-store' } });
  if (saved.reason === 'too_many') {
    const message = `Cada pessoa guarda até ${MAX_VIEWS} visões. Apague uma antes.`;
    return answerError(409, 'too_many', requestId, message);
  }
  const message = `Dê um nome de até ${LONGEST_NAME} letras.`;
  return answerError(422, 'invalid', requestId, message, { fields: { name: message } });
}

const presentView = ({ id, name, query, shared, isOwn }: OrderView) => ({
  id,
  name,
  query,
  shared,
  own: isOwn,
});
