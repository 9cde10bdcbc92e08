import { expect, test, vi } from 'vitest';
import type { StaffRole } from '#shop/accounts/staff/rights.ts';
import { SETTING_WORDS } from '#shop/settings/setting-words.ts';
import { CLERK, readHtml, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { AdminPending } from './admin-pending.tsx';
import CatalogStatus from './catalog/catalog-status.tsx';
import { CouponDialog } from './coupons/coupon-dialog.tsx';
import { GivenUpCard } from './desk/given-up-card.tsx';
import { PatchDraftCard } from './files/patch-draft-card.tsx';
import AdminLayout, { ErrorBoundary } from './layout.tsx';
import { ManualOrderDialog } from './orders/manual-order-dialog.tsx';
import { OrderItems } from './orders/order-items.tsx';
import Order from './orders/order.tsx';
import Orders from './orders/orders.tsx';
import Team from './people/team.tsx';
import Products from './products/products.tsx';
import { TicketFacts } from './tickets/ticket-facts.tsx';
import Programs from './programs/programs.tsx';
import Webhook from './programs/webhook.tsx';
import { WebhookSection } from './programs/webhook-section.tsx';
import { SettingField } from './settings/setting-field.tsx';

const ITEM = {
  id: 'item-1',
  orderId: 'order-1',
  championId: 'Aurea',
  skinNum: 3,
  skinName: 'Áurea do Eclipse',
  championName: 'Áurea',
  splashPath: '/img/Aurea_3',
  priceCents: 1500,
  paidCents: 1350,
  kept: true,
  knownLink: null,
  storedFileName: null,
  downloadLink: null,
};
const ORDER = {
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  userId: 'user-1',
  status: 'pending',
  customerName: 'Bruna Compradora',
  customerEmail: 'bruna@exemplo.com',
  totalCents: 1500,
  discountCents: 0,
  description: 'Áurea do Eclipse',
  attention: null,
  createdAt: new Date('2026-11-21T17:05:00.000Z'),
  paymentMethod: 'pix',
  linksSentAt: null,
  refundsDue: [],
  heldCharges: [],
  items: [ITEM],
};
const BUYER = {
  phone: '11987654321',
  taxId: { kind: 'CPF', ending: '4725' },
  accountEmail: 'conta@exemplo.com',
  orders: {
    count: 7,
    entries: [
      {
        id: '11111111-0000-4000-8000-000000000000',
        status: 'completed',
        totalCents: 3000,
        createdAt: new Date('2026-11-20T17:05:00.000Z'),
      },
    ],
  },
  tickets: {
    count: 1,
    entries: [{ id: 'ticket-1', subject: 'Não abre', state: 'open', isAboutOrder: true }],
  },
};
const failure = { title: 'Erro ao carregar', description: 'Não foi possível carregar.' };
const readAt = new Date('2026-11-21T17:10:00.000Z');
const counts = { pending: 0, attention: 0 };
const orders = (...list: object[]) =>
  screenOf(Orders, { loaderData: { orders: list, counts, nextPage: null, skin: null, views: [], readAt } });
const PRODUCT = {
  id: 'product-1',
  name: 'Arquivo da Áurea',
  champion: 'Áurea',
  description: 'Duas linhas no máximo',
  priceCents: 1550,
  imageUrl: null,
  downloadUrl: null,
  stock: 4,
  isActive: true,
  championId: null,
  skinNum: null,
  skin: null,
};
const products = (...list: object[]) => screenOf(Products, { loaderData: { products: list } });
const RECEIVED = {
  chargeId: 'charge-1',
  gateway: 'bacen',
  gatewayChargeId: 'tx-1',
  receivedCents: 1500,
  paidAt: new Date('2026-11-21T17:06:00.000Z'),
  endToEndId: 'E000',
  refundedCents: 0,
  leftCents: 1500,
  staffNote: null,
};
const DETAILS = {
  order: ORDER,
  money: { charges: [RECEIVED], leftCents: 1500, isPromisedBack: false },
  refunds: [],
  refundable: [],
  attention: [],
  audit: [],
  deliveries: [],
  paidAt: RECEIVED.paidAt,
  buyer: BUYER,
};
const orderPage = (more: object = {}) =>
  screenOf(Order, { loaderData: { kind: 'found', readAt, details: { ...DETAILS, ...more } } });
const here = { session: CLERK, path: '/admin' };

const panel = (
  role: StaffRole,
  { pending = 0, late = 0, attention = 0, tickets = 0, isRailFolded = false, path = '/admin' } = {},
) =>
  renderScreen(
    screenOf(AdminLayout, { loaderData: { role, pending, late, attention, tickets, isRailFolded } }),
    {
      ...here,
      path,
    },
  );
const navigations = (html: string) => html.match(/<nav aria-label="Painel".*?<\/nav>/gs) ?? [];

// shows: spec 1.4, spec 2.58, spec 2.60, spec 4.10
test('the panel has its title, subtitle, and the orders before the products', () => {
  const html = panel('owner', { attention: 2, tickets: 3 });
  expect(readHtml(html)).toContain('Painel Administrativo Gerencie pedidos e produtos da loja');
  const [rail = '', bar = ''] = navigations(html).map(readHtml);
  expect(rail).toMatch(/^Vendas Pedidos .*Atenção 2 .*Loja .*Produtos .*Pessoas .*Equipe Gestão .*Registro/);
  expect(bar).toMatch(/^Pedidos Mesa Atenção 2 Atendimento 3 Mais Arquivos .*Produtos .*Registro/);
});

test('the navigation counts what is late, what waits for its files, and what waits for a decision or an answer', () => {
  for (const html of navigations(panel('owner', { pending: 12, late: 4, attention: 2, tickets: 3 }))) {
    const text = readHtml(html);
    expect(text).toMatch(/Pedidos 4 em atraso Mesa(?: de entrega)? 12 à espera Atenção 2 .*Atendimento 3/);
    expect(html.match(/bg-danger/g)).toHaveLength(1);
  }
});

test('an order that waits shows how it stands with its promise', () => {
  const late = { ...ORDER, dueAt: new Date('2026-11-21T17:09:59.000Z') };
  expect(readScreen(orders(late), here)).toContain('ATRASADO');
  const soon = { ...ORDER, dueAt: new Date('2026-11-21T17:13:30.000Z') };
  expect(readScreen(orders(soon), here)).toContain('VENCE EM 4 MIN');
  expect(readScreen(orders(ORDER, { ...late, status: 'completed' }), here)).not.toMatch(/ATRASADO|VENCE/);
});

test('the panel names the screens that the role opens, and no other', () => {
  const told = (role: StaffRole) => navigations(panel(role)).map(readHtml);
  for (const navigation of told('delivery')) {
    expect(navigation).toContain('Pedidos');
    expect(navigation).not.toMatch(/Produtos|Mensagens|Equipe|Registro/);
  }
  for (const navigation of told('support')) expect(navigation).toMatch(/Pedidos.*Mensagens/);
  for (const navigation of told('finance')) {
    expect(navigation).toMatch(/Pedidos.*Registro/);
    expect(navigation).not.toMatch(/Produtos|Mensagens|Equipe/);
  }
});

test('the navigation names the screen that is open, also on the page of an order', () => {
  const current = (path: string) =>
    navigations(panel('owner', { path })).map((html) =>
      [...html.matchAll(/<a[^>]*aria-current="(\w+)"[^>]*href="([^"]*)"/g)].map(
        ([, how, to]) => `${to} ${how}`,
      ),
    );
  expect(current('/admin/equipe')).toEqual([['/admin/equipe page'], ['/admin/equipe page']]);
  expect(current('/admin/pedidos/0a1b2c3d')).toEqual([['/admin true'], ['/admin true']]);
});

