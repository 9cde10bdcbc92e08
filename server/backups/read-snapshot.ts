import { itemPictureKey } from '#shop/media/item-picture.ts';

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

/** Where the database names a file that nobody can make anew, and the key of it. */
const FILE_KEYS = [
  { table: 'profiles', column: 'avatar_key', keys: 'select avatar_key from profiles' },
  { table: 'profiles', column: 'cover_key', keys: 'select cover_key from profiles' },
  { table: 'ticket_replies', column: 'picture_key', keys: 'select picture_key from ticket_replies' },
  { table: 'files', column: 'id', keys: "select 'kept/' || id from files" },
  // Pictures that came with a catalogue, and with one that waits to be published: shop/media/item-picture.ts.
  { table: 'item_pictures', column: 'digest', keys: `select ${ofPicture('digest')} from item_pictures` },
  {
    table: 'catalogs',
    column: 'draft',
    keys: `select ${ofPicture("(picture ->> 'digest')")}
      from catalogs cross join jsonb_path_query(draft, '$.groups[*].items[*].picture') picture`,
  },
];

function ofPicture(digest: string): string {
  return `'${itemPictureKey("' || " + digest + " || '")}'`;
}

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

/** The backup before a step reads the database of an earlier release, which does not have all of them yet. */
export async function readFileKeys(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<string[]> {
  const { rows: columns } = await query(
    'select table_name, column_name from information_schema.columns where table_schema = current_schema()',
  );
  const there = new Set(
    (columns as Record<string, string>[]).map((row) => `${row.table_name}.${row.column_name}`),
  );
  const named = FILE_KEYS.filter(({ table, column }) => there.has(`${table}.${column}`)).map(
    ({ keys }) => keys,
  );
  // Two items may have one picture.
  const { rows } = await query(
    `select key from (${named.join(' union ')}) named (key) where key is not null`,
  );
  return rows.map((row) => (row as { key: string }).key);
}
