import type { Right } from '#shop/accounts/staff/rights.ts';
import { FORMS } from '#app/doors/forms.ts';
import { listCalls } from '../../sources/api-examples.ts';
import { RESOURCES, type Resources } from './resources.ts';

/**
 * Who may do it. `owner`: the signed-in person whose thing it is, and nobody else, staff included. A right: the roles
 * that have it.
 */
export type Access = 'anyone' | 'member' | 'owner' | 'nobody' | Right;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface Cell {
  access: Access;
  /** The answer for whom it is allowed; a refused form is as good a proof as one that was taken. */
  allowed: readonly number[];
  /** The thing in the address: made anew for each request that may change it. */
  resource?: keyof Resources;
  /** Whoever gets through is signed out by it: a person made for it goes there. */
  endsSession?: true;
  body?: (ids: Resources) => { json: unknown } | { form: Record<string, string> };
}

export interface Row {
  /** How it refuses: a screen and a form of the browser's own lead elsewhere, an endpoint answers with an error. */
  kind: 'screen' | 'form' | 'api';
  params?: (ids: Resources) => Record<string, string>;
  /** A method that is not named here is refused to everybody. */
  methods: Partial<Record<Method, Cell>>;
}

const NO_TOKEN = 'x'.repeat(22);
const SEEN = [200];
const TAKEN = [200, 201, 204, 302, 303];
/** The same people send a wrong password many times, so the rate limit may answer too. */
const PASSWORD_REFUSED = [400, 401, 429];
/** The person had access, and the values were refused. */
const REFUSED = [400, 401, 404, 409, 413, 422];

const screen = (access: Access, post?: Cell, params?: Row['params']): Row => ({
  kind: 'screen',
  ...(params ? { params } : {}),
  // React Router runs a screen's action for every method that is not GET.
  methods: post ? everyWrite(post, read(access)) : { GET: read(access) },
});
function everyWrite(write: Cell, get: Cell): Row['methods'] {
  return { GET: get, POST: write, PUT: write, PATCH: write, DELETE: write };
}
const form = (
  access: Access,
  fields: Record<string, string>,
  allowed: readonly number[] = REFUSED,
): Cell => ({
  access,
  allowed,
  body: () => ({ form: fields }),
});
function read(access: Access, resource?: keyof Resources, allowed: readonly number[] = SEEN): Cell {
  return { access, allowed, ...(resource ? { resource } : {}) };
}
const api = (methods: Row['methods'], params?: Row['params']): Row => ({
  kind: 'api',
  ...(params ? { params } : {}),
  methods,
});
const ownForm = (access: Right, allowed: readonly number[] = [302], params?: Row['params']): Row => ({
  ...api({ POST: { access, allowed, body: () => ({ json: {} }) } }, params),
  kind: 'form',
});
const file = (allowed: readonly number[] = SEEN): Row => api({ GET: { access: 'anyone', allowed } });
const moved: Row = api({ GET: { access: 'anyone', allowed: [308] } });

/**
 * The rows of the API fall out of its operations. A thing in the address that the made person has is that person's, and
 * no customer of another has it.
 */
function apiRows(): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (const { method, path, does, fields } of listCalls()) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const resource = names.find((name): name is keyof Resources => RESOURCES.includes(name));
    const row = (rows[path] ??= api({}, (ids) =>
      Object.fromEntries(
        names.map((name) => [name, ids[name as keyof Resources] ?? PARTS[name] ?? 'nenhum']),
      ),
    ));
    row.methods[method] = {
      access: does.who === 'customer' ? (resource ? 'owner' : 'member') : does.who,
      allowed: [...TAKEN, ...REFUSED],
      ...(resource && { resource }),
      ...(method !== 'GET' && { body: () => ({ json: fields }) }),
    };
  }
  return rows;
}

/** An address of the API that also takes a multipart file. */
function withFile(path: string, access: Cell['access'] = 'catalog'): Row {
  const row = apiRows()[path] as Row;
  const post: Cell = { access, allowed: REFUSED, body: () => ({ json: {} }) };
  return { ...row, methods: { ...row.methods, POST: post } };
}

/** Parts of an address that are no thing of a person. */
const PARTS: Record<string, string> = { championId: 'Ahri', skinNum: '1' };

