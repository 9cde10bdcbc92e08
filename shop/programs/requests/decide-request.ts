import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AssistantRequest } from './request.ts';

type Asked = Pick<AssistantRequest, 'id' | 'operation'>;

/**
 * This person's decision, once: of two at the same moment the second finds it taken. A confirmed one waits on until
 * `endRequest` says what came of it; one whose process was killed meanwhile is never done a second time.
 */
export async function takeRequest(
  ctx: ShopContext,
  { id, operation }: Asked,
  { actorUserId, isConfirmed }: { actorUserId: string; isConfirmed: boolean },
): Promise<boolean> {
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const taken = await tx
      .updateTable('assistant_requests')
      .set({ decided_at: now, decided_by: actorUserId, ...(!isConfirmed && { state: 'refused' }) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('decided_at', 'is', null)
      .where('expires_at', '>', now)
      .where('key_id', 'in', (keys) => keys.selectFrom('api_keys').select('id').where('ended_at', 'is', null))
      .returning('id')
      .executeTakeFirst();
    if (!taken) return false;
    await recordAudit(ctx, tx, {
      actorUserId,
      action: isConfirmed ? 'request.confirmed' : 'request.refused',
      subject: { type: 'request', id },
      details: { operation },
    });
    return true;
  });
}

/** `back`: the shop refused to do it, so that it waits as before. */
export async function endRequest(
  ctx: ShopContext,
  { id }: Asked,
  end: 'done' | 'refused' | 'back',
): Promise<void> {
  await ctx.db
    .updateTable('assistant_requests')
    .set(end === 'back' ? { decided_at: null, decided_by: null } : { state: end })
    .where('id', '=', id)
    .execute();
}
