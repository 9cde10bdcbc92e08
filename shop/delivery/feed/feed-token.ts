import type { ShopContext } from '#shop/context.ts';
import { deriveToken } from '#shop/secrets/derive-token.ts';

/** Opens the list of what a person owns. */
export const feedToken = (ctx: Pick<ShopContext, 'settings'>, userId: string, nonce: string): string =>
  deriveToken(ctx.settings.sealingKey, 'feed', userId, nonce);

/** Opens one file of it, and says nothing about the others: a program may pass on where a file came from. */
export const feedFileToken = (ctx: Pick<ShopContext, 'settings'>, entryId: string, nonce: string): string =>
  deriveToken(ctx.settings.sealingKey, 'feed-file', entryId, nonce);
