import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import { toReais } from '#shop/text/reais.ts';

const PAGE = 500;

interface ExportedPerson {
  cells: Record<string, string | number | null>;
  record: { email: string; name: string; phone: string; created_at: string };
}

/** Everybody who bought or has an account, and who came along. Staff who never bought are nobody's customers. */
export async function* readPeople(db: Executor): AsyncGenerator<ExportedPerson[]> {
  for (let after = ''; ;) {
    const { rows } = await sql<{
      email: string;
      name: string;
      phone: string;
      created_at: Date;
      orders: number;
      cents: number;
    }>`
      with people as (
        select users.id, users.email, users.name, users.created_at, came.phone
        from users left join imported_people came on came.email = users.email
        where not exists (select from user_roles where user_id = users.id)
          or exists (select from orders where user_id = users.id)
          or exists (select from grants where owner_id = users.id)
        union all
        select null, email, name, created_at, phone from imported_people came
        where not exists (select from users where users.email = came.email)
      ), page as (
        select * from people where email collate "C" > ${after} order by email collate "C" limit ${PAGE}
      )
      select page.email, page.name, page.created_at, bought.orders, bought.cents,
        coalesce(page.phone, bought.phone, '') as phone
      from page cross join lateral (
        select count(*)::int as orders, coalesce(sum(total_cents), 0)::float8 as cents,
          (array_agg(customer_cellphone order by created_at desc, id))[1] as phone
        from (
          select id, created_at, total_cents, customer_cellphone from orders
          where user_id = page.id and (paid_at is not null or status in ('pending', 'completed', 'imported'))
          union all
          select id, created_at, total_cents, customer_cellphone from orders
          where status = 'imported' and customer_email = page.email and user_id is null
        ) as each_order
      ) as bought
      order by page.email collate "C"`.execute(db);
    if (rows.length === 0) return;
    yield rows.map(describe);
    after = rows.at(-1)?.email ?? after;
  }
}

function describe(row: {
  email: string;
  name: string;
  phone: string;
  created_at: Date;
  orders: number;
  cents: number;
}): ExportedPerson {
  const { email, name, phone, created_at, orders, cents } = row;
  const [first = '', ...rest] = name.split(' ');
  return {
    cells: {
      'First Name': first,
      'Last Name': rest.join(' '),
      Email: email,
      'Accepts Email Marketing': 'no',
      Phone: phone,
      'Total Spent': toReais(cents).toFixed(2),
      'Total Orders': orders,
    },
    record: { email, name, phone, created_at: created_at.toISOString() },
  };
}
