import { redirect, RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { fillContext } from '#app/request-context.ts';
import { loader as root } from '#app/root.tsx';
import { OWN_LOOK } from '#shop/brand/read-look.ts';
import type { ShopContext } from '#shop/context.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { loader as adminCatalog } from './admin/catalog/catalog-status.tsx';
import { loader as adminDesk } from './admin/desk/desk.tsx';
import { loader as adminFiles } from './admin/files/files.tsx';
import { loader as adminMessages } from './admin/people/messages.tsx';
import { loader as adminNumbers } from './admin/numbers/numbers.tsx';
import { loader as adminAttention } from './admin/desk/attention.tsx';
import { loader as adminAudit } from './admin/audit/audit.tsx';
import { loader as adminOrder } from './admin/orders/order.tsx';
import { loader as adminOrders } from './admin/orders/orders.tsx';
import { loader as adminProducts } from './admin/products/products.tsx';
import { loader as checkCart } from './cart/check-cart.ts';
import { loader as collection } from './dashboard/collection.tsx';
import { loader as orders } from './dashboard/orders.tsx';
import { loadScreen } from './load-screen.ts';
import { loader as payment } from './payment/pix-payment.tsx';
import { action as deleteAccount } from './profile/delete-account.ts';
import { action as saveName, loader as profile } from './profile/profile.tsx';
import { loader as skin } from './store/skin.tsx';
import { loader as store } from './store/store.tsx';

const SESSION = {
  id: 'session-1',
  user: { id: 'user-1', email: 'bruna@exemplo.com', name: 'Bruna', emailVerified: true },
  hasSecondFactor: false,
  role: 'owner' as const,
  owesSecondFactor: false,
  avatarKey: null,
};
const CATALOG = {
  version: '1',
  source: 'demo',
  skins: [],
  champions: [],
  shelves: [],
  importedAt: new Date(0),
  isUpdating: () => false,
  aheadUntil: () => null,
  hasFile: () => false,
  findSkin: () => ({
    sku: 'lol:Aurea:3',
    championId: 'Aurea',
    num: 3,
    available: true,
    priceCents: 1500,
    splashPath: '/img/Aurea_3',
  }),
  prices: { lowestCents: 1500, areAllTheSame: true },
  skinsOf: () => [],
};
const gone = () => {
  throw new Error('Connection terminated unexpectedly');
};

/** A shop whose database does not answer, and whose catalogue is in memory or could not be read either. */
function open({ hasCatalog = true, knowsSession = true, db = new Proxy({}, { get: gone }) } = {}) {
  const logged: string[] = [];
  const shop = {
    db,
    transaction: gone,
    catalog: { ready: () => hasCatalog, current: hasCatalog ? () => CATALOG : gone },
    settings: { ...OWN_LOOK, brandName: 'Fulgor', socialUrl: null, appUrl: 'http://localhost:3000' },
    firstSettings: { brandName: 'Fulgor' },
    simulator: null,
    memory: { catalogIndexes: new WeakMap() },
    now: () => new Date(0),
    log: { error: (event: string) => void logged.push(event), warn: () => {} },
  } as unknown as ShopContext;
  const session = () => (knowsSession ? Promise.resolve(SESSION) : Promise.reject(new Error('gone')));
  const context = new RouterContextProvider();
  fillContext(context, shop, {
    requestId: 'request-1',
    nonce: 'nonce',
    ip: '203.0.113.7',
    session,
    authenticate: () => Promise.resolve(Response.json({})),
  });
  const ask = async (handle: unknown, path: string, form?: Record<string, string>) => {
    const body = form && { method: 'POST', body: new URLSearchParams(form) };
    const request = new Request(`http://localhost:3000${path}`, body);
    const params = { championId: 'Aurea', skinNum: '3', id: '0a1b2c3d-0000-4000-8000-000000000000' };
    return callRoute(handle as Parameters<typeof callRoute>[0], { request, params, context });
  };
  return { ask, logged };
}

const SCREENS: [path: string, loader: unknown, title: string, description: string][] = [
  ['/dashboard/colecao', collection, 'Erro ao carregar coleção', 'Não foi possível carregar suas skins.'],
  ['/dashboard/pedidos', orders, 'Erro ao carregar pedidos', 'Não foi possível carregar os pedidos.'],
  ['/dashboard/perfil', profile, 'Erro ao carregar perfil', 'Não foi possível carregar seu perfil.'],
  [
    '/pagamento-pix?orderId=0a1b2c3d-0000-4000-8000-000000000000',
    payment,
    'Erro ao carregar pagamento',
    'Não foi possível carregar este pagamento.',
  ],
  ['/admin', adminOrders, 'Erro ao carregar pedidos', 'Não foi possível carregar os pedidos.'],
  ['/admin/pedidos/x', adminOrder, 'Erro ao carregar pedido', 'Não foi possível carregar o pedido.'],
  [
    '/admin/atencao',
    adminAttention,
    'Erro ao carregar pendências',
    'Não foi possível carregar as pendências.',
  ],
  ['/admin/mesa', adminDesk, 'Erro ao carregar mesa', 'Não foi possível carregar a mesa de entrega.'],
  ['/admin/arquivos', adminFiles, 'Erro ao carregar arquivos', 'Não foi possível carregar os arquivos.'],
  ['/admin/numeros', adminNumbers, 'Erro ao carregar números', 'Não foi possível carregar os números.'],
  ['/admin/registro', adminAudit, 'Erro ao carregar registro', 'Não foi possível carregar o registro.'],
  ['/admin/produtos', adminProducts, 'Erro ao carregar produtos', 'Não foi possível carregar os produtos.'],
  [
    '/admin/mensagens',
    adminMessages,
    'Erro ao carregar mensagens',
    'Não foi possível carregar as mensagens.',
  ],
  ['/admin/catalogo', adminCatalog, 'Erro ao carregar catálogo', 'Não foi possível carregar o catálogo.'],
];

// shows: spec 8.12, spec 8.17, spec 8.19
test.each(SCREENS)(
  'without the database %s answers 503 and logs why',
  async (path, loader, title, description) => {
    const { ask, logged } = open();
    const answer = await ask(loader, path);
    expect(answer).toMatchObject({
      init: { status: 503 },
      data: { failure: { title, description } },
    });
    expect(logged).toContain(title);
  },
);

test('without the database a cart is not checked, and the log says so', async () => {
  const { ask, logged } = open();
  expect(await ask(checkCart, '/carrinho/conferir?ids=Aurea_3')).toMatchObject({ init: { status: 503 } });
  expect(logged).toEqual(['cart.check_failed']);
});

// shows: spec 2.18, spec 8.11
test('without the catalogue the store and a skin answer 503, and the log says what the spec says', async () => {
  for (const [path, loader] of [
    ['/loja', store],
    ['/loja/skin/Aurea/3', skin],
  ] as const) {
    const { ask, logged } = open({ hasCatalog: false });
    expect(await ask(loader, path)).toMatchObject({ init: { status: 503 } });
    expect(logged).toEqual(['Erro ao buscar skins:']);
  }
});

test('a redirect out of what a screen reads is no failure', async () => {
  const { ask, logged } = open();
  const leads = ({ context }: { context: Readonly<RouterContextProvider> }) =>
    loadScreen(context, { title: 'Erro', description: 'Erro.' }, () => {
      throw redirect('/auth');
    });
  await expect(ask(leads, '/')).rejects.toMatchObject({ status: 302 });
  expect(logged).toEqual([]);
});

test('without the database the catalogue can still be looked at, as a stranger', async () => {
  const { ask, logged } = open({ knowsSession: false });
  expect(await ask(root, '/')).toMatchObject({ session: null, brand: { name: 'Fulgor' } });
  expect(await ask(store, '/loja')).toMatchObject({ total: 0 });
  expect(await ask(skin, '/loja/skin/Aurea/3')).toMatchObject({ skin: { num: 3 }, isOwned: false });
  expect(logged).toEqual([
    'session.unreadable',
    'skin.ownership_unknown',
    'skin.reviews_unknown',
    'skin.file_unknown',
  ]);
});

test('a database that has gone silent holds a skin up for three seconds at most', async () => {
  vi.useFakeTimers();
  try {
    const silent: object = new Proxy(() => silent, {
      get: (_, name) => (String(name).startsWith('execute') ? () => new Promise(() => {}) : silent),
    });
    const { ask, logged } = open({ knowsSession: false, db: silent });
    const page = ask(skin, '/loja/skin/Aurea/3');
    await vi.advanceTimersByTimeAsync(3000);
    expect(await page).toMatchObject({ skin: { num: 3 }, reviews: null });
    expect(logged).toEqual(['skin.ownership_unknown', 'skin.reviews_unknown', 'skin.file_unknown']);
  } finally {
    vi.useRealTimers();
  }
});

// shows: spec 8.14
test('a name that cannot be saved is told, and what was typed comes back', async () => {
  const { ask, logged } = open();
  expect(await ask(saveName, '/dashboard/perfil', { name: 'Ana Prado' })).toMatchObject({
    init: { status: 503 },
    data: {
      name: 'Ana Prado',
      failure: { title: 'Erro ao atualizar perfil', field: 'name' },
    },
  });
  expect(logged).toEqual(['Erro ao atualizar perfil']);
});

// shows: spec 8.16
test('an account that cannot be deleted says so, and whom to ask', async () => {
  const { ask, logged } = open();
  expect(await ask(deleteAccount, '/dashboard/perfil/excluir', { current: 'segredo1' })).toMatchObject({
    init: { status: 503 },
    data: {
      failure: {
        title: 'Erro ao excluir conta',
        description: 'Não foi possível excluir sua conta. Entre em contato com o suporte.',
      },
    },
  });
  expect(logged).toEqual(['Erro ao excluir conta']);
});
