import type { RunningShop } from '../shop.ts';
import { BUYER } from '../steps.ts';

/** What one person owns, by the names of the access table. */
export interface Resources {
  /** Charge of an order that was not paid. */
  paymentId: string;
  orderId: string;
  /** Paid and waiting for its link. */
  paidOrderId: string;
  itemId: string;
  deliveredOrderId: string;
  deliveredItemId: string;
  collectionId: string;
  productId: string;
  /** Of a public page of the collection: one for each owner. */
  collectionSlug: string;
  /** A thread about the delivered order. */
  ticketId: string;
  hookId: string;
  uploadKey: string;
}

/** Their names. */
export const RESOURCES: readonly string[] = [
  'paymentId',
  'orderId',
  'paidOrderId',
  'itemId',
  'deliveredOrderId',
  'deliveredItemId',
  'collectionId',
  'productId',
  'collectionSlug',
  'ticketId',
  'uploadKey',
] satisfies (keyof Resources)[];

/** Stands in the link, the name and the address of everything the owner has: no other answer may hold it. */
export const CANARY = 'canario-do-dono';

export interface Person {
  cookie: string;
  email: string;
  id: string;
  /** An address of its own, so that limits by address hold for each. */
  ip: string;
}

let people = 0;

export async function ask(
  shop: RunningShop,
  person: Person | null,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(shop.url + path, {
    redirect: 'manual',
    ...init,
    headers: {
      Origin: shop.url,
      ...(person
        ? { Cookie: person.cookie, 'X-Forwarded-For': person.ip }
        : { 'X-Forwarded-For': '198.51.100.1' }),
      ...(init.headers as Record<string, string> | undefined),
    },
  });
}

export const asJson = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

async function expectOk(response: Response): Promise<any> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

export async function signUpPerson(shop: RunningShop, name: string): Promise<Person> {
  people += 1;
  const person = {
    cookie: '',
    id: '',
    email: `${name}-${people}@exemplo.com`,
    ip: `198.51.${100 + Math.floor(people / 250)}.${(people % 250) + 2}`,
  };
  const response = await ask(
    shop,
    person,
    '/api/auth/sign-up/email',
    asJson({ email: person.email, password: 'segredo1', name }),
  );
  const cookie = cookieOf(response);
  const { user } = await expectOk(response);
  return { ...person, cookie, id: user.id };
}

export async function signInPerson(
  shop: RunningShop,
  account: { email: string; password: string },
): Promise<Person> {
  people += 1;
  const person = {
    cookie: '',
    id: '',
    email: account.email,
    ip: `198.51.${100 + Math.floor(people / 250)}.${(people % 250) + 2}`,
  };
  const response = await ask(shop, person, '/api/auth/sign-in/email', asJson(account));
  const cookie = cookieOf(response);
  const { user } = await expectOk(response);
  return { ...person, cookie, id: user.id };
}

let skins: { championId: string; num: number }[] | null = null;

async function findSkins(shop: RunningShop, staff: Person): Promise<{ championId: string; num: number }[]> {
  const found = new Map<string, { championId: string; num: number }>();
  for (const letters of 'a e i o u ar el in on un ra le as es or de do al ma ta ne co te lo'.split(' ')) {
    const answer = await expectOk(await ask(shop, staff, `/api/admin/skins?q=${letters}`));
    for (const skin of answer.skins) found.set(`${skin.championId}_${skin.num}`, skin);
  }
  return [...found.values()];
}

/** Each order takes a skin of its own: nobody can buy one twice. */
async function nextSkin(shop: RunningShop, staff: Person): Promise<{ championId: string; skinNum: number }> {
  skins ??= await findSkins(shop, staff);
  const skin = skins.pop();
  if (!skin) throw new Error('The matrix ran out of skins: search for more letters in nextSkin.');
  return { championId: skin.championId, skinNum: skin.num };
}

/** A shop has no more than twenty. */
async function forgetWebhooks(shop: RunningShop, staff: Person): Promise<void> {
  const hooks = (await expectOk(await ask(shop, staff, '/api/admin/webhooks'))) as { id: string }[];
  for (const { id } of hooks.slice(10))
    await expectOk(await ask(shop, staff, `/api/admin/webhooks/${id}`, { method: 'DELETE' }));
}

/** What `owner` has. Made through the shop's own API, as a buyer and a clerk would. */
export async function createResources(shop: RunningShop, owner: Person, staff: Person): Promise<Resources> {
  const order = async (pay: boolean) => {
    const created = await expectOk(
      await ask(
        shop,
        owner,
        '/api/create-pix-payment',
        asJson({
          skinData: await nextSkin(shop, staff),
          customer: { ...BUYER, name: `Dono ${CANARY}`, email: owner.email },
        }),
      ),
    );
    const payment = created.payment.id as string;
    if (pay) await expectOk(await ask(shop, null, `/simulator/pay/${payment}`, { method: 'POST' }));
    const orders = (await expectOk(await ask(shop, owner, '/api/orders'))) as {
      id: string;
      order_items: { id: string }[];
    }[];
    const itemId = orders.find(({ id }) => id === created.order.id)?.order_items[0]?.id ?? '';
    return { orderId: created.order.id as string, payment, itemId };
  };
  const unpaid = await order(false);
  const paid = await order(true);
  const delivered = await order(true);
  await expectOk(
    await ask(
      shop,
      staff,
      `/api/admin/orders/${delivered.orderId}/links`,
      asJson({ links: { [delivered.itemId]: `https://arquivos.exemplo.com/${CANARY}.zip` } }),
    ),
  );
  const collection = (await expectOk(await ask(shop, owner, '/api/collection'))) as {
    id: string;
    order_id: string;
  }[];
  // A person has one, however often they are given things.
  const collectionSlug = `colecao-${owner.id.slice(-12)}`;
  await expectOk(
    await ask(
      shop,
      owner,
      '/api/me/public-collection',
      asJson({ on: true, name: 'Quem coleciona', slug: collectionSlug }, 'PUT'),
    ),
  );
  const ticket = await expectOk(
    await ask(
      shop,
      owner,
      '/api/tickets',
      // Other words each time: the same ones are the same thread.
      asJson({ subject: `Atendimento ${CANARY}`, text: unpaid.orderId, order_id: delivered.orderId }),
    ),
  );
  const product = await expectOk(
    await ask(shop, staff, '/api/admin/products', asJson({ name: `Produto ${CANARY}`, price: 15 })),
  );
  await forgetWebhooks(shop, staff);
  const hook = await expectOk(
    await ask(
      shop,
      staff,
      '/api/admin/webhooks',
      asJson({ url: 'https://programa.exemplo.com/', events: ['order.disputed'] }),
    ),
  );
  return {
    hookId: hook.id,
    paymentId: unpaid.payment,
    orderId: unpaid.orderId,
    paidOrderId: paid.orderId,
    itemId: paid.itemId,
    deliveredOrderId: delivered.orderId,
    deliveredItemId: delivered.itemId,
    collectionId: collection.find(({ order_id }) => order_id === delivered.orderId)?.id ?? '',
    productId: (product.product ?? product).id,
    collectionSlug,
    uploadKey: '',
    ticketId: ticket.id,
  };
}
