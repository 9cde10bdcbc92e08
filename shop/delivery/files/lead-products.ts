import type { Selectable } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { ProductsTable } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import type { SkinContent } from './stored-file.ts';

type ProductRow = Selectable<ProductsTable>;

/** The products of these skins that deliver by an address. Whoever changes one locks it before the files of its skin. */
export const lockProducts = (tx: Tx, skus: readonly string[]): Promise<ProductRow[]> =>
  tx
    .selectFrom('products')
    .selectAll()
    .where('sku', 'in', skus)
    .where('is_active', '=', true)
    .where('download_url', 'is not', null)
    .orderBy('sku')
    .forUpdate()
    .execute();

/** Those whose address is the file of the skin: a patch day copies it. */
export async function findLed(tx: Tx, skus: readonly string[]): Promise<ProductRow[]> {
  const products = await lockProducts(tx, skus);
  if (products.length === 0) return [];
  const files = await tx.selectFrom('skin_files').select(['sku', 'link']).where('sku', 'in', skus).execute();
  const links = new Map(files.map(({ sku, link }) => [sku, link]));
  return products.filter(({ sku, download_url }) => links.get(sku ?? '') === download_url);
}

/** Otherwise they would go on delivering the former file. In the place of an address, the stored file delivers by itself. */
export async function leadProducts(
  ctx: ShopContext,
  tx: Tx,
  actorUserId: string,
  change: { products: readonly ProductRow[]; learned: readonly { sku: string; content: SkinContent }[] },
): Promise<void> {
  const contents = new Map(change.learned.map(({ sku, content }) => [sku, content]));
  for (const {
    id,
    sku,
    name,
    price_cents: priceCents,
    is_active: isActive,
    download_url: former,
  } of change.products) {
    const content = contents.get(sku ?? '');
    const link = content && 'link' in content ? content.link : null;
    if (link === former) continue;
    await tx.updateTable('products').set({ download_url: link }).where('id', '=', id).execute();
    if (link === null) await turnOn(ctx, tx, actorUserId, sku ?? '');
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'product.updated',
      subject: { type: 'product', id },
      details: { name, priceCents, isActive, sku, changed: ['download_url'] },
    });
    await announceCatalog(ctx, tx, ctx.catalog.current());
  }
}

async function turnOn(ctx: ShopContext, tx: Tx, actorUserId: string, sku: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('skin_files')
    .set({ auto: true })
    .where('sku', '=', sku)
    .where('auto', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await recordAudit(ctx, tx, {
    actorUserId,
    action: 'skin_file.auto_on',
    subject: { type: 'skin_file', id: skinKey(sku) },
  });
}
