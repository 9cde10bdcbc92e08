import type { ShopContext } from './context.ts';

/**
 * The context for a reading use case whose answer may be a second old. Which may, and who reads so:
 * docs/decisions/reading-from-standbys.md.
 */
export function fromStandby(ctx: ShopContext): ShopContext {
  return {
    ...ctx,
    db: ctx.standby,
    transaction: () => {
      throw new Error('A transaction was asked for where only a standby may be read.');
    },
  };
}
