import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#test/database.ts';
import { migrate } from './migrate.server.ts';

/** A sale in a shop before `0075_grants.sql` (docs/decisions/grants.md). */
interface Sale {
  status: 'awaiting_payment' | 'pending' | 'completed' | 'cancelled';
  isPaid: boolean;
  kept: boolean;
  /** `left`: a link that a release sent in place of a stored file. */
  content: 'none' | 'link' | 'file' | 'left';
  gift: null | 'unpaid' | 'offered' | 'claimed' | 'kept' | 'withdrawn';
  isAccountGone: boolean;
  awaitsUpdate: boolean;
  /** Of a claimed gift: its receiver took another skin. */
  isExchanged: boolean;
}

const BOTH = [true, false];

/** Everything that the earlier releases can have written, and some of what they cannot. */
function* sales(): Generator<Sale> {
  for (const status of ['awaiting_payment', 'pending', 'completed', 'cancelled'] as const)
    for (const isPaid of status === 'cancelled' ? BOTH : [status !== 'awaiting_payment'])
      for (const kept of isPaid ? BOTH : [true])
        for (const content of isPaid ? (['none', 'link', 'file', 'left'] as const) : (['none'] as const))
          for (const gift of [null, 'unpaid', 'offered', 'claimed', 'kept', 'withdrawn'] as const)
            for (const isAccountGone of BOTH)
              for (const awaitsUpdate of BOTH)
                for (const isExchanged of BOTH) {
                  const isReleased = status === 'pending' || status === 'completed';
                  const hasOwner = gift === 'claimed' || gift === 'kept';
                  if ((gift === 'unpaid') !== (gift !== null && !isPaid)) continue;
                  if (hasOwner && !(isReleased && kept)) continue;
                  if (gift === 'offered' && !(isReleased && kept)) continue;
                  if (isExchanged && gift !== 'claimed') continue;
                  if (awaitsUpdate && !(isPaid && content === 'none')) continue;
                  yield { status, isPaid, kept, content, gift, isAccountGone, awaitsUpdate, isExchanged };
                }
}

const FIRST = {
  champion_id: 'Ahri',
  skin_num: 1,
  skin_name: 'Ahri 1',
  champion_name: 'Ahri',
  splash_art_url: '/a',
};
const OTHER = {
  champion_id: 'Zed',
  skin_num: 2,
  skin_name: 'Zed 2',
  champion_name: 'Zed',
  splash_art_url: '/z',
};
const SITE = 'https://loja.exemplo.com/dashboard';

const text = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value}'` : `${value}`;

const insert = (
  database: TestDatabase,
  table: string,
  row: Record<string, string | number | boolean | null>,
) =>
  database.executeSql(
    `insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row).map(text).join()})`,
  );

async function addUser(database: TestDatabase): Promise<string> {
  const id = randomUUID();
  await insert(database, 'users', { id, name: 'Ana', email: `${id}@exemplo.com` });
  return id;
}

let hour = 0;
const nextHour = () => new Date(Date.UTC(2026, 0, 1, hour++)).toISOString();

/** @returns the order, its item and the entry of its owner's collection. */
async function addSale(database: TestDatabase, sale: Sale, buyer?: string, withEntry = true) {
  const [userId, orderId, itemId] = [buyer ?? (await addUser(database)), randomUUID(), randomUUID()];
  const at = nextHour();
  const isReleased = sale.status === 'pending' || sale.status === 'completed';
  await insert(database, 'orders', {
    id: orderId,
    user_id: sale.isAccountGone ? null : userId,
    status: sale.status,
    customer_name: 'Ana',
    customer_email: 'ana@exemplo.com',
    customer_cellphone: '',
    customer_tax_id_sealed: '',
    total_cents: 1500,
    description: 'x',
    fingerprint: orderId,
    is_gift: sale.gift !== null,
    created_at: at,
    paid_at: sale.isPaid ? at : null,
    completed_at: sale.status === 'completed' ? at : null,
  });
  const receiver = sale.gift === 'claimed' ? await addUser(database) : userId;
  const isOwned = sale.gift === null || sale.gift === 'claimed' || sale.gift === 'kept';
  // A receiver has an account of their own.
  const owner = !isOwned || (sale.isAccountGone && sale.gift !== 'claimed') ? null : receiver;
  const skin = sale.isExchanged ? OTHER : FIRST;
  const entryId = randomUUID();
  const hasEntry = withEntry && owner !== null && isReleased && sale.kept;
  const link = `https://arquivos.exemplo.com/${itemId}.zip`;
  const address = hasEntry ? `${SITE}/download-skin/${entryId}` : `${SITE}/colecao`;
  await insert(database, 'order_items', {
    id: itemId,
    order_id: orderId,
    position: 0,
    ...skin,
    price_cents: 1500,
    paid_cents: sale.kept ? null : 700,
    kept: sale.kept,
    download_link: { none: null, link, file: address, left: link }[sale.content],
    file_id: sale.content === 'file' || sale.content === 'left' ? randomUUID() : null,
    bought: sale.isExchanged ? JSON.stringify(FIRST) : null,
  });
  if (sale.gift !== null)
    await insert(database, 'gifts', {
      id: randomUUID(),
      order_id: orderId,
      status: sale.gift,
      owner_id: sale.gift === 'claimed' || sale.gift === 'kept' ? owner : null,
      token_digest: orderId,
      created_at: at,
    });
  if (hasEntry)
    await insert(database, 'user_collection', {
      id: entryId,
      user_id: owner,
      order_id: orderId,
      ...skin,
      download_link: { none: null, link, file: address, left: link }[sale.content],
      added_at: at,
      delivered_at: sale.content === 'none' ? null : at,
      downloaded_at: sale.content === 'link' ? at : null,
      worked_at: sale.content === 'link' ? at : null,
    });
  if (sale.awaitsUpdate)
    await insert(database, 'awaited_updates', { order_item_id: itemId, order_id: orderId });
  return { userId, orderId, itemId, entryId };
}

