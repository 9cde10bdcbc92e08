import { getShop, getVisitor } from '#app/request-context.ts';
import { deleteProduct } from '#shop/products/delete-product.ts';
import { updateProduct } from '#shop/products/save-product.ts';
import type { Route } from './+types/product';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { presentProduct } from '../../api/present-product.ts';
import { productChangesSchema, refuseProduct, toProductChanges } from './product-body.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readJson } from '../../http/read-json.ts';
import { staffSession } from '../staff-session.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** `PATCH /api/admin/products/{id}` with what changes → the product; `DELETE` → 204. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'products');
  if (staff instanceof Response) return staff;
  const asked = { actorUserId: staff.user.id, id: params.id };
  if (request.method === 'DELETE') {
    const deleted = isUuid(params.id) && (await deleteProduct(getShop(context), asked)).ok;
    return deleted ? new Response(null, { status: 204, headers: NO_STORE }) : notFound(requestId);
  }
  if (request.method !== 'PATCH') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, productChangesSchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  if (!isUuid(params.id)) return notFound(requestId);
  const saved = await updateProduct(getShop(context), { ...asked, changes: toProductChanges(body.value) });
  if (saved.ok) return Response.json(presentProduct(saved.product), { headers: NO_STORE });
  return saved.reason === 'not_found' ? notFound(requestId) : refuseProduct(saved.fields, requestId);
}

export const loader = refuseGet;

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Produto não encontrado.');
}