/** One row per address of `app/routes.ts`; an address without a row fails the test. */
export const ACCESS: Record<string, Row> = {
  ...apiRows(),
  '/': screen('anyone'),
  '/loja': screen('anyone'),
  '/loja/skin/:championId/:skinNum': screen('anyone', undefined, () => ({
    championId: 'Ahri',
    skinNum: '1',
  })),
  '/carrinho': screen('anyone'),
  '/carrinho/completar': api({ GET: { access: 'anyone', allowed: SEEN } }),
  '/loja/marcas': api({ GET: { access: 'anyone', allowed: SEEN } }),
  '/carrinho/conferir': api({ GET: { access: 'anyone', allowed: SEEN } }),
  '/pagamento-pix': screen('member'),
  // The token in the address is what opens it; nobody holds this one.
  '/pagar/:token': {
    kind: 'screen',
    params: () => ({ token: NO_TOKEN }),
    methods: everyWrite(
      { access: 'anyone', allowed: [404], body: () => ({ form: {} }) },
      { access: 'anyone', allowed: [404] },
    ),
  },
  '/i/:token': api({ GET: { access: 'anyone', allowed: [404] } }, () => ({ token: `${NO_TOKEN}.zip` })),
  '/feed/:token': api({ GET: { access: 'anyone', allowed: [404] } }, () => ({ token: `${NO_TOKEN}.json` })),
  '/feed/:token/:collectionId': api({ GET: { access: 'anyone', allowed: [404] } }, ({ collectionId }) => ({
    token: NO_TOKEN,
    collectionId,
  })),
  '/presente/:token': {
    kind: 'screen',
    params: () => ({ token: NO_TOKEN }),
    methods: everyWrite(
      { access: 'member', allowed: [404], body: () => ({ form: {} }) },
      { access: 'anyone', allowed: [404] },
    ),
  },
  '/confianca': screen('anyone'),
  '/sobre-nos': screen('anyone'),
  '/contato': screen('anyone', form('anyone', { name: '', email: '', message: '' })),
  '/carreiras': screen('anyone'),
  '/privacidade': screen('anyone'),
  '/termos': screen('anyone'),
  '/api': screen('anyone'),
  // The owner shows it: skins, and the name chosen for it alone.
  '/colecao/:slug': {
    kind: 'screen',
    params: ({ collectionSlug }) => ({ slug: collectionSlug }),
    methods: { GET: { access: 'anyone', allowed: SEEN } },
  },
  '/colecao/:slug/imagem.jpg': { ...file(), params: ({ collectionSlug }) => ({ slug: collectionSlug }) },
  '/*': { kind: 'screen', params: () => ({ '*': 'nada-aqui' }), methods: {} },

  // Who is signed in has nothing to do here and is led on.
  '/auth': {
    kind: 'screen',
    methods: everyWrite(form('anyone', { modo: 'login', email: '', password: '' }, [302, 400]), {
      access: 'anyone',
      allowed: [200, 302],
    }),
  },
  // Without the right password just given, there is nothing to do here.
  '/auth/verificacao': {
    kind: 'screen',
    methods: everyWrite(form('anyone', { code: '' }, [302, 400]), { access: 'anyone', allowed: [302] }),
  },
  '/auth/sair': {
    kind: 'screen',
    methods: everyWrite(
      { access: 'anyone', allowed: [302], endsSession: true },
      { access: 'anyone', allowed: [302] },
    ),
  },
  '/auth/recuperar': screen('anyone', form('anyone', { email: '' })),
  '/auth/nova-senha': screen('anyone', form('anyone', { token: 'x', password: '1', again: '2' })),

  // Whoever is signed out is asked to sign in; the link of nobody confirms nothing.
  '/confirmar-email/:token': {
    ...screen('anyone', form('anyone', {})),
    params: () => ({ token: 'A'.repeat(22) }),
  },

  // The token of nobody's rescue.
  '/troca-de-email/:token': {
    kind: 'screen',
    params: () => ({ token: 'A'.repeat(22) }),
    methods: everyWrite(
      { access: 'anyone', allowed: [404, 429], body: () => ({ form: {} }) },
      { access: 'anyone', allowed: [404] },
    ),
  },

  '/dashboard': screen('member'),
  '/dashboard/colecao': screen('member'),
  '/dashboard/colecao/publica': screen(
    'member',
    form('member', { do: 'public_collection.save', on: 'true', name: '', slug: '' }),
  ),
  '/dashboard/desejos': screen('member', {
    access: 'member',
    allowed: [302],
    body: () => ({ form: { sku: 'lol:Ahri:1', do: 'add' } }),
  }),
  '/dashboard/pedidos': screen('member'),
  '/dashboard/pedidos/:id/devolucao': {
    kind: 'screen',
    params: (ids) => ({ id: ids.paidOrderId }),
    methods: everyWrite(
      { access: 'owner', allowed: TAKEN, resource: 'paidOrderId', body: () => ({ form: { reason: '' } }) },
      read('owner', 'paidOrderId'),
    ),
  },
  // A paid order that is no gift: its buyer reads that, and others find nothing.
  '/dashboard/pedidos/:id/presente': {
    kind: 'screen',
    params: (ids) => ({ id: ids.paidOrderId }),
    methods: everyWrite(
      {
        access: 'owner',
        allowed: [409],
        resource: 'paidOrderId',
        body: () => ({ form: { email: 'amiga@exemplo.com' } }),
      },
      read('owner', 'paidOrderId'),
    ),
  },
  '/dashboard/pedidos/:id/recibo': {
    kind: 'screen',
    params: (ids) => ({ id: ids.paidOrderId }),
    methods: { GET: read('owner', 'paidOrderId') },
  },
  '/dashboard/meus-dados': screen('member'),
  // Of a skin whose file is elsewhere: its owner finds nothing to install, as everybody else.
  '/dashboard/instalar/:collectionId': {
    kind: 'screen',
    params: (ids) => ({ collectionId: ids.collectionId }),
    methods: { GET: read('owner', 'collectionId', [404]) },
  },
  '/dashboard/download': screen('member'),
  '/dashboard/como-utilizar': screen('member'),
  '/dashboard/suporte': screen('member', form('member', { subject: '', message: '' })),
  '/dashboard/suporte/imagem/:id': api({ GET: { access: 'member', allowed: [404] } }, (ids) => ({
    id: ids.ticketId,
  })),
  '/dashboard/suporte/:id': {
    kind: 'screen',
    params: (ids) => ({ id: ids.ticketId }),
    methods: everyWrite(
      { ...form('owner', { message: 'Ainda não.' }, SEEN), resource: 'ticketId' },
      read('owner', 'ticketId'),
    ),
  },
  '/dashboard/funcionou/:collectionId': {
    kind: 'screen',
    params: (ids) => ({ collectionId: ids.collectionId }),
    methods: everyWrite(
      { ...form('owner', {}, SEEN), resource: 'collectionId' },
      read('owner', 'collectionId'),
    ),
  },
  // A skin of a collection that is no key: its owner finds nothing, as everybody else.
  '/dashboard/chave/:collectionId': {
    kind: 'screen',
    params: (ids) => ({ collectionId: ids.collectionId }),
    methods: { GET: read('owner', 'collectionId', [404]) },
  },
  '/dashboard/perfil': screen('member', form('member', { name: '' })),
  '/dashboard/download-skin/:collectionId': {
    kind: 'screen',
    params: (ids) => ({ collectionId: ids.collectionId }),
    methods: { GET: read('owner', 'collectionId', [302]) },
  },

  '/admin': screen('orders.read'),
  '/admin/produtos': screen('products'),
  '/admin/cupons': screen('coupons'),
  '/admin/emails': screen('rescue'),
  '/admin/pedidos/:id': screen('orders.read', undefined, (ids) => ({ id: ids.paidOrderId })),
  '/admin/mesa': screen('orders.deliver'),
  '/admin/arquivos': screen('files.manage'),
  '/admin/procura': screen('files.manage'),
  '/admin/estoque': screen('files.manage'),
  '/admin/patch': screen('patch.manage'),
  '/admin/atencao': screen('orders.read'),
  '/admin/numeros': screen('numbers'),
  '/admin/registro': screen('log'),
  '/admin/atendimento': screen('tickets'),
  '/admin/atendimento/respostas': screen('tickets'),
  '/admin/atendimento/:id': screen('tickets', undefined, (ids) => ({
    id: ids.ticketId,
  })),
  '/admin/mensagens': screen('tickets'),
  '/admin/avaliacoes': screen('reviews', form('reviews', { id: 'x', do: 'x' })),
  '/admin/catalogo': screen('catalog'),
  '/admin/equipe': screen('team'),
  '/admin/programas': screen('programs'),
  '/admin/provedores': screen('providers'),
  '/admin/conferencia': screen('reconciliation'),
  '/admin/programas/webhooks/:hookId': screen('webhooks', undefined, ({ hookId }) => ({ hookId })),
  '/admin/pedidos-de-assistente': screen('orders.read'),
  '/admin/mudanca': screen('moving'),
  '/admin/saude': screen('settings'),
  '/admin/configuracoes': screen('settings'),

  '/contact': moved,
  '/dashboard/orders': moved,

  // Each role asks once; the limit lets nobody ask often.
  '/api/me/export': api({ GET: read('member', undefined, [200, 429]) }),
  // Under a digest of another time the current index is answered.
  '/api/catalog-index/:digest': { ...file(), params: () => ({ digest: 'um-indice-antigo' }) },
  '/api/live': api({ GET: read('member') }),
  // Opened by a key alone: app/doors/v1.both.test.ts.
  '/api/v1/*': api(
    Object.fromEntries(METHODS.map((method) => [method, { access: 'anyone', allowed: [401] }])),
    () => ({ '*': 'orders' }),
  ),
  '/api/*': api({}, () => ({ '*': 'nada-aqui' })),
  '/api/admin/orders.csv': api({ GET: read('csv') }),
  '/api/admin/skins': api({ GET: read('orders.read') }),
  '/api/admin/orders/:id/evidence': api({ GET: read('evidence', 'paidOrderId') }, (ids) => ({
    id: ids.paidOrderId,
  })),

  '/api/admin/catalogs': withFile('/api/admin/catalogs'),
  '/api/admin/catalogs/:catalogId': withFile('/api/admin/catalogs/:catalogId'),
  '/admin/catalogo/enviar': ownForm('catalog'),
  '/admin/catalogo/enviar/:catalogId': ownForm('catalog', [302], () => ({ catalogId: 'nenhum' })),
  '/api/admin/imports': withFile('/api/admin/imports', 'moving'),
  '/api/admin/statements': api({
    POST: { access: 'reconciliation', allowed: REFUSED, body: () => ({ json: {} }) },
  }),
  '/admin/conferencia/enviar': ownForm('reconciliation'),
  '/api/admin/closings/:file': api({ GET: read('reconciliation', undefined, [404]) }, () => ({
    file: 'x.csv',
  })),
  '/admin/mudanca/exportar': ownForm('moving', [200]),
  '/admin/mudanca/enviar': ownForm('moving'),
  '/api/admin/files': api({ POST: { access: 'files.manage', allowed: REFUSED, body: () => ({ json: {} }) } }),
  '/api/admin/coupons/:code/sales.csv': api({ GET: read('coupons', undefined, [404]) }, () => ({
    code: 'NINGUEM',
  })),
  '/simulator/:chargeId': { ...screen('anyone'), params: (ids) => ({ chargeId: ids.paymentId }) },
  '/simulator/pay/:chargeId': api({ POST: { access: 'anyone', allowed: SEEN } }, (ids) => ({
    chargeId: ids.paymentId,
  })),
  '/simulator/dispute/:chargeId': api(
    { POST: { access: 'anyone', allowed: [303, 409], body: () => ({ form: { do: 'open' } }) } },
    (ids) => ({ chargeId: ids.paymentId }),
  ),
  // Their forms hang in the profile: opened as an address they lead back to it.
  '/dashboard/perfil/senha': {
    kind: 'api',
    methods: everyWrite(
      form('member', { current: 'errada', password: 'segredo2', confirmation: 'segredo2' }, PASSWORD_REFUSED),
      { access: 'anyone', allowed: [302] },
    ),
  },
  '/dashboard/perfil/verificacao': {
    kind: 'api',
    methods: everyWrite(form('member', { step: 'stop', current: 'errada' }, PASSWORD_REFUSED), {
      access: 'anyone',
      allowed: [302],
    }),
  },
  '/dashboard/perfil/sessoes': {
    kind: 'screen',
    methods: everyWrite(form('member', { session: 'x' }, [400]), { access: 'anyone', allowed: [302] }),
  },
  '/dashboard/perfil/excluir': {
    kind: 'api',
    methods: everyWrite(form('member', { current: 'errada' }, PASSWORD_REFUSED), {
      access: 'anyone',
      allowed: [302],
    }),
  },
  '/dashboard/perfil/imagem/:kind': api({ POST: { access: 'member', allowed: REFUSED } }, () => ({
    kind: 'avatar',
  })),
  // A random address is the key: whoever has it may see the picture.
  '/marca/:picture': { ...file([404]), params: () => ({ picture: 'logo-losango.png' }) },
  '/uploads/:key': { ...file(), params: (ids) => ({ key: ids.uploadKey }) },
  // Asked from another machine and without the token.
  '/metrics': api({}),

  '/webhooks/:gateway': api({}, () => ({ gateway: 'nobody' })),
  '/webhooks/:gateway/pix': api({}, () => ({ gateway: 'nobody' })),
  '/webhooks/:gateway/:token': api({}, () => ({ gateway: 'nobody', token: 'x' })),
  '/webhooks/:gateway/:token/pix': api({}, () => ({ gateway: 'nobody', token: 'x' })),
  '/img/:file': { ...file(), params: () => ({ file: 'Ahri_1' }) },
  '/.well-known/fulgor-trust.json': file(),
  '/robots.txt': file(),
  '/sw.js': file(),
  '/sem-conexao': file(),
  '/sitemap.xml': file(),
  '/manifest.webmanifest': file(),
  '/healthz': file(),
  '/readyz': file(),
};

/** The forms of a screen fall out of their table: whoever may do the first of them posts to the screen. */
for (const [path, [call]] of Object.entries(FORMS)) {
  const row = ACCESS[path];
  if (!row?.methods.GET || !call) throw new Error(`${path} has forms and no row.`);
  const { who, id } = call.does;
  const access = who === 'customer' ? 'member' : who;
  Object.assign(
    row.methods,
    everyWrite(form(access, { do: id }, [...SEEN, ...REFUSED, 429]), row.methods.GET),
  );
}
