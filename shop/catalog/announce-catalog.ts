import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

/**
 * What the catalogue in memory is made of has changed: an import, a linked product, colours, a price, 'em atualização'. Every process
 * reads it afresh, at commit if `executor` is a transaction.
 */
export async function announceCatalog(
  ctx: Pick<ShopContext, 'publish'>,
  executor: Executor,
  { version }: { version: string },
): Promise<void> {
  await ctx.publish(executor, { topic: 'catalog', event: 'changed', data: { version } });
}