test('the side navigation comes as the clerk left it', () => {
  expect(panel('owner', { isRailFolded: true })).toContain('data-folded="true"');
  expect(panel('owner')).not.toContain('data-folded');
  // Its button needs scripts, which are not there yet.
  expect(panel('owner')).not.toContain('Mostrar só os ícones');
});

test('who may not deliver reads the links and sends none; who may not decide about money has no buttons for it', () => {
  const sent = { ...ITEM, downloadLink: 'https://arquivos.exemplo.com/a.zip' };
  for (const role of ['support', 'finance'] as const) {
    const as = { ...here, role };
    expect(readScreen(orders(ORDER), as)).not.toContain('Enviar Links');
    expect(readScreen(orders({ ...ORDER, status: 'completed', items: [sent] }), as)).toContain('Ver Links');
  }
  const page = (role: StaffRole) => readScreen(orderPage(), { ...here, role });
  // Of the account, and not what was typed at checkout: that may be somebody else's account.
  expect(renderScreen(orderPage(), { ...here, role: 'owner' })).toContain(
    'href="/admin/emails?email=conta%40exemplo.com"',
  );
  expect(page('owner')).toMatch(
    /R\$ 15,00 Feito 21\/11\/2026 14:05 Pago 21\/11\/2026 14:06 .*R\$ 15,00 pagos R\$ 13,50 Falta enviar/,
  );
  expect(page('owner')).toMatch(
    /\(11\) 98765-4321 CPF termina em 4725 .*Outros pedidos \(7\) #11111111 Concluído · R\$ 30,00 · 20\/11\/2026 e mais 6 Atendimentos \(1\) Não abre sobre este pedido Aberto/,
  );
  const gone = { ...ORDER, customerName: 'Conta excluída', customerEmail: 'conta-excluida@invalid' };
  const nobody = {
    phone: null,
    taxId: null,
    accountEmail: null,
    orders: { count: 0, entries: [] },
    tickets: null,
  };
  const forgotten = readScreen(orderPage({ order: gone, buyer: nobody }), here);
  expect(forgotten).toContain(
    'Os dados de quem comprou foram apagados. Ficam as skins, os valores e as datas.',
  );
  expect(forgotten).not.toMatch(/@invalid|Celular|Outros pedidos|Atendimentos/);
  for (const role of ['owner', 'finance'] as const) expect(page(role)).toMatch(/Reembolsar.*Cancelar pedido/);
  for (const role of ['delivery', 'support'] as const) {
    expect(page(role)).toContain('Recebido R$ 15,00');
    expect(page(role)).not.toMatch(/Reembolsar|Cancelar pedido/);
  }
});

