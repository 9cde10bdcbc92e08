import { z } from 'zod';
import { setPatchState } from '#shop/delivery/patch/set-patch-state.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
import type { Route } from './+types/patch';
import { answerError } from '../../http/answer-error.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const championId = z.string().regex(/^\w{1,64}$/);
/** More skins than any catalogue has. */
const MAX_SKINS = 5000;

const bodySchema = z.object({
  scope: z.union([
    z.strictObject({ all: z.literal(true) }),
    z.strictObject({ champion_id: championId }),
    z.strictObject({
      skins: z
        .array(z.tuple([championId, z.int().min(1).max(999_999)]))
        .min(1)
        .max(MAX_SKINS),
    }),
  ]),
  state: z.enum(['updating', 'ready']),
  notify: z.boolean().default(false),
});

/** `POST /api/admin/patch {"scope","state","notify"}` → `{"skins","owners"}` (ruling 35). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'patch.manage', bodySchema, 'patch-day');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const { scope, state, notify } = body;
  const named =
    'skins' in scope ? scope.skins : 'champion_id' in scope ? [[scope.champion_id, null] as const] : [];
  if (!(await areKnownSkins(shop, named)))
    return answerError(
      404,
      'not_found',
      requestId,
      'O catálogo não tem este campeão ou uma destas skins. Nada mudou.',
    );
  const done = await setPatchState(shop, {
    actorUserId: staff.user.id,
    scope: 'champion_id' in scope ? { championId: scope.champion_id } : scope,
    state,
    notify,
  });
  // The job would do it too, some seconds later.
  if (state === 'ready') shop.inBackground('release_orders', () => releaseOrders(shop));
  return Response.json(done, { headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
