import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { splitSkins } from '#shop/catalog/sku.ts';
import { learnFiles } from '#shop/delivery/files/learn-files.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { announceProduct } from './announce-product.ts';
import { newProductFields, productFields } from './product-input.ts';
import { shownProduct, toProduct, type ProductRow } from './product.ts';

export const createProduct = operation(
  {
    id: 'products.create',
    who: 'products',
    input: newProductFields,
    output: shownProduct,
    refusals: {},
  },
  async (ctx, { actorUserId, ...fields }) =>
    ctx.transaction(async (tx) => {
      const columns = merge(NO_COLUMNS, fields);
      const wrong = await checkSkin(ctx, tx, columns, null);
      if (wrong) return { ok: false, reason: 'invalid', fields: wrong };
      const after = await tx
        .insertInto('products')
        .values({ ...columns, created_at: ctx.now() })
        .returningAll()
        .executeTakeFirstOrThrow();
      await announceProduct(ctx, tx, { actorUserId, action: 'product.created', before: null, after });
      await mendFile(ctx, tx, actorUserId, after);
      return { ok: true as const, ...toProduct(after) };
    }),
);

/** Changes the fields that are there and no others. */
export const updateProduct = operation(
  {
    id: 'products.update',
    who: 'products',
    input: productFields.extend({ productId: id() }),
    output: shownProduct,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, productId, ...fields }) =>
    ctx.transaction(async (tx) => {
      const before = await tx
        .selectFrom('products')
        .selectAll()
        .where('id', '=', productId)
        .forUpdate()
        .executeTakeFirst();
      if (!before) return { ok: false, reason: 'not_found' };
      const columns = merge(before, fields);
      const wrong = await checkSkin(ctx, tx, columns, before);
      if (wrong) return { ok: false, reason: 'invalid', fields: wrong };
      const after = await tx
        .updateTable('products')
        .set(columns)
        .where('id', '=', productId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await announceProduct(ctx, tx, { actorUserId, action: 'product.updated', before, after });
      if (after.download_url !== before.download_url)
        await mendFile(ctx, tx, actorUserId, after, before.download_url);
      return { ok: true as const, ...toProduct(after) };
    }),
);

type Columns = Omit<ProductRow, 'id' | 'created_at' | 'import_id'>;

const NO_COLUMNS: Columns = {
  name: '',
  description: null,
  champion: null,
  price_cents: 0,
  image_url: null,
  download_url: null,
  stock: 0,
  is_active: true,
  sku: null,
};

/** What is absent stays. Other fields of an object never reach the table. */
function merge(before: Columns, fields: z.output<typeof productFields>): Columns {
  const pick = <Value>(value: Value | undefined, old: Value) => (value === undefined ? old : value);
  return {
    name: fields.name ?? before.name,
    description: pick(fields.description, before.description) || null,
    champion: pick(fields.champion, before.champion) || null,
    price_cents: fields.priceCents ?? before.price_cents,
    image_url: pick(fields.imageUrl, before.image_url),
    download_url: pick(fields.downloadUrl, before.download_url),
    stock: fields.stock ?? before.stock,
    is_active: fields.isActive ?? before.is_active,
    sku: pick(fields.sku && (splitSkins(fields.sku)[0]?.sku ?? fields.sku), before.sku) || null,
  };
}

/**
 * The address of a product takes the place of a file of its skin that is broken, being updated or the product's `former`
 * address (a patch day copies that); another file that works it leaves alone.
 */
async function mendFile(
  ctx: ShopContext,
  tx: Tx,
  actorUserId: string,
  product: ProductRow,
  former: string | null = null,
): Promise<void> {
  const { sku, download_url: link, is_active: isActive } = product;
  if (!isActive || link === null || sku === null) return;
  const replaced = await tx
    .selectFrom('skin_files')
    .select('id')
    .where('sku', '=', sku)
    .where((eb) => eb.or([eb('state', '=', 'broken'), eb('updating', '=', true), eb('link', '=', former)]))
    .executeTakeFirst();
  if (replaced) await learnFiles(ctx, tx, actorUserId, [{ sku, content: { link } }]);
}

/** @returns a sentence under `sku`; null: it may be linked so. */
async function checkSkin(
  ctx: ShopContext,
  tx: Tx,
  { sku }: Columns,
  before: ProductRow | null,
): Promise<{ sku: string } | null> {
  if (sku === null) return null;
  // An unchanged link is not checked: staff must be able to switch a product off after its skin left the catalogue.
  if (before?.sku === sku) return null;
  if (!ctx.catalog.current().findSkin(sku)) return { sku: 'Esta skin não existe no catálogo.' };

  // Two clerks may link the same skin at once. Both would find it free, and one would get an error of the index.
  await sql`select pg_advisory_xact_lock(hashtext('products_skin'))`.execute(tx);
  const holder = await tx.selectFrom('products').select('name').where('sku', '=', sku).executeTakeFirst();
  return holder ? { sku: `Esta skin já está ligada ao produto “${holder.name}”.` } : null;
}