test('what was paid outside of the shop goes back the same way, and no Pix is spoken of', () => {
  const asked = { ...here, path: '/admin/pedidos/1?reembolsar=charge-1' };
  const outside = /Este pedido foi pago fora da loja: devolva por onde foi pago e marque aqui/;
  const sent = { ...RECEIVED, sends: true, sendsParts: true };
  expect(readScreen(orderPage({ money: { ...DETAILS.money, charges: [sent] } }), asked)).toContain(
    'O valor volta por Pix para a conta que pagou.',
  );
  const manual = { ...RECEIVED, gateway: 'manual', endToEndId: null, sends: false, sendsParts: false };
  const details = {
    order: { ...ORDER, paymentMethod: 'manual' },
    money: { ...DETAILS.money, charges: [manual] },
  };
  const text = readScreen(orderPage(details), asked);
  expect(text).toMatch(outside);
  expect(text).not.toMatch(/Pix|provedor/);
  const cancelling = { ...here, path: `/admin/pedidos/1?decidir=orders.cancel+${ORDER.id}` };
  expect(readScreen(orderPage(details), cancelling)).toMatch(outside);
  expect(readScreen(orderPage(), cancelling)).toContain('R$ 15,00 voltam para o cliente');
});

test('over plain http, where the browser has no `randomUUID`, money is sent back and a sale is entered', () => {
  const missing = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  const key = /name="idempotencyKey" value="[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/;
  const money = { ...DETAILS.money, charges: [{ ...RECEIVED, sends: true, sendsParts: true }] };
  const asked = { ...here, path: '/admin/pedidos/1?reembolsar=charge-1' };
  expect(renderScreen(orderPage({ money }), asked)).toMatch(key);
  expect(renderScreen(<ManualOrderDialog onClose={() => {}} />, here)).toMatch(key);
  missing.mockRestore();
});

test('an order whose money is on its way back is not cancelled besides', () => {
  const money = { ...DETAILS.money, leftCents: 0, isPromisedBack: true };
  expect(readScreen(orderPage({ money }), here)).not.toContain('Cancelar pedido');
  const unpaid = { order: { ...ORDER, status: 'awaiting_payment' }, money };
  expect(readScreen(orderPage(unpaid), here)).toContain('Cancelar pedido');
});

