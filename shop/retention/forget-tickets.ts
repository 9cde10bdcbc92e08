import type { OutwardContext } from '#shop/context.ts';
import { removePictures } from '#shop/media/remove-pictures.ts';

/**
 * Deletes the threads that nobody has written in since, with their pictures.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetTickets(ctx: OutwardContext, before: Date, atMost: number): Promise<number> {
  const { ids, keys } = await ctx.transaction(async (tx) => {
    const old = await tx
      .selectFrom('tickets')
      .select('id')
      .where('changed_at', '<', before)
      .orderBy('changed_at')
      .limit(atMost)
      .forUpdate()
      .execute();
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return { ids, keys: [] };
    const pictures = await tx
      .selectFrom('ticket_replies')
      .select('picture_key')
      .where('ticket_id', 'in', ids)
      .where('picture_key', 'is not', null)
      .execute();
    await tx.deleteFrom('tickets').where('id', 'in', ids).execute();
    return { ids, keys: pictures.map(({ picture_key }) => picture_key) };
  });
  await removePictures(ctx, keys);
  return ids.length;
}
