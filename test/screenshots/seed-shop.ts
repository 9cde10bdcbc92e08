import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test';
import { NAMED } from '../catalog/invented-champions.ts';
import { smallMirror, VERSION } from '../catalog/invented-mirror.ts';
import type { RunningShop } from '../e2e/shop.ts';
import { seedReviews } from './review-scenes.ts';
import type { StaticDataServer } from '../catalog/static-data-server.ts';

export const LONG_SKIN_NAME =
  'Guardiã Astral do Crepúsculo Infinito Edição Comemorativa de Colecionador de 2026';
export const LONG_NAME = 'Maria Aparecida dos Santos Figueiredo de Albuquerque Vasconcelos e Meneses Filha';
/** Almost 200 characters with hardly a place to break. */
export const LONG_EMAIL = `${'enderecomuitocomprido'.repeat(4).slice(0, 64)}@${'subdominio-longo.'.repeat(7)}exemplo.com.br`;

/** Who the screens are photographed as. */
export interface Cast {
  visitor: BrowserContext;
  /** Signed in, with nothing bought. */
  newcomer: BrowserContext;
  /** With orders in every state, a collection, and names that do not fit. */
  customer: BrowserContext;
  staff: BrowserContext;
  /** On the team, with the role that delivers. */
  courier: BrowserContext;
}

/** What scenes ask for by its own id. */
export interface Plot {
  /** Unpaid, and its skin was taken off sale since. */
  offSaleOrderId: string;
  /** Paid after its code had run out. */
  lateOrderId: string;
  /** Its bank took a part of the money back. */
  chargedBackOrderId: string;
  deliveredOrderId: string;
  /** Disputed, and not decided yet. */
  disputedOrderId: string;
  disputedChargeId: string;
  /** An unpaid order that somebody else may pay. */
  sharedPath: string;
  /** Of a skin that its buyer owns as well. */
  giftPath: string;
  /** The same after somebody paid, and after somebody opened it. */
  paidSharePath: string;
  openedGiftPath: string;
  /** A gift that is not paid, and that somebody else may pay. */
  unpaidGiftId: string;
}

interface Item {
  championId: string;
  skinNum: number;
}

const GIFT_TOKEN = 'presente-de-exemplo-01';
const OPENED_TOKEN = 'presente-de-exemplo-02';
const CUSTOMER = { cellphone: '11987654321', taxId: '52998224725' };

/** One skin of the mirror gets a name that no card was drawn for; no splash is there, so the shop draws its own. */
export function stretchCatalog(server: StaticDataServer): void {
  const path = `/cdn/${VERSION}/data/pt_BR/champion/Ahri.json`;
  const ahri = JSON.parse(smallMirror(path) ?? '') as {
    data: { Ahri: { skins: { num: number; name: string }[] } };
  };
  for (const skin of ahri.data.Ahri.skins) if (skin.num === 4) skin.name = LONG_SKIN_NAME;
  server.serve(path, JSON.stringify(ahri));
  server.withoutSplashes();
}

