/** What a backup counts and a restore compares. */
export const SNAPSHOT_COUNTS = ['users', 'orders', 'charges', 'refunds', 'collection', 'paidCents'] as const;

/** What the database says about itself at the moment of the backup. */
export interface Snapshot {
  at: Date;
  migrations: string[];
  counts: Record<(typeof SNAPSHOT_COUNTS)[number], number>;
  /** Keys of the files that it names. */
  fileKeys: string[];
}

const FILE_KEYS = `select avatar_key as key from profiles where avatar_key is not null
  union all select cover_key from profiles where cover_key is not null
  union all select picture_key from ticket_replies where picture_key is not null
  union all select 'kept/' || id from files`;

/** `query` answers each statement from the same moment. */
export async function readSnapshot(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<Snapshot> {
  const { rows } = await query(`select clock_timestamp() as at,
    (select array_agg(name order by name) from schema_migrations) as migrations,
    (select count(*) from users) as users,
    (select count(*) from orders) as orders,
    (select count(*) from charges) as charges,
    (select count(*) from refunds) as refunds,
    (select count(*) from user_collection) as collection,
    (select coalesce(sum(paid_amount_cents), 0)::bigint from charges) as "paidCents"`);
  const { at, migrations, ...counts } = rows[0] as Omit<Snapshot, 'counts' | 'fileKeys'> & Snapshot['counts'];
  return { at, migrations, counts, fileKeys: await readFileKeys(query) };
}

export async function readFileKeys(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<string[]> {
  const { rows } = await query(FILE_KEYS);
  return rows.map((row) => (row as { key: string }).key);
}