test('an order of another shop was paid there, and shows no sum where it came without one', () => {
  const items = [{ ...ITEM, priceCents: 0, paidCents: 0 }];
  const imported = { ...ORDER, status: 'imported', totalCents: 0, items };
  const other = { ...BUYER.orders.entries[0], status: 'imported', totalCents: 0 };
  const details = {
    order: imported,
    money: { charges: [], leftCents: 0 },
    buyer: { ...BUYER, phone: '+351 912 345 678', orders: { count: 1, entries: [other] } },
  };
  const page = renderScreen(orderPage(details), here);
  for (const text of [readHtml(page), readScreen(orders(imported), here)]) {
    expect(text).toContain('Pago na outra loja');
    expect(text).not.toMatch(/R\$|Nada foi pago/);
  }
  expect(page).toContain('href="tel:+351912345678"');
  expect(renderScreen(orderPage(), here)).toContain('href="tel:+5511987654321"');
  const priced = { ...details, order: { ...imported, totalCents: 1500, items: [ITEM] } };
  expect(readScreen(orderPage(priced), here)).toMatch(/R\$ 15,00 .*Pago na outra loja\./);
});

test('a gift that nobody opened asks for a link only until it has one', () => {
  const gift = { status: 'offered', receiverEmail: 'amiga@exemplo.com', exchangedAt: null };
  const said = (status: string) => readScreen(orderPage({ gift, order: { ...ORDER, status } }), here);
  expect(said('pending')).toContain('Você já pode enviar o link; quem abrir o recebe.');
  expect(said('completed')).toContain('ainda não foi aberto. O que foi entregue espera quem abrir.');
});

test('a gift whose money goes back is opened by nobody, and of a cancelled one no mail is announced', () => {
  const said = (status: string, order: object) =>
    readScreen(
      orderPage({
        gift: { status, receiverEmail: 'amiga@exemplo.com', exchangedAt: null },
        order: { ...ORDER, ...order },
      }),
      here,
    );
  const announced = 'Presente para amiga@exemplo.com: o e-mail sai depois do pagamento.';
  expect(said('unpaid', { status: 'awaiting_payment' })).toContain(announced);
  expect(said('unpaid', { status: 'cancelled' })).not.toContain('Presente');
  // Its key was sold out at the payment.
  for (const [status, order] of [
    ['unpaid', { status: 'pending' }],
    ['offered', { status: 'pending', isPromisedBack: true }],
  ] as const)
    expect(said(status, order)).toContain(
      'Presente para amiga@exemplo.com: o dinheiro volta para quem comprou, e ninguém pode abrir.',
    );
});

test('a refund is said to take skins away only where the order has some', () => {
  const asked = { ...here, path: '/admin/pedidos/1?reembolsar=charge-1' };
  const hint = (refundable: object[]) => readScreen(orderPage({ refundable }), asked);
  expect(hint([{ id: ITEM.id, skinName: ITEM.skinName, paidCents: 1500 }])).toContain(
    'Até R$ 15,00. Com o valor total, as skins saem da coleção do cliente.',
  );
  expect(hint([])).toMatch(/Até R\$ 15,00\.(?!.*saem da coleção)/);
});

test('an item says how it stands: delivered before the rest, or not of the order any more', () => {
  const records = [{ id: '1', itemId: 'item-1', kind: 'link_sent', at: readAt, network: null, device: null }];
  const said = (status: string, item: object, deliveries: object[] = records) =>
    readScreen(
      <OrderItems
        order={{ ...ORDER, status, items: [{ ...ITEM, keyEnd: null, ...item }] } as never}
        deliveries={deliveries as never}
      />,
      here,
    );
  const link = { downloadLink: 'https://arquivos.exemplo.com/a.zip' };
  expect(said('pending', { ...link, state: 'ready' })).toContain('Link pronto, espera as outras do pedido');
  expect(said('pending', { ...link, state: 'delivered' })).toContain('Entregue, sem download registrado');
  const revoked = { kept: false, state: 'revoked' };
  const opened = [{ itemId: 'item-1', kind: 'downloaded', at: readAt }];
  expect(said('completed', { ...link, ...revoked }, opened)).toContain('Foi entregue e saiu do pedido');
  for (const status of ['pending', 'completed'])
    for (const deliveries of [[], [{ ...opened[0], kind: 'link_sent' }]])
      expect(said(status, revoked, deliveries).match(/saiu do pedido/gi)).toHaveLength(1);
  expect(said('imported', { state: 'delivered', knownLink: null, storedFileName: null }, [])).toContain(
    'Veio de outra loja; esta loja ainda não tem o arquivo',
  );
});