const isAddress = (link: string) => `${link} ~ '/dashboard/(colecao$|download-skin/)'`;
const OLD_CONTENT = `case when item.file_id is not null and ${isAddress('item.download_link')}
  then 'file ' || item.file_id else item.download_link end`;
const NEW_CONTENT = `coalesce('file ' || item.file_id, item.link)`;

/** What people and books read, by the rules of the release. */
const READ = {
  money: `select count(*)::int as orders, sum(total_cents)::int as cents, (select sum(coalesce(paid_cents, price_cents))::int
    from order_items) as items from orders`,
  states: `select id, status, paid_at, completed_at from orders order by id`,
} as const;
/** The key that 0076_sku.sql makes of champion and number. */
const keyOf = (row: string) => `'lol:' || ${row}.champion_id || ':' || ${row}.skin_num as sku`;
const OLD = {
  ...READ,
  bought: `select id, ${keyOf('bought_items')}, skin_name, champion_name, splash_art_url, price_cents, paid_cents
    from bought_items order by id`,
  owed: `select item.id, ${keyOf('item')}, skin_name, champion_name, splash_art_url,
      item.kept and orders.status <> 'cancelled' as kept, ${OLD_CONTENT} as content
    from order_items item join orders on orders.id = item.order_id where orders.paid_at is not null order by item.id`,
  collection: `select entry.id, entry.user_id, entry.order_id, ${keyOf('entry')}, entry.skin_name,
      entry.added_at, entry.delivered_at, entry.downloaded_at, entry.worked_at,
      case when orders.status = 'completed' and item.kept then ${OLD_CONTENT} end as content
    from user_collection entry join orders on orders.id = entry.order_id
    join order_items item on item.order_id = orders.id and item.champion_id = entry.champion_id
      and item.skin_num = entry.skin_num
    order by entry.id`,
  gifts: `select gifts.order_id, gifts.status, gifts.owner_id from gifts order by order_id`,
  awaited: `select order_item_id as id from awaited_updates join orders on orders.id = order_id
    join order_items item on item.id = order_item_id where status = 'pending' and item.kept order by 1`,
  open: `select item.id from order_items item join orders on orders.id = item.order_id
    where status = 'pending' and item.kept and item.download_link is null order by 1`,
};
const NEW = {
  ...READ,
  bought: `select id, sku, skin_name, champion_name, splash_art_url, price_cents, paid_cents from bought_items order by id`,
  owed: `select item.id, sku, skin_name, champion_name, splash_art_url, kept, ${NEW_CONTENT} as content
    from owed_items item where grant_id is not null order by item.id`,
  collection: `select item.id, item.user_id, order_id, sku, skin_name, added_at, delivered_at, downloaded_at,
      worked_at, case when state = 'delivered' then ${NEW_CONTENT} end as content
    from user_collection item order by item.id`,
  gifts: `select gifts.order_id, gifts.status, grants.owner_id from gifts left join grants on grants.order_id = gifts.order_id
    order by order_id`,
  awaited: `select item_id as id from grants where waits_for = 'update' order by 1`,
  open: `select item_id as id from grants join orders on orders.id = order_id
    where orders.status = 'pending' and state = 'waiting' and waits_for <> 'claim' order by 1`,
};

