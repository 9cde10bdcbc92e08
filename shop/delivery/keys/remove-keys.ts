import { sql } from 'kysely';
import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { operation } from '#shop/operation.ts';
import { listOfKeys } from './add-keys.ts';
import { digestKey } from './digest-key.ts';
import { readLines } from './read-lines.ts';
import { readStock } from './stock-of.ts';

/**
 * Takes keys back out of the stock of a product: a list that belonged to another product, or that the supplier ended.
 * What was sold stays with its buyer and is named by its line, as is what this product never had. A product without any
 * key left or sold is sold like any other again.
 */
export const removeKeys = operation(
  {
    id: 'stock.remove',
    who: 'files.manage',
    input: listOfKeys,
    output: z.object({
      sku: z.string(),
      removed: z.number(),
      left: z.number(),
      sold: z.number(),
      /** Counted from 1. */
      soldLines: z.array(z.number()),
      unknownLines: z.array(z.number()),
    }),
    refusals: { no_stock: [404, 'not_found'], no_keys: 422 },
  },
  async (ctx, { actorUserId, sku, keys: typed }) => {
    const { keys, problem } = readLines(typed);
    if (problem !== null) return { ok: false, reason: 'no_keys', fields: { keys: problem } };
    const typedKeys = keys.map(({ line, text }) => ({
      line,
      digest: digestKey(ctx.settings.sealingKey, text),
    }));
    return ctx.transaction(async (tx) => {
      if ((await readStock(tx, [sku])).length === 0) return { ok: false, reason: 'no_stock' };
      const { rows } = await sql<{ id: string; digest: string; is_free: boolean }>`
        select id, digest, taken_at is null or held_at is not null as is_free from stock_keys
        where sku = ${sku} and digest = any(${typedKeys.map(({ digest }) => digest)}::text[])
        -- As sales take them.
        order by added_at, line for update`.execute(tx);
      const free = rows.filter((row) => row.is_free).map(({ id }) => id);
      await sql`delete from stock_keys where id = any(${free}::uuid[])`.execute(tx);
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'stock.removed',
        subject: { type: 'stock', id: sku },
        details: { removed: free.length },
      });
      await announceCatalog(ctx, tx, ctx.catalog.current());
      const [stock] = await readStock(tx, [sku]);
      ctx.log.info('stock.removed', { sku, removed: free.length });
      const isFree = new Map(rows.map((row) => [row.digest, row.is_free]));
      const linesWhere = (wanted: false | undefined) =>
        typedKeys.filter(({ digest }) => isFree.get(digest) === wanted).map(({ line }) => line);
      return {
        ok: true as const,
        sku,
        removed: free.length,
        left: stock?.left ?? 0,
        sold: stock?.sold ?? 0,
        soldLines: linesWhere(false),
        unknownLines: linesWhere(undefined),
      };
    });
  },
);
