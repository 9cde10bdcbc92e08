import type { ShopContext } from '#shop/context.ts';

/** A delivery that may still be taken back. */
export interface HeldDelivery {
  id: string;
  sku: string;
  link: string | null;
  stored: { id: string; name: string } | null;
  heldBy: string;
  dueAt: Date;
}

/** The newest first. */
export async function listHeld(ctx: ShopContext): Promise<HeldDelivery[]> {
  const rows = await ctx.db
    .selectFrom('held_deliveries as held')
    .leftJoin('files as file', 'file.id', 'held.file_id')
    .select([
      'held.id',
      'held.sku',
      'held.link',
      'held.file_id as fileId',
      'file.name',
      'held.held_by as heldBy',
      'held.due_at as dueAt',
    ])
    .orderBy('held.due_at', 'desc')
    .orderBy('held.id')
    .execute();
  return rows.map(({ fileId, name, ...held }) => ({
    ...held,
    stored: fileId === null ? null : { id: fileId, name: name! },
  }));
}