async function read(database: TestDatabase, queries: typeof OLD) {
  const rows = Object.entries(queries).map(async ([name, query]) => [
    name,
    (await database.executeSql(query)).rows,
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<keyof typeof OLD, Record<string, unknown>[]>;
}

const PLAIN: Sale = {
  status: 'completed',
  isPaid: true,
  kept: true,
  content: 'link',
  gift: null,
  isAccountGone: false,
  awaitsUpdate: false,
  isExchanged: false,
};

async function openShop(): Promise<TestDatabase> {
  const database = await createEmptyTestDatabase();
  await migrate(database, { upTo: '0074_role_names.sql' });
  return database;
}

test('a shop with every sale that there can be has the same money, owners, links and states afterwards', async () => {
  const database = await openShop();
  const all = [...sales()];
  for (const sale of all) await addSale(database, sale);
  const before = await read(database, OLD);
  expect(await migrate(database)).toContain('0075_grants.sql');
  const after = await read(database, NEW);
  for (const name of Object.keys(OLD) as (keyof typeof OLD)[])
    expect(after[name], name).toEqual(before[name]);
  // The comparison is of something.
  expect(all.length).toBeGreaterThan(150);
  expect(before.collection.filter(({ content }) => content !== null).length).toBeGreaterThan(10);
  expect([before.awaited.length, before.open.length].every((n) => n > 1)).toBe(true);
  const { rows } = await database.executeSql(
    `select state, waits_for, count(*)::int as n from grants group by 1, 2 order by 1, 2`,
  );
  expect(
    rows.map((row) =>
      Object.values(row as object)
        .slice(0, 2)
        .join(' ')
        .trim(),
    ),
  ).toEqual(['delivered', 'ready', 'revoked', 'waiting claim', 'waiting staff', 'waiting update']);
  await database.close();
});

test('two sales of one skin to one person are two grants, and the collection shows the one that it showed', async () => {
  const database = await openShop();
  const entryOf = async (userId: string) => {
    const { rows } = await database.executeSql(
      `select id, order_id, coalesce(link, 'file ' || file_id) as content from user_collection where user_id = '${userId}'`,
    );
    return rows as { id: string; order_id: string; content: string }[];
  };
  const linkOf = ({ itemId }: { itemId: string }) => `https://arquivos.exemplo.com/${itemId}.zip`;

  const first = await addSale(database, PLAIN);
  const second = await addSale(database, PLAIN, first.userId, false);
  // The later of two took the entry over when it was delivered.
  const early = await addSale(database, PLAIN, undefined, false);
  const late = await addSale(database, PLAIN, early.userId);
  // Refused when it was paid, and an earlier release moved the entry to it all the same.
  const paid = await addSale(database, PLAIN);
  const unpaid = await addSale(database, { ...PLAIN, kept: false }, paid.userId, false);
  await database.executeSql(
    `update user_collection set order_id = '${unpaid.orderId}', download_link = 'https://x' where id = '${paid.entryId}'`,
  );
  // Its order is not known any more.
  const lost = await addSale(database, PLAIN);
  await database.executeSql(`update user_collection set order_id = null where id = '${lost.entryId}'`);
  // The first was refunded, and then staff kept the money of the second: paid for, and in no collection.
  const hidden = await addSale(database, PLAIN, undefined, false);
  // Given to nobody by any money.
  const free = await addSale(database, { ...PLAIN, kept: false });
  await insert(database, 'user_collection', {
    id: randomUUID(),
    user_id: free.userId,
    order_id: free.orderId,
    ...FIRST,
    added_at: nextHour(),
  });
  await insert(database, 'reviews', {
    user_id: first.userId,
    champion_id: FIRST.champion_id,
    skin_num: FIRST.skin_num,
    stars: 5,
    text: 'Linda',
    created_at: nextHour(),
    updated_at: nextHour(),
  });
  await migrate(database);

  expect(await entryOf(first.userId)).toEqual([
    { id: first.entryId, order_id: first.orderId, content: linkOf(first) },
  ]);
  expect(await entryOf(late.userId)).toEqual([
    { id: late.entryId, order_id: late.orderId, content: linkOf(late) },
  ]);
  expect(await entryOf(paid.userId)).toEqual([
    { id: paid.entryId, order_id: paid.orderId, content: linkOf(paid) },
  ]);
  expect(await entryOf(lost.userId)).toEqual([
    { id: lost.entryId, order_id: lost.orderId, content: linkOf(lost) },
  ]);
  expect(await entryOf(hidden.userId)).toMatchObject([{ order_id: hidden.orderId }]);
  expect(await entryOf(free.userId)).toEqual([]);
  // The money of the first goes back: the second is shown, and with it the review stays, until it goes too.
  const revoke = (orderId: string) =>
    database.executeSql(
      `update grants set state = 'revoked', is_shown = false where order_id = '${orderId}'`,
    );
  const reviews = async () => (await database.executeSql('select stars from reviews')).rows;
  await revoke(first.orderId);
  expect(await reviews()).toEqual([{ stars: 5 }]);
  await database.executeSql(`update grants set is_shown = true where order_id = '${second.orderId}'`);
  expect(await entryOf(first.userId)).toMatchObject([{ order_id: second.orderId, content: linkOf(second) }]);
  await revoke(second.orderId);
  expect(await reviews()).toEqual([]);
  await database.close();
});