test('a setting that is chosen says what it does', () => {
  const setting = { key: 'patchRadar', kind: 'choice', ...SETTING_WORDS.patchRadar } as const;
  const text = readScreen(<SettingField setting={setting} />, here);
  expect(text).toMatch(/Perguntar .*O que a loja faz com os arquivos que já tem\./);
});

test('a webhook names its events as the boxes do', () => {
  const hook = { id: '1', url: 'https://a.exemplo.com', events: ['order.paid', 'order.gone'], active: true };
  const text = readScreen(<WebhookSection hooks={[hook as never]} onMade={() => undefined} />, here);
  expect(text).toContain('Pedido pago, order.gone Ligado');
});

test('ending a key and deleting a webhook are asked about once, by name', () => {
  const key = { id: 'key-1', name: 'Planilha', prefix: 'fulgor_a', scopes: [], createdBy: 'Ana' };
  const dates = { createdAt: readAt, expiresAt: null, lastUsedAt: null, addresses: null };
  const programs = (search: string) =>
    renderScreen(
      screenOf(Programs, {
        loaderData: {
          entries: [{ ...key, ...dates }],
          hooks: [],
          hasSecondFactor: false,
          address: 'x',
          now: readAt,
        },
      }),
      { ...here, path: `/admin/programas${search}` },
    );
  expect(programs('')).not.toContain('value="programs.end_key"');
  const asked = programs('?decidir=programs.end_key+key-1');
  expect(asked).toContain('value="programs.end_key"');
  expect(readHtml(asked)).toContain('Encerrar a chave Planilha? O programa que a usa para de entrar agora');
  const hook = { id: 'hook-1', url: 'https://bot.exemplo.com/x', description: '', events: [], active: true };
  const webhook = (search: string) =>
    renderScreen(
      screenOf(Webhook, {
        loaderData: {
          hook: { ...hook, switchedOffAt: null, failingSince: null },
          entries: [],
          state: null,
          nextCursor: null,
        },
      }),
      { ...here, path: `/admin/programas/webhooks/hook-1${search}` },
    );
  expect(webhook('')).not.toContain('value="webhooks.delete"');
  expect(readHtml(webhook('?decidir=webhooks.delete+hook-1'))).toContain(
    'Excluir o webhook bot.exemplo.com?',
  );
});

test('a new version of the game is dismissed where its card has the button, and named elsewhere', () => {
  const draft = { version: '16.24.1', name: '16.24', skins: 2, owners: 3, noticedAt: readAt };
  expect(readScreen(<PatchDraftCard draft={draft} mayDismiss />, here)).toContain(
    'ou dispense se nada mudou',
  );
  const elsewhere = readScreen(<PatchDraftCard draft={draft} />, here);
  expect(elsewhere).toContain('ou dispense em Patch se nada mudou');
  expect(elsewhere).not.toContain('Dispensar');
});

test('a thread about a key says whether it was seen, and names no file', () => {
  const ticket = {
    customer: { name: 'Bruna', email: 'bruna@exemplo.com' },
    order: null,
    others: [],
    skinName: 'Cartão de 50',
    championName: 'Cartões',
    file: null,
    fileVersion: null,
    downloadedAt: null,
    isKey: true,
  };
  const facts = (more: object) => readScreen(<TicketFacts ticket={{ ...ticket, ...more } as never} />, here);
  expect(facts({})).toMatch(/Chave Ainda não vista$/);
  expect(facts({ downloadedAt: readAt })).toMatch(/Chave Vista em 21\/11\/2026 14:10$/);
  expect(facts({ isKey: false })).toMatch(/Arquivo Sem arquivo quando escreveu Nenhum download registrado$/);
});

test('the team: each with name, address and role, and no button beside oneself', () => {
  const grantedAt = new Date('2026-11-21T17:05:00.000Z');
  const member = (id: string, name: string, role: StaffRole) => ({
    id,
    name,
    email: `${id}@exemplo.com`,
    role,
    hasSecondFactor: role === 'owner',
    grantedAt,
  });
  const members = [member('ana', 'Ana Dona', 'owner'), member('caio', 'Caio', 'delivery')];
  const text = readScreen(screenOf(Team, { loaderData: { ownId: 'ana', entries: members } }), here);
  expect(text).toMatch(
    /Ana Dona Dono Você ana@exemplo.com Com verificação em duas etapas · desde 21\/11\/2026 14:05/,
  );
  expect(text).toMatch(/Caio Entrega caio@exemplo.com Sem verificação.* Mudar papel de Caio Remover de Caio/);
  expect(text).not.toContain('de Ana Dona');
});

