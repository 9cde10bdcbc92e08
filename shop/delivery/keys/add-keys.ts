import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import { digestKey } from './digest-key.ts';
import { endOf, readLines, type TypedKey } from './read-lines.ts';
import { readStock } from './stock-of.ts';

/** A product and keys, one on each line. */
export const listOfKeys = z.object({
  sku,
  keys: z
    .string()
    .max(1_000_000)
    .meta({ isText: true, examples: ['AAAA-BBBB-CCCC\nDDDD-EEEE-FFFF'] }),
});

/**
 * Puts keys into the stock of a product, one of each line. What the shop has already, in stock or sold, is passed over
 * and named by its line, so the same list may be sent twice.
 */
export const addKeys = operation(
  {
    id: 'stock.add',
    who: 'files.manage',
    input: listOfKeys,
    output: z.object({
      sku: z.string(),
      added: z.number(),
      left: z.number(),
      sold: z.number(),
      /** Lines that the shop had already, and lines without anything, counted from 1. */
      repeatedLines: z.array(z.number()),
      blankLines: z.array(z.number()),
    }),
    refusals: { unknown_skin: [404, 'not_found'], no_keys: 422 },
  },
  async (ctx, { actorUserId, sku, keys: typed }) => {
    const { keys, blank, repeated, problem } = readLines(typed);
    if (problem !== null) return { ok: false, reason: 'no_keys', fields: { keys: problem } };
    return ctx.transaction(async (tx) => {
      const isKnown = ctx.catalog.current().findSkin(sku) !== null || (await readStock(tx, [sku])).length > 0;
      if (!isKnown) return { ok: false, reason: 'unknown_skin' };
      const added = await insertKeys(ctx, tx, { actorUserId, sku, keys });
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'stock.added',
        subject: { type: 'stock', id: sku },
        details: { added: added.size },
      });
      await announceCatalog(ctx, tx, ctx.catalog.current());
      const [stock] = await readStock(tx, [sku]);
      ctx.log.info('stock.added', { sku, added: added.size });
      const known = keys.filter(({ line }) => !added.has(line)).map(({ line }) => line);
      return {
        ok: true as const,
        sku,
        added: added.size,
        left: stock?.left ?? 0,
        sold: stock?.sold ?? 0,
        repeatedLines: [...repeated, ...known].toSorted((a, b) => a - b),
        blankLines: blank,
      };
    });
  },
);

/** @returns the lines that were new. */
async function insertKeys(
  ctx: ShopContext,
  tx: Tx,
  { actorUserId, sku, keys }: { actorUserId: string; sku: string; keys: readonly TypedKey[] },
): Promise<ReadonlySet<number>> {
  const { sealingKey } = ctx.settings;
  const rows = keys.map(({ line, text }) => ({
    line,
    sealed: sealText(sealingKey, text),
    digest: digestKey(sealingKey, text),
    last_four: endOf(text),
  }));
  const { rows: inserted } = await sql<{ line: number }>`
    insert into stock_keys (sku, sealed, digest, last_four, added_at, line, added_by)
    select ${sku}, sealed, digest, last_four, ${ctx.now()}::timestamptz, line, ${actorUserId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as typed (line integer, sealed text, digest text, last_four text)
    order by digest
    on conflict (digest) do nothing
    returning line`.execute(tx);
  return new Set(inserted.map(({ line }) => line));
}
