import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { findDevice } from '#shop/push/find-device.ts';
import { forgetDevice } from '#shop/push/forget-device.ts';
import { readPushKey } from '#shop/push/read-push-key.ts';
import { saveDevice } from '#shop/push/save-device.ts';
import { publicPushKey } from '#shop/push/sign-push.ts';
import type { Route } from './+types/push';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { readJson } from '../http/read-json.ts';

/** Base64url, with or without the padding that some browsers add. */
const key = z
  .string()
  .max(200)
  .regex(/^[\w-]+={0,2}$/);
const endpoint = z.string().max(5_000);
const onSchema = z.object({
  subscription: z.object({ endpoint, keys: z.object({ p256dh: key, auth: key }) }),
  /** For members of the staff: also what the team has to act on. */
  staff: z.boolean().optional(),
  /** By the service worker: the browser replaced the subscription that this session had. */
  renews: z.boolean().default(false),
});
const offSchema = z.object({ subscription: z.object({ endpoint }) });

const HEADERS = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/push`: the key that a browser needs to be told by this shop. With `?device=` and the SHA-256 of an
 * endpoint also whether that device of the signed-in person is switched on.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const shop = getShop(context);
  const answer = { public_key: publicPushKey(await readPushKey(shop)) };
  const digest = url.searchParams.get('device');
  if (digest === null) return Response.json(answer, { headers: HEADERS });
  if (!/^[\da-f]{64}$/.test(digest)) return answerError(400, 'malformed', visitor.requestId);
  const device = await findDevice(shop, { userId: session.user.id, digest });
  const state = { on: device !== null, staff: device?.forStaff ?? false };
  return Response.json({ ...answer, ...state }, { headers: HEADERS });
}

/** `POST`: this device is told from now on. `DELETE`: no longer. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const { requestId } = visitor;
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  const userId = session.user.id;
  if (request.method === 'DELETE') {
    const body = await readJson(request, offSchema);
    if (!body.ok) return answerError(400, 'malformed', requestId);
    await forgetDevice(getShop(context), { userId, endpoint: body.value.subscription.endpoint });
    return new Response(null, { status: 204, headers: HEADERS });
  }
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const shop = await limitCaller(context, 'push', userId);
  if (shop instanceof Response) return shop;
  const body = await readJson(request, onSchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const { subscription, staff, renews } = body.value;
  if (staff === true && session.role === null) return answerError(403, 'forbidden', requestId);
  const saved = await saveDevice(shop, {
    userId,
    sessionId: session.id,
    device: subscription,
    forStaff: staff,
    renews,
  });
  if (saved.ok) return Response.json({ on: true }, { status: 201, headers: HEADERS });
  if (saved.reason === 'not_on')
    return answerError(409, saved.reason, requestId, 'Este aparelho não estava ligado aos avisos.');
  return answerError(422, saved.reason, requestId, 'O navegador não informou como avisar este aparelho.');
}
