import { timingSafeEqual } from 'node:crypto';
import type { ShopContext } from '#shop/context.ts';
import { claimImported } from '#shop/moving/claim-imported.ts';
import { deriveToken } from '#shop/secrets/derive-token.ts';

const LIFE_MS = 24 * 3_600_000;

interface Account {
  userId: string;
  email: string;
}

/** What the mailed link carries. It opens nothing by itself, so no row has to remember it. */
export function makeConfirmation(ctx: Pick<ShopContext, 'settings' | 'now'>, account: Account): string {
  return sign(ctx, account, (ctx.now().getTime() + LIFE_MS).toString(36));
}

export type Confirmation = 'ready' | 'done' | 'not_yours';

/** What the link is to whoever is signed in. `not_yours`: of another account or address, expired or never made. */
export async function readConfirmation(
  ctx: ShopContext,
  account: Account,
  token: string,
): Promise<Confirmation> {
  if (!fits(ctx, account, token)) return 'not_yours';
  const row = await ctx.db
    .selectFrom('users')
    .select('address_proved_at')
    .where('id', '=', account.userId)
    .executeTakeFirst();
  return row?.address_proved_at ? 'done' : 'ready';
}

/**
 * The press of whoever is signed in: somebody who reads this mailbox and holds the password (docs/rulings.md, 'Proved
 * persons'). To open the link does nothing, because mail scanners open each one.
 */
export async function confirmAddress(
  ctx: ShopContext,
  account: Account,
  token: string,
): Promise<Confirmation> {
  if (!fits(ctx, account, token)) return 'not_yours';
  // The address may have been changed by staff since the session was read.
  return ctx.transaction(async (tx) => {
    const proved = await tx
      .updateTable('users')
      .set({ email_verified: true, address_proved_at: ctx.now() })
      .where('id', '=', account.userId)
      .where('email', '=', account.email)
      .returning('id')
      .executeTakeFirst();
    if (!proved) return 'not_yours';
    await claimImported(tx, { ...account, at: ctx.now() });
    return 'done';
  });
}

function fits(ctx: ShopContext, account: Account, token: string): boolean {
  const [until = ''] = token.split('-', 1);
  const made = Buffer.from(sign(ctx, account, until));
  const given = Buffer.from(token);
  if (given.length !== made.length || !timingSafeEqual(given, made)) return false;
  return Number.parseInt(until, 36) > ctx.now().getTime();
}

function sign(ctx: Pick<ShopContext, 'settings'>, { userId, email }: Account, until: string): string {
  return `${until}-${deriveToken(ctx.settings.sealingKey, 'confirm-address', userId, `${email} ${until}`)}`;
}
