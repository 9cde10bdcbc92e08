import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { digestTaxId } from '#shop/secrets/digest-tax-id.ts';
import { unsealText } from '#shop/secrets/seal-text.ts';

const BATCH = 500;
/** A run ends after so many orders, and the next one goes on. */
const MAX_BATCHES = 40;

/**
 * Writes the digest of the tax ids that have none: of orders from before the shop kept digests, and of those that an
 * older release takes while both run. A tax id that cannot be read gets an empty one, so that it is not tried for ever.
 * @returns how many orders it wrote.
 */
export async function digestTaxIds(ctx: ShopContext): Promise<number> {
  let written = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await ctx.db
      .selectFrom('orders')
      .select(['id', 'customer_tax_id_sealed as sealed'])
      .where('customer_tax_id_digest', 'is', null)
      // A literal value, because an index covers exactly these.
      .where('customer_tax_id_sealed', '<>', sql.lit(''))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) break;
    const digests = rows.map((row) => ({ ...row, digest: digestOf(ctx.settings.sealingKey, row.sealed) }));
    // The buyer may be forgotten meanwhile, or the tax id encrypted anew.
    await sql`
      update orders set customer_tax_id_digest = found.digest
      from jsonb_to_recordset(${JSON.stringify(digests)}::jsonb) as found(id uuid, sealed text, digest text)
      where orders.id = found.id and orders.customer_tax_id_sealed = found.sealed`.execute(ctx.db);
    written += rows.length;
    if (rows.length < BATCH) break;
  }
  return written;
}

function digestOf(sealingKey: Buffer, sealed: string): string {
  try {
    return digestTaxId(sealingKey, unsealText(sealingKey, sealed));
  } catch {
    return '';
  }
}
