/** The shop's books after a schedule, as plain rows. */
export interface Books {
  users: { id: string }[];
  orders: {
    id: string;
    user_id: string | null;
    status: 'awaiting_payment' | 'pending' | 'completed' | 'cancelled';
    total_cents: number;
    fingerprint: string;
    idempotency_key: string | null;
    attention: string | null;
    download_link_sent_at: unknown;
  }[];
  items: {
    id: string;
    order_id: string;
    sku: string;
    price_cents: number;
    link: string | null;
    key_id: string | null;
    grant_id: string | null;
    kept: boolean;
  }[];
  charges: {
    id: string;
    order_id: string;
    gateway: string;
    gateway_charge_id: string | null;
    status: string;
    amount_cents: number;
    paid_amount_cents: number | null;
    doubted_cents: number | null;
    doubted_at: string | null;
    pix_code: string | null;
  }[];
  refunds: {
    order_id: string;
    charge_id: string;
    amount_cents: number;
    reason: string;
    item_ids: string[] | null;
  }[];
  keys: { id: string; sku: string; taken_at: string | null; item_id: string | null }[];
  collection: {
    user_id: string;
    order_id: string | null;
    sku: string;
    state: string;
    link: string | null;
  }[];
  gifts: { order_id: string; owner_id: string | null; status: string; token_digest: string | null }[];
  events: { event_id: string; gateway_charge_id: string | null }[];
  audit: { action: string; subject_id: string }[];
  mailJobs: { name: string; state: string; order_id: string | null }[];
}

export interface Reader {
  query<Row>(text: string): Promise<Row[]>;
}

const TABLES: { [Table in keyof Books]: string } = {
  users: 'select id from users',
  orders: 'select * from orders order by created_at, id',
  items: 'select * from owed_items order by order_id, position',
  charges: 'select * from charges order by created_at, id',
  refunds: 'select * from refunds',
  // What waits since a restore is nobody's.
  keys: 'select id, sku, taken_at, item_id from stock_keys where held_at is null',
  collection: 'select * from user_collection',
  gifts: `select order_id, grants.owner_id, status, token_digest from gifts left join grants using (order_id)`,
  events: 'select event_id, gateway_charge_id from webhook_events',
  audit: 'select action, subject_id from audit_log',
  mailJobs: `select name, state::text, data->>'orderId' as order_id from jobs.job where name like 'mail-%'`,
};

/**
 * All in one statement, so that it is one moment: the shop still works while it is looked at, and an order read
 * before a payment and the collection read after it would accuse it of giving skins away.
 */
export async function readBooks({ query }: Reader): Promise<Books> {
  const columns = Object.entries(TABLES).map(
    ([name, select]) =>
      `(select coalesce(json_agg(row_to_json(each)), '[]') from (${select}) as each)::text as "${name}"`,
  );
  const [row = {}] = await query<Record<string, string>>(`select ${columns.join(', ')}`);
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name, JSON.parse(text)]),
  ) as unknown as Books;
}
