import { action } from '#app/doors/answer-api.ts';
import type { ShopContext } from '#shop/context.ts';
import { callRoute } from './call-route.ts';
import { contextFor } from './visitor.ts';

/**
 * A call of the API as this user (null: nobody) makes it: `requestApi(ctx, userId, 'POST /api/admin/coupons', { code })`.
 * A body that is a text is sent as it is.
 */
export async function requestApi(
  ctx: ShopContext,
  userId: string | null,
  call: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  });
  return (await callRoute(action, { request, context: contextFor(ctx, userId) })) as Response;
}

/** The same, read. */
export async function callApi(
  ...call: Parameters<typeof requestApi>
): Promise<{ status: number; body: any; text: string; headers: Headers }> {
  const answer = await requestApi(...call);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : null, headers: answer.headers };
}
