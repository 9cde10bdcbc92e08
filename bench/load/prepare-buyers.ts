import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';

export interface Buyer {
  id: string;
  cookie: string;
  /** Each has an address of its own, as the shop's limits expect. */
  address: string;
}

/**
 * Signed-in customers, written straight into the database: a sign-up takes a sixth of a second of hashing on
 * purpose. The cookie is better-auth's: the session's token and its HMAC. As fresh as after a page: an older session
 * is prolonged by whatever asks first, which is not the request that is measured.
 */
export async function prepareBuyers(url: string, authSecret: string, count: number): Promise<Buyer[]> {
  const buyers = Array.from({ length: count }, (_, n) => {
    const token = randomUUID();
    const signature = createHmac('sha256', authSecret).update(token).digest('base64');
    return {
      id: randomUUID(),
      sessionId: randomUUID(),
      token,
      cookie: `fulgor.session_token=${encodeURIComponent(`${token}.${signature}`)}`,
      address: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    };
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into users (id, name, email)
     select id, 'Bruna Medida', id || '@medida.test' from unnest($1::uuid[]) as id`,
    [buyers.map(({ id }) => id)],
  );
  await client.query(
    `insert into sessions (id, user_id, token, expires_at)
     select *, now() + interval '28 days' from unnest($1::uuid[], $2::uuid[], $3::text[])`,
    [buyers.map(({ sessionId }) => sessionId), buyers.map(({ id }) => id), buyers.map(({ token }) => token)],
  );
  await client.query('analyze');
  await client.end();
  return buyers;
}
