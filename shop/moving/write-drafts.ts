import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import type { CouponsTable } from '#db/schema.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { bringGrants } from '#shop/states/grant-state.ts';
import { claimAll } from './claim-imported.ts';
import type { Draft, DraftCoupon, DraftOrder, DraftOwned, DraftPerson, DraftProduct } from './draft.ts';
import type { Match } from './match-names.ts';
import { isNobody } from './own-format.ts';
import { noCounts, type Counts } from './shown-import.ts';

/** What of some drafts the shop has already. */
export interface Known {
  /** Who came along before, or has an account whose address is proved. */
  people: ReadonlySet<string>;
  /** By `nuvemshop 1001`, the addresses of those whose they are. */
  orders: ReadonlyMap<string, readonly string[]>;
  orderIds: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  /** Keys of skins, or `name …` of what is none. */
  products: ReadonlySet<string>;
}

export async function findKnown(executor: Executor, drafts: readonly Draft[]): Promise<Known> {
  const orders = drafts.filter((draft) => draft.is === 'order');
  const emails = drafts.flatMap((draft) => ('email' in draft ? [draft.email] : []));
  const codes = drafts.flatMap((draft) => (draft.is === 'coupon' ? [draft.coupon.code] : []));
  const rows = await sql<{ is: Exclude<keyof Known, 'orders'>; key: string }>`
    select 'people' as is, email as key from imported_people where email = any(${emails}::text[])
    union all
    select 'people', email from users where email = any(${emails}::text[]) and address_proved_at is not null
    union all
    select 'orderIds', id::text from orders where id = any(${orders.flatMap(({ id }) => id ?? [])}::uuid[])
    union all
    select 'codes', code from coupons where code = any(${codes}::text[])
    union all
    select 'products', coalesce(sku, 'name ' || name) from products
      where ${drafts.some(({ is }) => is === 'product')}`.execute(executor);
  // Who came along may have another address since.
  const numbers = await sql<{ key: string; emails: string[] }>`
    select source || ' ' || number as key, array_append(array(
      select moved_for from grants where grants.order_id = orders.id and moved_for is not null), customer_email) as emails
    from imported_orders join orders on orders.id = order_id
    where number = any(${orders.map(({ number }) => number)}::text[])`.execute(executor);
  const of = (list: Exclude<keyof Known, 'orders'>) =>
    new Set(rows.rows.filter(({ is }) => is === list).map(({ key }) => key));
  return {
    people: of('people'),
    orders: new Map(numbers.rows.map(({ key, emails }) => [key, emails])),
    orderIds: of('orderIds'),
    codes: of('codes'),
    products: of('products'),
  };
}

interface Item {
  sku: string;
  skinName: string;
  groupName: string;
  splashPath: string;
  priceCents: number;
  /** null: it came back. */
  owned: DraftOwned | null;
}

/** The items of an order that are skins of this shop, each once. */
export function readItems(
  order: DraftOrder,
  match: (name: string, sku: string | null) => Match,
  catalog: Catalog | null,
): Item[] {
  const items = new Map<string, Item>();
  for (const { name, sku: typed, priceCents, own } of order.items) {
    const sku = own?.sku ?? match(name, typed).sku;
    if (sku === null || items.has(sku)) continue;
    const skin = catalog?.findSkin(sku);
    const skinName = own?.skinName ?? skin?.name ?? name;
    const groupName = own?.groupName ?? skin?.championName ?? '';
    const owned = own ? own.owned : { email: order.email, sku, skinName, groupName, since: order.at };
    const share = Math.floor(order.totalCents / order.items.length);
    items.set(sku, {
      sku,
      skinName,
      groupName,
      owned,
      splashPath: skin?.splashPath ?? `/img/${skinKey(sku)}`,
      priceCents: priceCents ?? share,
    });
  }
  return [...items.values()];
}