/** Fills an empty shop through its own doors: accounts, orders in every state, products, messages. */
export async function seedShop(
  shop: RunningShop,
  browser: Browser,
  /** What only time or a bank could do. */
  runStatement: (statement: string) => Promise<void>,
): Promise<{ cast: Cast; plot: Plot }> {
  const [visitor, newcomer, customer, staff, courier] = await Promise.all(
    [1, 2, 3, 4, 5].map((last) => openContext(browser, shop, `198.51.100.${last}`)),
  );
  await signUp(newcomer!.request, { email: 'novata@exemplo.com', name: 'Nina' });
  await signUp(customer!.request, { email: LONG_EMAIL, name: LONG_NAME });
  await signUp(courier!.request, { email: 'entregas@exemplo.com', name: 'Caio das Entregas' });
  await runStatement(
    `insert into user_roles (user_id, role)
      select id, 'delivery' from users where email = 'entregas@exemplo.com'`,
  );
  await runStatement(
    `insert into backups (started_at, ended_at, failure)
      values (now() - interval '130 minutes', now() - interval '2 hours', 'Não há mais espaço no disco dos backups.')`,
  );
  const signedIn = await staff!.request.post('/api/auth/sign-in/email', { data: shop.staff });
  if (!signedIn.ok()) throw new Error(`Staff are not signed in: ${await signedIn.text()}`);

  const skins = ['Leona_1', 'Lux_7', 'Jinx_1', 'Ahri_4', 'Kaisa_1', 'Khazix_1'].map(readItem);
  const many = NAMED.map(([championId]) => ({ championId, skinNum: 3 }));
  const buy = (items: Item[], email = 'bruna@exemplo.com') => order(customer!.request, items, email);
  const offSale = await buy([readItem('Sona_1')]);
  await buy(skins.slice(0, 1));
  const cheap = await buy([readItem('Ashe_1')]);
  await pay(customer!.request, cheap.paymentId);
  const delivered = await buy(skins.slice(1, 4));
  await pay(customer!.request, delivered.paymentId);
  await sendLinks(staff!.request, delivered.orderId);
  await openDelivered(customer!.request);
  const huge = await buy(many, LONG_EMAIL);
  await pay(customer!.request, huge.paymentId);
  const late = await buy([readItem('Sivir_1')]);
  await runStatement(
    `update charges set expires_at = now() - interval '1 hour' where id = '${late.paymentId}'`,
  );
  await pay(customer!.request, late.paymentId);
  await collect(customer!.request, newcomer!.request);
  await createCoupons(staff!.request);
  await order(customer!.request, skins.slice(4, 6), 'bruna@exemplo.com', 'ANA10');

  const gift = await order(customer!.request, [readItem('Lux_7')], 'bruna@exemplo.com', undefined, {
    email: LONG_EMAIL,
    message: 'Feliz aniversário! '.repeat(10).trim(),
  });
  await pay(customer!.request, gift.paymentId);
  // The token stands in the mail alone, so this one gets another.
  await runStatement(
    `update gifts set receiver_email = null, token_digest = encode(sha256('${GIFT_TOKEN}'::bytea), 'hex')
      where order_id = '${gift.orderId}'`,
  );
  const opened = await order(customer!.request, [readItem('Lux_7')], 'bruna@exemplo.com', undefined, {
    email: LONG_EMAIL,
    message: 'Parabéns!',
  });
  await pay(customer!.request, opened.paymentId);
  await runStatement(
    `update gifts set status = 'claimed', token_digest = encode(sha256('${OPENED_TOKEN}'::bytea), 'hex')
      where order_id = '${opened.orderId}'`,
  );
  const share = async (skins: Item[]) => {
    const shared = await order(customer!.request, skins, 'bruna@exemplo.com');
    const answer = await customer!.request.post(`/api/orders/${shared.orderId}/share`);
    const { url } = (await answer.json()) as { url: string };
    return { path: new URL(url).pathname, paymentId: shared.paymentId };
  };
  const unpaidGift = await order(customer!.request, [readItem('Lux_7')], 'bruna@exemplo.com', undefined, {
    email: LONG_EMAIL,
    message: 'Para você!',
  });
  await customer!.request.post(`/api/orders/${unpaidGift.orderId}/share`);
  const shared = await share(skins.slice(5));
  const paidShare = await share([readItem('Braum_1')]);
  await pay(customer!.request, paidShare.paymentId);

  const [short, slow, chargedBack, doubted] = [
    await buy([readItem('Yasuo_1')]),
    await buy([readItem('Taric_1')]),
    await buy([readItem('Zed_1')]),
    await buy([readItem('Garen_1')]),
  ];
  await pay(customer!.request, doubted.paymentId);
  await pay(customer!.request, slow.paymentId);
  await pay(customer!.request, chargedBack.paymentId);
  await runStatement(`
    update charges set status = 'held', paid_amount_cents = 1000, paid_at = now() where id = '${short.paymentId}';
    update orders set attention = 'amount_mismatch' where id = '${short.orderId}';
    insert into given_up_mails (id, name, data, since, given_up_at) values
      ('3f0c6c1e-5b0e-4d8e-9a43-0d1f6f9a7c11', 'mail-links-delivered', '{"orderId": "${short.orderId}"}', now() - interval '3 days', now()),
      ('3f0c6c1e-5b0e-4d8e-9a43-0d1f6f9a7c12', 'mail-account', null, now() - interval '2 hours', now());
    insert into webhook_events (gateway, event_id, received_at, given_up_at)
      values ('mercadopago', 'given-up', now() - interval '7 days', now());
    insert into refunds (charge_id, order_id, amount_cents, reason, status, created_at, requested_at)
      values ('${slow.paymentId}', '${slow.orderId}', 1500, 'staff', 'processing',
        now() - interval '2 days', now() - interval '2 days');
    update charges set status = 'held', paid_amount_cents = 900, doubted_cents = 900, doubted_at = now()
      where id = '${doubted.paymentId}';
    update charges set paid_amount_cents = 3000, doubted_cents = 3000, doubted_at = now()
      where id = '${delivered.paymentId}';
    insert into disputes
      (order_id, charge_id, gateway, gateway_dispute_id, opened_at, answer_by, reason, state, decided_at) values
      ('${delivered.orderId}', '${delivered.paymentId}', 'simulator', 'aberta', now() - interval '1 day',
        now() + interval '9 days', 'Contestação simulada', 'open', null),
      ('${late.orderId}', '${late.paymentId}', 'simulator', 'ganha', now() - interval '50 days',
        now() - interval '40 days', 'Contestação simulada', 'won', now() - interval '30 days'),
      ('${chargedBack.orderId}', '${chargedBack.paymentId}', 'simulator', 'perdida', now() - interval '20 days',
        null, 'MED_FRAUDE', 'lost', now() - interval '12 days');
    update charges set charged_back_cents = 700, charged_back_at = now() where id = '${chargedBack.paymentId}';
  `);

  // Refused by its host alone: the shop never calls it.
  await staff!.request.put('/api/admin/settings', {
    data: { discord_webhook: 'https://discord.com/api/webhooks/1/do-time' },
  });
  // Skins that nobody of these buys: a file that is broken, and one that is in doubt.
  await runStatement(`
    insert into skin_files (sku, link, auto, state, checked_at, failing_since, failure, updated_at) values
      ('lol:Janna:2', 'https://arquivos.exemplo.com/skins/ventania.zip', true, 'broken', now(), now() - interval '1 hour',
        'O endereço respondeu que o arquivo não existe (404).', now() - interval '3 days'),
      ('lol:Sona:2', 'https://arquivos.exemplo.com/skins/sona.zip', false, 'suspect', now(), now(),
        'O nome desse endereço não existe na internet. Confira se foi copiado inteiro.', now() - interval '2 days')`);
  await runStatement(`
    update alert_channels set failing_since = now() - interval '20 minutes', next_at = now() + interval '1 day',
      failure = 'Este não é o endereço de um webhook do Discord. Copie-o de novo, inteiro.'
    where channel = 'discord'`);

  await createProducts(staff!.request);
  for (const [name, query, shared] of [
    ['A enviar esta semana', 'status=pending', false],
    ['Atrasados da equipe da noite', 'late=1', true],
  ]) {
    await staff!.request.post('/api/admin/views', { data: { name, query, shared } });
  }
  await sendMessages(visitor!.request, customer!.request, staff!.request);
  await seedReviews(customer!.request, runStatement);
  return {
    cast: { visitor: visitor!, newcomer: newcomer!, customer: customer!, staff: staff!, courier: courier! },
    plot: {
      offSaleOrderId: offSale.orderId,
      lateOrderId: late.orderId,
      chargedBackOrderId: chargedBack.orderId,
      deliveredOrderId: delivered.orderId,
      disputedOrderId: delivered.orderId,
      disputedChargeId: delivered.paymentId,
      sharedPath: shared.path,
      paidSharePath: paidShare.path,
      openedGiftPath: `/presente/${OPENED_TOKEN}`,
      unpaidGiftId: unpaidGift.orderId,
      giftPath: `/presente/${GIFT_TOKEN}`,
    },
  };
}

