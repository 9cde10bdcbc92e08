import { getShop, getVisitor } from '#app/request-context.ts';
import { listProducts } from '#shop/products/list-products.ts';
import { createProduct } from '#shop/products/save-product.ts';
import type { Route } from './+types/products';
import { answerError } from '../../http/answer-error.ts';
import { presentProduct } from '../../api/present-product.ts';
import { productChangesSchema, refuseProduct, toProductChanges } from './product-body.ts';
import { readJson } from '../../http/read-json.ts';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/products`: staff, newest first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'products');
  if (staff instanceof Response) return staff;
  const products = await listProducts(getShop(context));
  return Response.json(products.map(presentProduct), { headers: { 'Cache-Control': 'private, no-store' } });
}

/** `POST /api/admin/products` → 201 with the product. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'products');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, productChangesSchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const created = await createProduct(getShop(context), {
    actorUserId: staff.user.id,
    // A missing name or price is refused like an empty one, by the rule that names the field.
    product: { name: '', priceCents: Number.NaN, ...toProductChanges(body.value) },
  });
  if (created.ok) {
    return Response.json(presentProduct(created.product), {
      status: 201,
      headers: { 'Cache-Control': 'no-store' },
    });
  }
  if (created.reason === 'not_found') throw new Error('A product that is created cannot be absent.');
  return refuseProduct(created.fields, requestId);
}
