import type { DatabaseHandle } from '#db/client.server.ts';

/**
 * A key that is free in a backup may have been sold after it, and its buyer has read it: each waits for staff. The backup may
 * be of an earlier release: this works on its tables as they are, and the next start migrates them.
 * @returns how many keys wait.
 */
export async function holdFreeKeys(database: DatabaseHandle): Promise<number> {
  // Of a large shop it may take long.
  const session = await database.openSession();
  try {
    const known = await session.execute("select to_regclass('stock_keys') is not null as keys");
    if (!(known.rows[0] as { keys: boolean }).keys) return 0;
    const { rows } = await session.execute(`
      alter table stock_keys add column if not exists held_at timestamptz;
      update stock_keys set taken_at = now(), held_at = now() where taken_at is null;
      select count(held_at) as held from stock_keys`);
    return Number((rows[0] as { held: number } | undefined)?.held ?? 0);
  } finally {
    await session.close();
  }
}
