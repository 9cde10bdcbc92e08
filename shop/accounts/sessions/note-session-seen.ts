import type { ShopContext } from '#shop/context.ts';

export const SEEN_EVERY_MS = 5 * 60_000;

/** Keeps "last seen" correct to a few minutes without a write for each page. */
export function noteSessionSeen(
  ctx: ShopContext,
  session: { id: string; lastSeenAt?: Date | null | undefined },
  address: string,
): void {
  const now = ctx.now();
  if (session.lastSeenAt && now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  ctx.inBackground('session_seen', () =>
    ctx.db
      .updateTable('sessions')
      .set({ last_seen_at: now, ip_address: address })
      .where('id', '=', session.id)
      .execute(),
  );
}
