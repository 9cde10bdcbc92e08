import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { learnFiles } from '#shop/delivery/files/learn-files.ts';
import { announceProduct } from './announce-product.ts';
import { checkProduct, type ProductFields, type ProductForm } from './check-product.ts';
import { toForm, toProduct, type Product, type ProductRow } from './product.ts';

export type SaveProductResult =
  | { ok: true; product: Product }
  | { ok: false; reason: 'not_found' }
  /** A Portuguese sentence for each invalid field. */
  | { ok: false; reason: 'invalid'; fields: ProductFields };

const NEW_PRODUCT = {
  description: null,
  champion: null,
  imageUrl: null,
  downloadUrl: null,
  stock: 0,
  isActive: true,
  championId: null,
  skinNum: null,
} satisfies Partial<ProductForm>;

/** Name and price are required (spec section 3). */
export type NewProduct = Pick<ProductForm, 'name' | 'priceCents'> & Partial<ProductForm>;

export async function createProduct(
  ctx: ShopContext,
  { actorUserId, product }: { actorUserId: string; product: NewProduct },
): Promise<SaveProductResult> {
  return ctx.transaction(async (tx) => {
    const checked = await checkForSaving(ctx, tx, { ...NEW_PRODUCT, ...product }, null);
    if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
    const after = await tx
      .insertInto('products')
      .values({ ...writableColumns(checked.product), created_at: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await announceProduct(ctx, tx, { actorUserId, action: 'product.created', before: null, after });
    await mendFile(ctx, tx, actorUserId, after);
    return { ok: true, product: toProduct(after) };
  });
}

/** Changes the fields in `changes` and no others. */
export async function updateProduct(
  ctx: ShopContext,
  { actorUserId, id, changes }: { actorUserId: string; id: string; changes: Partial<ProductForm> },
): Promise<SaveProductResult> {
  return ctx.transaction(async (tx) => {
    const before = await tx
      .selectFrom('products')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, reason: 'not_found' };
    const checked = await checkForSaving(ctx, tx, { ...toForm(before), ...changes }, before);
    if (!checked.ok) return { ok: false, reason: 'invalid', fields: checked.fields };
    const after = await tx
      .updateTable('products')
      .set(writableColumns(checked.product))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await announceProduct(ctx, tx, { actorUserId, action: 'product.updated', before, after });
    if (after.download_url !== before.download_url) await mendFile(ctx, tx, actorUserId, after);
    return { ok: true, product: toProduct(after) };
  });
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

async function checkForSaving(
  ctx: ShopContext,
  tx: Tx,
  form: ProductForm,
  before: ProductRow | null,
): Promise<ReturnType<typeof checkProduct>> {
  const checked = checkProduct(form);
  if (!checked.ok || checked.product.championId === null) return checked;
  const { championId, skinNum } = checked.product;
  // An unchanged link is not checked: staff must be able to switch a product off after its skin left the catalogue.
  if (before?.champion_id === championId && before.skin_num === skinNum) return checked;
  if (!ctx.catalog.current().findSkin(championId, skinNum ?? 0))
    return { ok: false, fields: { championId: 'Esta skin não existe no catálogo.' } };

  // Two clerks may link the same skin at once. Both would find it free, and one would get an error of the index.
  await sql`select pg_advisory_xact_lock(hashtext('products_skin'))`.execute(tx);
  const holder = await tx
    .selectFrom('products')
    .select('name')
    .where('champion_id', '=', championId)
    .where('skin_num', '=', skinNum)
    .executeTakeFirst();
  if (!holder) return checked;
  return { ok: false, fields: { championId: `Esta skin já está ligada ao produto “${holder.name}”.` } };
}

/** The allow-list (threats 20 and 21): other fields of an object never reach the table. */
function writableColumns(product: ProductForm): Omit<ProductRow, 'id' | 'created_at'> {
  return {
    name: product.name,
    description: product.description,
    champion: product.champion,
    price_cents: product.priceCents,
    image_url: product.imageUrl,
    download_url: product.downloadUrl,
    stock: product.stock,
    is_active: product.isActive,
    champion_id: product.championId,
    skin_num: product.skinNum,
  };
}
