import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { deliverSkin } from './deliver-skin.ts';

/**
 * Delivers what nobody took back in time. A row that was begun and is still there was left by a process that died: it is
 * delivered again, which gives an order that has its link nothing more.
 */
export async function deliverHeld(ctx: OutwardContext): Promise<void> {
  const begun = await ctx.db
    .updateTable('held_deliveries')
    .set({ begun_at: sql<Date>`coalesce(begun_at, ${ctx.now()})` })
    .where('due_at', '<=', ctx.now())
    .returning(['id', 'sku', 'link', 'file_id', 'held_by', 'key_id'])
    .execute();
  for (const held of begun) {
    await deliver(ctx, held).catch((error: unknown) => {
      ctx.log.error('desk.held_failed', { heldId: held.id, error });
    });
  }
}

interface Held {
  id: string;
  sku: string;
  link: string | null;
  file_id: string | null;
  held_by: string;
  key_id: string | null;
}

async function deliver(ctx: OutwardContext, held: Held): Promise<void> {
  await deliverSkin(
    { ...ctx, ...(await programOf(ctx, held)) },
    {
      actorUserId: held.held_by,
      sku: held.sku,
      content: held.link === null ? { fileId: held.file_id! } : { link: held.link },
    },
  );
  // What could not be delivered stands on the desk again.
  await ctx.transaction(async (tx) => {
    await tx.deleteFrom('held_deliveries').where('id', '=', held.id).execute();
    await tell(ctx, tx, { name: 'desk.changed' });
  });
}

/** The log names the program that sent it, as it does for what happens at once. */
async function programOf(ctx: OutwardContext, { key_id: keyId }: Held) {
  if (keyId === null) return {};
  const { name } = await ctx.db
    .selectFrom('api_keys')
    .select('name')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  return { program: { keyId, name, isNoted: false } };
}
