import { sql } from 'kysely';
import type { DatabaseHandle } from '#db/client.server.ts';
import { digestKey } from '#shop/delivery/keys/digest-key.ts';
import { sealText, tryUnseal } from '#shop/secrets/seal-text.ts';

const BATCH = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The keys that products have in stock, and those that were sold: each in turn, with what finds it again. Without a
 * previous key a start only asks whether the present one fits: some in stock tell, and a shop has sold millions.
 */
export async function resealStockKeys(
  db: DatabaseHandle['db'],
  key: Buffer,
  previousKey: Buffer | null,
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (let after = FIRST_ID, rows: { id: string; sealed: string }[] = []; ;) {
    const query = db.selectFrom('stock_keys').select(['id', 'sealed']).limit(BATCH);
    rows = await (
      previousKey === null ? query.where('taken_at', 'is', null) : query.where('id', '>', after).orderBy('id')
    ).execute();
    const fresh: { id: string; old: string; sealed: string; digest: string }[] = [];
    for (const { id, sealed } of rows) {
      if (tryUnseal(key, sealed) !== null) continue;
      const text = previousKey && tryUnseal(previousKey, sealed);
      if (text === null) counts.unreadable++;
      else fresh.push({ id, old: sealed, sealed: sealText(key, text), digest: digestKey(key, text) });
    }
    if (fresh.length > 0) {
      // Another process may have done the same meanwhile.
      const { numAffectedRows } = await sql`
        update stock_keys set sealed = fresh.sealed, digest = fresh.digest
        from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
          as fresh(id uuid, old text, sealed text, digest text)
        where stock_keys.id = fresh.id and stock_keys.sealed = fresh.old`.execute(db);
      counts.resealed += Number(numAffectedRows ?? 0);
    }
    after = rows.at(-1)?.id ?? after;
    if (previousKey === null || rows.length < BATCH) return counts;
  }
}