/** Brings drafts in, in one transaction. What the shop does not understand, has already or was not paid stays out. */
export async function writeDrafts(
  ctx: ShopContext,
  tx: Tx,
  importId: string,
  drafts: readonly Draft[],
  match: (name: string, sku: string | null) => Match,
): Promise<Counts> {
  const made = noCounts();
  const clear = drafts.filter(({ problems }) => problems.length === 0);
  const known = await findKnown(tx, clear);
  // Of two in the file with one number or one id the first counts.
  const seen = new Set([...known.orders.keys(), ...known.orderIds]);
  const orders = clear.filter((draft): draft is DraftOrder => {
    if (draft.is !== 'order' || !draft.isPaid) return false;
    const keys = [`${draft.source} ${draft.number}`, draft.id ?? ''].filter(Boolean);
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
  const people = clear.filter((draft) => draft.is === 'person');
  made.people = await writePeople(tx, importId, [...people, ...orders], known);
  Object.assign(made, await writeOrders(ctx, tx, importId, orders, match));
  await claimAll(tx, [...new Set([...orders.map(({ email }) => email), ...ownersOf(orders)])]);
  made.coupons = await writeCoupons(
    tx,
    importId,
    clear.filter((draft) => draft.is === 'coupon'),
  );
  made.products = await writeProducts(
    ctx,
    tx,
    importId,
    clear.filter((draft) => draft.is === 'product'),
    { match, known },
  );
  return made;
}

const ownersOf = (orders: readonly DraftOrder[]) =>
  orders.flatMap(({ items }) => items.flatMap(({ own }) => own?.owned?.email ?? []));

async function writePeople(
  tx: Tx,
  importId: string,
  drafts: readonly (DraftPerson | DraftOrder)[],
  known: Known,
): Promise<number> {
  const people = new Map<string, { email: string; name: string; phone: string; created_at: string | null }>();
  for (const { email, name, phone, at } of drafts) {
    if (known.people.has(email) || isNobody(email)) continue;
    const before = people.get(email);
    if (!before) people.set(email, { email, name, phone, created_at: at });
    else people.set(email, { ...before, name: before.name || name, phone: before.phone || phone });
  }
  const { rows } = await sql`
    insert into imported_people (email, name, phone, created_at, import_id)
    select email, name, phone, coalesce(created_at, now()), ${importId}
    from jsonb_to_recordset(${JSON.stringify([...people.values()])}::jsonb)
      as part (email text, name text, phone text, created_at timestamptz)
    on conflict do nothing returning email`.execute(tx);
  return rows.length;
}

async function writeOrders(
  ctx: ShopContext,
  tx: Tx,
  importId: string,
  drafts: readonly DraftOrder[],
  match: (name: string, sku: string | null) => Match,
): Promise<Pick<Counts, 'orders' | 'owned'>> {
  const catalog = ctx.catalog.current();
  const orders = drafts.map((draft) => ({
    ...draft,
    id: draft.id ?? randomUUID(),
    parts: readItems(draft, match, catalog),
  }));
  if (orders.length === 0) return { orders: 0, owned: 0 };
  await tx
    .insertInto('orders')
    .values(
      orders.map(
        ({ id, email, name, phone, at, totalCents, description, source, number, record, items }) => ({
          id,
          user_id: null,
          status: 'imported' as const,
          customer_name: name,
          customer_email: email,
          customer_cellphone: phone,
          customer_tax_id_sealed: '',
          customer_tax_id_digest: '',
          total_cents: totalCents,
          discount_cents: record.discountCents,
          description: (description ?? items.map((item) => item.name).join(', ')).slice(0, 5000),
          payment_method: 'imported',
          fingerprint: `imported:${source}:${number}`,
          idempotency_key: null,
          attention: null,
          created_at: new Date(at),
          paid_at: null,
          completed_at: null,
          cancelled_at: null,
          download_link_sent_at: null,
        }),
      ),
    )
    .execute();
  await tx
    .insertInto('imported_orders')
    .values(
      orders.map(({ id, source, number, record }) => ({
        order_id: id,
        import_id: importId,
        source,
        number,
        record: JSON.stringify(record),
      })),
    )
    .execute();
  const items = orders.flatMap(({ id, at, parts }) =>
    parts.map((part, position) => ({ ...part, id: randomUUID(), orderId: id, at, position })),
  );
  await sql`
    insert into order_items (id, order_id, position, sku, skin_name, champion_name, splash_art_url, price_cents, placed_at)
    select id, "orderId", position, sku, "skinName", "groupName", "splashPath", "priceCents", at
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as part (id uuid, "orderId" uuid, position integer, sku text,
      "skinName" text, "groupName" text, "splashPath" text, "priceCents" integer, at timestamptz)`.execute(
    tx,
  );
  const owned = items.flatMap((item) => (item.owned ? [{ ...item, owned: item.owned }] : []));
  await bringGrants(
    tx,
    owned.map(({ id, orderId, owned: had, splashPath, sku }) => ({
      ...had,
      itemId: id,
      orderId,
      splashPath: had.sku === sku ? splashPath : `/img/${skinKey(had.sku)}`,
    })),
  );
  return { orders: orders.length, owned: owned.length };
}

async function writeCoupons(tx: Tx, importId: string, drafts: readonly DraftCoupon[]): Promise<number> {
  if (drafts.length === 0) return 0;
  const made = await tx
    .insertInto('coupons')
    .values(
      // A term that stays behind would be one that nobody has to keep.
      drafts.map(
        ({ coupon }) =>
          ({
            code: coupon.code,
            percent: coupon.percent,
            amount_cents: coupon.amountCents,
            valid_from: coupon.validFrom === null ? null : new Date(coupon.validFrom),
            valid_to: coupon.validTo === null ? null : new Date(coupon.validTo),
            max_uses: coupon.maxUses,
            max_per_person: coupon.maxPerPerson,
            min_total_cents: coupon.minTotalCents,
            champion_id: coupon.championId,
            creator: coupon.creator,
            active: coupon.isActive,
            created_at: new Date(coupon.createdAt),
            import_id: importId,
          }) satisfies Record<keyof CouponsTable, unknown>,
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  return made.length;
}

async function writeProducts(
  ctx: ShopContext,
  tx: Tx,
  importId: string,
  drafts: readonly DraftProduct[],
  { match, known }: { match: (name: string, sku: string | null) => Match; known: Known },
): Promise<number> {
  const catalog = ctx.catalog.current();
  // Of two with one key the first counts.
  const products = new Map(
    drafts.toReversed().flatMap((draft) => {
      const sku = draft.own ? draft.own.sku : match(draft.name, draft.sku).sku;
      const key = sku ?? (draft.own ? `name ${draft.name}` : null);
      if (key === null || known.products.has(key)) return [];
      const champion =
        draft.own?.groupName ?? (sku === null ? null : (catalog.findSkin(sku)?.championName ?? null));
      const product = {
        name: draft.name,
        sku,
        champion,
        import_id: importId,
        description: draft.description,
        price_cents: draft.priceCents,
        image_url: draft.imageUrl,
        download_url: draft.own?.downloadUrl ?? null,
        stock: draft.own?.stock ?? 0,
        is_active: draft.isShown,
      };
      return [[key, product] as const];
    }),
  );
  if (products.size === 0) return 0;
  const made = await tx
    .insertInto('products')
    .values([...products.values()])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  await announceCatalog(ctx, tx, catalog);
  return made.length;
}
