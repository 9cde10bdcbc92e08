import pg from 'pg';
import {
  ask,
  asJson,
  createResources,
  signInPerson,
  signUpPerson,
  type Person,
} from '../authorization/resources.ts';
import { createPostgresDatabase, expect, startShop, test, type RunningShop } from '../shop.ts';
import { BUYER } from '../steps.ts';

/** Values that the shop never writes: where one of them is found afterwards, a body reached a column. */
const POISON = {
  text: 'veneno-no-corpo',
  uuid: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
  number: 66_600,
  date: '2001-02-03T04:05:06.000Z',
};

let shop: RunningShop;
let database: pg.Client;
let columns: { table_name: string; column_name: string; data_type: string }[];

test.beforeAll(async ({ catalogServer }) => {
  const url = await createPostgresDatabase();
  database = new pg.Client({ connectionString: url });
  await database.connect();
  shop = await startShop('postgres', { CATALOG_URL: catalogServer.url, DATABASE_URL: url });
  ({ rows: columns } = await database.query(
    `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public'`,
  ));
});
test.afterAll(async () => {
  await database?.end();
  await shop?.stop();
});

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function poisonOf(type: string, column: string): unknown {
  if (column === 'role') return 'admin';
  if (column === 'status') return 'completed';
  if (type === 'uuid') return POISON.uuid;
  if (type === 'boolean') return true;
  if (/int|numeric/.test(type)) return POISON.number;
  if (/timestamp/.test(type)) return POISON.date;
  return POISON.text;
}

/** Every column of every table, as it is called in the database and as JavaScript would call it. */
function extraFields(honest: object): Record<string, unknown> {
  const extra: Record<string, unknown> = { isAdmin: true, is_admin: true, isStaff: true, admin: true };
  for (const { column_name: column, data_type: type } of columns) {
    extra[column] = poisonOf(type, column);
    extra[camelCase(column)] = poisonOf(type, column);
  }
  return { ...extra, ...honest };
}

/** Known fields inside the body carry the extra columns too. */
function poisoned(body: Record<string, unknown>): Record<string, unknown> {
  const inner = Object.entries(body).map(([key, value]) => [
    key,
    Array.isArray(value)
      ? value.map((each: object) => extraFields(each))
      : typeof value === 'object' && value !== null && key !== 'links'
        ? extraFields(value)
        : value,
  ]);
  return extraFields(Object.fromEntries(inner) as object);
}

const poisonedForm = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(Object.entries(extraFields(fields)).map(([key, value]) => [key, String(value)])),
});

async function dump(): Promise<string> {
  const tables = [...new Set(columns.map(({ table_name }) => table_name))];
  const parts: string[] = [];
  for (const table of tables) {
    parts.push(JSON.stringify((await database.query(`select * from "${table}"`)).rows));
  }
  return parts.join('\n');
}

const count = async (sql: string) =>
  Number((await database.query(`select count(*) as n from ${sql}`)).rows[0].n);

