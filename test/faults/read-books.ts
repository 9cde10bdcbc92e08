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
    champion_id: string;
    skin_num: number;
    price_cents: number;
    download_link: string | null;
  }[];
  charges: {
    id: string;
    order_id: string;
    gateway_charge_id: string | null;
    status: string;
    amount_cents: number;
    paid_amount_cents: number | null;
    pix_code: string | null;
  }[];
  refunds: { order_id: string; charge_id: string; amount_cents: number; reason: string }[];
  collection: {
    user_id: string;
    order_id: string | null;
    champion_id: string;
    skin_num: number;
    download_link: string | null;
  }[];
  events: { event_id: string; gateway_charge_id: string | null }[];
  audit: { action: string; subject_id: string }[];
  mailJobs: { name: string; state: string; order_id: string | null }[];
}

export interface Reader {
  query<Row>(text: string): Promise<Row[]>;
}

/** One after the other: the reader may be a single connection. */
export async function readBooks({ query }: Reader): Promise<Books> {
  return {
    users: await query('select id from users'),
    orders: await query('select * from orders order by created_at, id'),
    items: await query('select * from order_items order by order_id, position'),
    charges: await query('select * from charges order by created_at, id'),
    refunds: await query('select * from refunds'),
    collection: await query('select * from user_collection'),
    events: await query('select event_id, gateway_charge_id from webhook_events'),
    audit: await query('select action, subject_id from audit_log'),
    mailJobs: await query(
      `select name, state::text, data->>'orderId' as order_id from jobs.job where name like 'mail-%'`,
    ),
  };
}