function openContext(browser: Browser, shop: RunningShop, address: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: shop.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': address, Origin: shop.url },
  });
}

async function signUp(request: APIRequestContext, who: { email: string; name: string }): Promise<void> {
  const answer = await request.post('/api/auth/sign-up/email', { data: { ...who, password: 'segredo1' } });
  if (!answer.ok()) throw new Error(`No account for ${who.email}: ${await answer.text()}`);
}

async function order(
  request: APIRequestContext,
  cartItems: Item[],
  email: string,
  coupon?: string,
  gift?: { email: string; message: string },
) {
  const paid = coupon === undefined ? { amount: cartItems.length * 15 } : { coupon };
  const answer = await request.post('/api/create-pix-payment', {
    data: {
      cartItems,
      ...paid,
      ...(gift ? { gift } : {}),
      customer: { ...CUSTOMER, name: LONG_NAME, email },
    },
  });
  if (!answer.ok()) throw new Error(`No order: ${await answer.text()}`);
  const { payment, order: placed } = (await answer.json()) as {
    payment: { id: string };
    order: { id: string };
  };
  return { paymentId: payment.id, orderId: placed.id };
}

/** Wishes, and two collections that everybody may see: one with a name that hardly fits, one still empty. */
async function collect(customer: APIRequestContext, newcomer: APIRequestContext): Promise<void> {
  const wishes = ['Ahri_4', 'Sona_1', 'Teemo_1', 'Zyra_1'].map(readItem);
  const shown = (name: string, slug: string) => ({ data: { on: true, name, slug } });
  const answers = [
    await customer.post('/api/wishlist', {
      data: { items: wishes.map(({ championId, skinNum }) => [championId, skinNum]) },
    }),
    await customer.put(
      '/api/me/public-collection',
      shown('Maria Aparecida dos Santos Figueiredo XX', 'maria-das-skins'),
    ),
    await newcomer.put('/api/me/public-collection', shown('Nina', 'nina-comeca-hoje')),
  ];
  for (const answer of answers) if (!answer.ok()) throw new Error(`Nothing to show: ${await answer.text()}`);
}

