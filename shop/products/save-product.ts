import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
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
      if (after.download_url !== before.download_url) await mendFile(ctx, tx, actorUserId, after);
      return { ok: true as const, ...toProduct(after) };
    }),
);

type Columns = Omit<ProductRow, 'id' | 'created_at'>;

const NO_COLUMNS: Columns = {
  name: '',
  description: null,
  champion: null,
  price_cents: 0,
  image_url: null,
  download_url: null,
  stock: 0,
  is_active: true,
  champion_id: null,
  skin_num: null,
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
    champion_id: pick(fields.championId, before.champion_id) || null,
    skin_num: pick(fields.skinNum, before.skin_num),
  };
}

/** The address of a product takes the place of a broken file of its skin; a file that works it leaves alone. */
async function mendFile(ctx: ShopContext, tx: Tx, actorUserId: string, product: ProductRow): Promise<void> {
  const { champion_id, skin_num, download_url: link, is_active: isActive } = product;
  if (!isActive || link === null || champion_id === null || skin_num === null) return;
  const broken = await tx
    .selectFrom('skin_files')
    .select('id')
    .where('champion_id', '=', champion_id)
    .where('skin_num', '=', skin_num)
    .where('state', '=', 'broken')
    .executeTakeFirst();
  if (broken) await learnFiles(ctx, tx, actorUserId, [{ champion_id, skin_num, content: { link } }]);
}

/** @returns a sentence under `championId`; null: it may be linked so. */
async function checkSkin(
  ctx: ShopContext,
  tx: Tx,
  { champion_id: championId, skin_num: skinNum }: Columns,
  before: ProductRow | null,
): Promise<{ championId: string } | null> {
  if (championId === null && skinNum === null) return null;
  if (championId === null || skinNum === null) return { championId: 'Escolha a skin na lista.' };
  // An unchanged link is not checked: staff must be able to switch a product off after its skin left the catalogue.
  if (before?.champion_id === championId && before.skin_num === skinNum) return null;
  if (!ctx.catalog.current().findSkin(championId, skinNum))
    return { championId: 'Esta skin não existe no catálogo.' };

  // Two clerks may link the same skin at once. Both would find it free, and one would get an error of the index.
  await sql`select pg_advisory_xact_lock(hashtext('products_skin'))`.execute(tx);
  const holder = await tx
    .selectFrom('products')
    .select('name')
    .where('champion_id', '=', championId)
    .where('skin_num', '=', skinNum)
    .executeTakeFirst();
  return holder ? { championId: `Esta skin já está ligada ao produto “${holder.name}”.` } : null;
}