test('a coupon keeps its champion in the form after that has left the catalogue', () => {
  const coupon = { code: 'AUREA10', percent: 10, championId: 'Aurea' };
  const htmlWith = (...champions: object[]) =>
    renderScreen(
      <CouponDialog
        coupon={coupon as never}
        champions={champions as never}
        constraints={{}}
        onClose={() => undefined}
      />,
      here,
    );
  const gone = htmlWith({ id: 'Boreas', name: 'Bóreas' });
  expect(gone).toContain('<option value="Aurea" selected="">Aurea (fora do catálogo)</option>');
  expect(htmlWith({ id: 'Aurea', name: 'Áurea' })).not.toContain('fora do catálogo');
});

test('a screen that the role does not open says so within the panel', () => {
  const error = { status: 403, statusText: '', internal: false, data: null };
  const boundary = screenOf(
    ErrorBoundary as never,
    {
      error,
      loaderData: { role: 'delivery', attention: 0, isRailFolded: false },
    } as never,
  );
  const text = readScreen(boundary, here);
  expect(text).toContain('Seu papel na equipe não abre esta tela.');
  expect(text).toContain('Pedidos Mesa Atenção');
});

test.each([403, 404, 500])('a screen of the panel that fails with %i has one first heading', (status) => {
  const error = { status, statusText: '', internal: false, data: null };
  for (const loaderData of [{ role: 'delivery', attention: 0, isRailFolded: false }, null]) {
    if (status === 403 && !loaderData) continue;
    const boundary = screenOf(ErrorBoundary as never, { error, loaderData } as never);
    const html = renderScreen(boundary, here);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
  }
});

// shows: spec 2.59, spec 2.60
test('while permissions are looked up it says so, to sight and to screen readers', () => {
  expect(renderScreen(<AdminPending />)).toMatch(/<p role="status"[^>]*>.*Verificando permissões\.\.\.<\/p>/);
});