async function createCoupons(request: APIRequestContext): Promise<void> {
  for (const data of [
    { code: 'ANA10', percent: 10, creator: 'Ana Streamer' },
    {
      code: 'NATAL-DOS-CAMPEOES',
      amount: 7.5,
      valid_from: '2190-12-01',
      valid_to: '2190-12-24',
      max_uses: 1000,
      max_per_person: 1,
      min_total: 30,
      champion_id: 'Ahri',
      creator: LONG_NAME.slice(0, 80),
    },
    { code: 'ACABOU', percent: 50, active: false },
  ]) {
    const answer = await request.post('/api/admin/coupons', { data });
    if (!answer.ok()) throw new Error(`No coupon: ${await answer.text()}`);
  }
}

async function pay(request: APIRequestContext, paymentId: string): Promise<void> {
  const answer = await request.post(`/simulator/pay/${paymentId}`);
  if (!answer.ok()) throw new Error(`Not paid: ${await answer.text()}`);
}

/** As the buyer does who looks at the collection and fetches one skin. */
async function openDelivered(customer: APIRequestContext): Promise<void> {
  const entries = (await (await customer.get('/api/collection')).json()) as { id: string }[];
  await customer.get(`/dashboard/download-skin/${entries[0]!.id}`, { maxRedirects: 0 });
}

async function sendLinks(staff: APIRequestContext, orderId: string): Promise<void> {
  const orders = (await (await staff.get('/api/admin/orders')).json()) as {
    id: string;
    order_items: { id: string }[];
  }[];
  const items = orders.find(({ id }) => id === orderId)?.order_items ?? [];
  const links = Object.fromEntries(
    items.map(({ id }) => [
      id,
      `https://arquivos.exemplo.com/skins/${'pasta-muito-comprida/'.repeat(4)}${id}.zip`,
    ]),
  );
  const answer = await staff.post(`/api/admin/orders/${orderId}/links`, { data: { links } });
  if (!answer.ok()) throw new Error(`Not delivered: ${await answer.text()}`);
}

async function createProducts(staff: APIRequestContext): Promise<void> {
  const shared = { price: 15, stock: 12, download_url: 'https://arquivos.exemplo.com/a.zip' };
  const products = [
    { ...shared, name: 'Arquivo da Ventania', champion_id: 'Janna', skin_num: 1, champion: 'Ventania' },
    {
      ...shared,
      name: LONG_SKIN_NAME,
      champion: 'Nico e Bisonte',
      description: `${LONG_NAME}. Texto que não cabe em duas linhas e por isso termina em reticências, sem empurrar o cartão.`,
      price: 1249.9,
      stock: 99_999,
    },
    { ...shared, name: 'Fora de venda', champion_id: 'Sona', skin_num: 1, is_active: false, stock: 0 },
  ];
  for (const data of products) {
    const answer = await staff.post('/api/admin/products', { data });
    if (!answer.ok()) throw new Error(`No product: ${await answer.text()}`);
  }
}

async function sendMessages(
  visitor: APIRequestContext,
  customer: APIRequestContext,
  staff: APIRequestContext,
): Promise<void> {
  const message = 'O link abre uma página em branco. Já tentei em dois navegadores.\n\nPodem mandar outro?';
  await visitor.post('/contato', { form: { name: 'Rafa', email: LONG_EMAIL, message } });
  await customer.post('/dashboard/suporte', { form: { subject: `Não baixa: ${LONG_SKIN_NAME}`, message } });
  const orders = (await (await customer.get('/api/orders')).json()) as {
    id: string;
    status: string;
    order_items: { champion_id: string; skin_num: number }[];
  }[];
  const order = orders.find(({ status }) => status === 'completed');
  const [item] = order?.order_items ?? [];
  const opened = await customer.post('/api/tickets', {
    data: {
      subject: 'A skin não aparece no jogo',
      text: `Segui o passo a passo e nada.\n\n${LONG_NAME}`,
      order_id: order?.id,
      champion_id: item?.champion_id,
      skin_num: item?.skin_num,
    },
  });
  if (!opened.ok()) throw new Error(`No ticket: ${await opened.text()}`);
  const { id } = (await opened.json()) as { id: string };
  const text = `Oi! Veja se o antivírus não apagou o arquivo: ${LONG_EMAIL}`;
  await staff.post(`/api/admin/tickets/${id}/replies`, { data: { text } });
  await customer.post(`/api/tickets/${id}/replies`, { data: { text: 'Era isso, mas agora o jogo fecha.' } });
}

function readItem(text: string): Item {
  const [championId = '', num = ''] = text.split('_');
  return { championId, skinNum: Number(num) };
}