// shows: threat 20, threat 21
test('no column can be written by naming it in a body: every write, every column of every table', async () => {
  expect(columns.length).toBeGreaterThan(120);
  const staff = await signInPerson(shop, shop.staff);
  const owner = await signUpPerson(shop, 'dona');
  const things = await createResources(shop, owner, staff);
  const admins = await count('user_roles');
  const done: string[] = [];
  const write = async (
    person: Person | null,
    path: string,
    init: RequestInit,
    expected: readonly number[] = [200, 201],
  ) => {
    const response = await ask(shop, person, path, init);
    const text = await response.text();
    // A refusal would prove nothing, so each body is a valid one with extra fields.
    expect(expected, `${path}: ${response.status} ${text.slice(0, 300)}`).toContain(response.status);
    done.push(path);
  };

  const email = 'com-veneno@exemplo.com';
  const account = { email, password: 'segredo1', name: 'Nova' };
  await write(null, '/api/auth/sign-up/email', asJson(poisoned(account)));
  await write(null, '/api/auth/sign-in/email', asJson(poisoned({ email, password: 'segredo1' })));
  await write(owner, '/api/auth/update-user', asJson(poisoned({ name: 'Dona' })), [200, 400, 404]);
  await write(
    owner,
    '/api/create-pix-payment',
    asJson(
      poisoned({
        orderId: null,
        amount: 15,
        expiresIn: 3600,
        description: 'Compra na loja',
        skinData: { championId: 'Ahri', skinNum: 2, sku: 'lol:Ahri:2', price: 15 },
        cartItems: null,
        customer: { ...BUYER, email: owner.email },
        metadata: { externalId: 'x' },
      }),
    ),
  );
  await write(owner, `/api/payments/${things.paymentId}`, asJson(poisoned({})));
  await write(
    staff,
    `/api/admin/orders/${things.paidOrderId}/links`,
    asJson(poisoned({ links: { [things.itemId]: 'https://arquivos.exemplo.com/a.zip' } })),
  );
  await write(
    staff,
    `/api/admin/orders/${things.deliveredOrderId}/items/${things.deliveredItemId}/link`,
    asJson(poisoned({ link: 'https://arquivos.exemplo.com/b.zip' })),
  );
  const others = await createResources(shop, owner, staff);
  const refund = {
    confirmation: others.deliveredOrderId.slice(0, 8),
    reason: 'Arrependimento',
    charge_id: undefined,
    item_ids: undefined,
  };
  await write(staff, `/api/admin/orders/${others.deliveredOrderId}/refunds`, asJson(poisoned(refund)));
  await write(
    staff,
    `/api/admin/orders/${others.paidOrderId}/cancel`,
    asJson(poisoned({ reason: 'Skin fora do ar' })),
  );
  await write(owner, `/api/orders/${others.orderId}/cancel`, asJson(poisoned({})));
  await database.query(`update charges set status = 'held', paid_amount_cents = 900 where id = $1`, [
    things.paymentId,
  ]);
  const settled = { do: 'charges.settle', chargeId: things.paymentId, as: 'kept', note: 'Combinado' };
  await write(staff, '/admin/atencao', poisonedForm(settled));
  const product = {
    name: 'Produto',
    champion: null,
    price: 15,
    description: null,
    image_url: null,
    download_url: null,
    stock: 0,
    is_active: true,
    champion_id: null,
    skin_num: null,
    sku: null,
  };
  await write(staff, '/api/admin/products', asJson(poisoned(product)));
  await write(staff, `/api/admin/products/${things.productId}`, asJson(poisoned(product), 'PATCH'));
  const coupon = {
    percent: 10,
    amount: null,
    valid_from: null,
    valid_to: null,
    max_uses: null,
    max_per_person: null,
    min_total: null,
    champion_id: null,
    creator: null,
    active: true,
  };
  await write(staff, '/api/admin/coupons', asJson(poisoned({ ...coupon, code: 'CUPOM' })));
  await write(staff, '/api/admin/coupons/CUPOM', asJson(poisoned(coupon), 'PATCH'));
  await write(owner, '/dashboard/perfil', poisonedForm({ name: 'Dona da Loja' }));
  await write(owner, '/dashboard/suporte', poisonedForm({ subject: 'Dúvida', message: 'Olá, tudo bem?' }));
  await write(
    null,
    '/contato',
    poisonedForm({ name: 'Rui', email: 'rui@exemplo.com', message: 'Olá, tudo bem?' }),
  );
  const message = (await database.query('select id from messages limit 1')).rows[0].id as string;
  await write(
    staff,
    '/admin/mensagens',
    poisonedForm({ do: 'messages.mark', messageId: message, mark: 'read' }),
  );
  expect(done.length).toBeGreaterThanOrEqual(17);

  const everything = await dump();
  expect(everything).toContain('rui@exemplo.com');
  for (const value of Object.values(POISON)) {
    const at = everything.indexOf(String(value));
    expect(at === -1 ? '' : everything.slice(Math.max(0, at - 400), at + 60)).toBe('');
  }
  expect(await count('user_roles')).toBe(admins);
  expect(await count(`users where email_verified and email <> '${shop.staff.email}'`)).toBe(0);
  expect(await count(`orders where status = 'completed'`)).toBe(3);
  expect(await count('orders where total_cents <> 1500')).toBe(0);
});