// shows: spec 2.63, spec 4.6
test('an order shows number, date, customer, skins, status and amount', () => {
  const text = readScreen(orders(ORDER), here);
  expect(text).toContain('Pedido #0a1b2c3d 21/11/2026 14:05 Bruna Compradora bruna@exemplo.com');
  expect(text).toContain('Áurea do Eclipse - Áurea');
  expect(text).toMatch(/Aguardando Envio R\$ 15,00 Enviar Links do pedido #0a1b2c3d/);
});

// shows: spec 2.65, spec 4.6
test("'Enviar Links' is for what waits, 'Ver Links' for what is completed and has one", () => {
  const sent = { ...ITEM, downloadLink: 'https://arquivos.exemplo.com/a.zip' };
  const completed = readScreen(orders({ ...ORDER, status: 'completed', items: [sent] }), here);
  expect(completed).toContain('Concluído');
  expect(completed).toContain('Ver Links');
  expect(completed).not.toContain('Enviar Links');
  expect(readScreen(orders({ ...ORDER, status: 'completed' }), here)).not.toContain('Ver Links');
  for (const status of ['cancelled', 'awaiting_payment']) {
    expect(readScreen(orders({ ...ORDER, status }), here)).not.toMatch(/(?:Enviar|Ver) Links/);
  }
  expect(readScreen(orders({ ...ORDER, status: 'cancelled' }), here)).toContain('Cancelado');
});

test('beside what is sent, a skin that was sold ahead may stay without a link', () => {
  const ahead = { ...ITEM, id: 'item-2', aheadUntil: '2026-12-01' };
  const form = (...items: object[]) =>
    readScreen(orders({ ...ORDER, items }), { ...here, path: `/admin?links=${ORDER.id}` });
  expect(form(ITEM, ahead)).toContain('Em pré-venda: pode ficar vazio, sai com o arquivo.');
  expect(form(ahead)).not.toContain('pode ficar vazio');
});

test('a sent link can be replaced, and neither a key nor what went back can', () => {
  const sent = { ...ITEM, downloadLink: 'https://arquivos.exemplo.com/a.zip', keyEnd: null, whyBack: null };
  const links = (...items: object[]) =>
    readScreen(orders({ ...ORDER, status: 'completed', items }), {
      ...here,
      path: `/admin?links=${ORDER.id}`,
    }).replace(/.*Ver Links/, '');
  expect(links(sent)).toContain('Substituir link');
  const key = links({ ...sent, downloadLink: '/dashboard/download-skin/1', keyEnd: 'FIM1' });
  expect(key).toMatch(/Áurea do Eclipse Áurea Chave …FIM1 /);
  expect(key).not.toContain('Substituir');
  const gone = links({ ...sent, kept: false });
  expect(gone).toContain('o valor volta para quem pagou');
  expect(gone).not.toContain('Substituir');
});

// shows: spec 4.7
test('a status that nobody knows is shown as it is', () => {
  expect(readScreen(orders({ ...ORDER, status: 'na_alfandega' }), here)).toContain('na_alfandega');
});

// shows: spec 2.64
test('no orders, and orders that cannot be read, say so', () => {
  expect(readScreen(orders(), here)).toContain('Nenhum pedido encontrado');
  const failed = screenOf(Orders, { loaderData: { failure } });
  expect(readScreen(failed, here)).toContain(failure.description);
  expect(renderScreen(failed, here)).toMatch(/<a href="\/admin"[^>]*>Tentar novamente<\/a>/);
});

// shows: spec 2.70
test('a product shows name, champion, description, price, stock and its two buttons', () => {
  const html = renderScreen(products(PRODUCT), here);
  expect(readScreen(products(PRODUCT), here)).toMatch(
    /Novo Produto .*Arquivo da Áurea Áurea Duas linhas no máximo R\$ 15,50 Estoque: 4 Editar/,
  );
  expect(html).toMatch(/<p class="[^"]*line-clamp-2[^"]*">Duas linhas no máximo/);
  expect(html).toContain('aria-label="Excluir Arquivo da Áurea"');
  const pictured = renderScreen(
    products({ ...PRODUCT, imageUrl: 'https://imagens.exemplo.com/a.png' }),
    here,
  );
  expect(pictured).toContain('src="https://imagens.exemplo.com/a.png"');
});

// shows: spec 2.69
test('no products, and products that cannot be read, say so', () => {
  expect(readScreen(products(), here)).toContain('Nenhum produto cadastrado');
  const failed = readScreen(screenOf(Products, { loaderData: { failure } }), here);
  expect(failed).toContain(failure.description);
  expect(failed).toContain('Tentar novamente');
});

test('the catalogue page names what goes through the network in the clear, and nothing where all is encrypted', () => {
  const sentence = 'SMTP_URL não exige criptografia: use smtps://.';
  const catalog = (unencryptedConnections: string[]) =>
    readScreen(
      screenOf(CatalogStatus, {
        loaderData: {
          catalogs: [],
          sources: ['lol'],
          refused: undefined,
          version: '16.15.1',
          isDemo: false,
          skins: 1930,
          champions: 173,
          importedAt: new Date('2026-11-21T17:05:00.000Z'),
          progress: null,
          pictures: null,
          missingSettings: [],
          unencryptedConnections,
        },
      }),
      { ...here, path: '/admin/catalogo' },
    );
  expect(catalog([sentence])).toContain(`Conexões sem criptografia ${sentence}`);
  expect(catalog([])).not.toContain('criptografia');
});

test.each([
  ['of an order', 'order-1', ['Tentar de novo', 'Dispensar']],
  ["that is not the shop's", null, ['Dispensar', 'Tentar de novo']],
])('of a given-up notice of a payment %s the first button is what helps', (_what, orderId, buttons) => {
  const since = new Date('2026-11-21T17:05:00.000Z');
  const entry = {
    kind: 'webhook' as const,
    id: 'event-1',
    what: 'bacen',
    provider: 'do banco',
    orderId,
    canRetry: true,
    since,
    givenUpAt: since,
  };
  const html = renderScreen(<GivenUpCard entry={entry} />, here);
  const found = [...html.matchAll(/<button[^>]*class="([^"]*)"[^>]*>([^<]*)/g)];
  expect(found.map(([, , label]) => label)).toEqual(buttons);
  expect(found.map(([, look]) => look?.includes('bg-accent'))).toEqual([true, false]);
});
