import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ProductRow } from './product.ts';

/**
 * Records who changed what. At commit every process reads availability and pictures of the linked skins again. The
 * audit log keeps names of columns, not links: a download link is what customers pay for.
 */
export async function announceProduct(
  ctx: ShopContext,
  tx: Tx,
  change: {
    actorUserId: string;
    action: 'product.created' | 'product.updated' | 'product.deleted';
    before: ProductRow | null;
    after: ProductRow | null;
  },
): Promise<void> {
  const { actorUserId, action, before, after } = change;
  const subject = after ?? before;
  if (!subject) throw new Error('Neither a product before nor after: hand over at least one.');
  const columns = Object.keys(subject) as (keyof ProductRow)[];
  await recordAudit(ctx, tx, {
    actorUserId,
    action,
    subject: { type: 'product', id: subject.id },
    details: {
      name: subject.name,
      priceCents: subject.price_cents,
      isActive: subject.is_active,
      sku: subject.sku,
      ...(before && after
        ? { changed: columns.filter((column) => String(before[column]) !== String(after[column])) }
        : {}),
    },
  });
  if (before?.sku || after?.sku) {
    await announceCatalog(ctx, tx, ctx.catalog.current());
  }
  ctx.log.info(action, { productId: subject.id });
}
