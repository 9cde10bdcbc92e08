import fc from 'fast-check';
import { GATEWAYS } from '#gateways/all-gateways.ts';
import type { Resources } from '../e2e/authorization/resources.ts';
import { listCalls, listForms, type ListedCall } from '../sources/api-examples.ts';

export type Who = 'visitor' | 'customer' | 'staff';

/** One request as it is put on the wire; the path is raw, already percent-encoded or deliberately not. */
export interface FuzzRequest {
  who: Who;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

export interface Target {
  method: string;
  /** With `:name` parts, filled with real ids or with anything. */
  path: string;
  query?: readonly string[];
  json?: Record<string, unknown>;
  form?: Record<string, string>;
}

const customer = {
  name: 'Bruna Compradora',
  email: 'bruna@exemplo.com',
  cellphone: '11987654321',
  taxId: '52998224725',
};
const skin = { championId: 'Ahri', skinNum: 1, skinName: 'x', championName: 'Ahri', price: 15 };

export const targetOf = ({ method, path, fields }: ListedCall): Target =>
  method === 'GET' ? { method, path, query: Object.keys(fields) } : { method, path, json: fields };

/** Every address that reads something from the visitor, with a body it would take. */
export const TARGETS: readonly Target[] = [
  // A form without fields reads nothing.
  ...listForms()
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .map(({ path, does, fields }): Target => ({ method: 'POST', path, form: { do: does.id, ...fields } })),
  ...listCalls().map(targetOf),
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/loja', query: ['q', 'pagina', 'ordem', 'campeao'] },
  { method: 'GET', path: '/loja.data', query: ['q', 'pagina', '_routes'] },
  { method: 'GET', path: '/loja/skin/:championId/:skinNum', query: ['paginas', 'avaliacao'] },
  { method: 'GET', path: '/admin/avaliacoes', query: ['paginas', 'mostrar'] },
  { method: 'GET', path: '/pagamento-pix', query: ['orderId', 'amount', 'description'] },
  { method: 'GET', path: '/carrinho/conferir', query: ['ids', 'id'] },
  { method: 'GET', path: '/auth', query: ['voltar', 'modo'] },
  { method: 'GET', path: '/auth/nova-senha', query: ['token', 'error'] },
  { method: 'GET', path: '/dashboard/pedidos', query: ['paginas', 'cursor'] },
  { method: 'GET', path: '/dashboard/pedidos/:orderId/recibo' },
  { method: 'POST', path: '/dashboard/pedidos/:anything/presente', form: { email: 'amiga@exemplo.com' } },
  { method: 'POST', path: '/dashboard/pedidos/:anything/devolucao', form: { reason: 'Mudei de ideia' } },
  { method: 'GET', path: '/dashboard/colecao', query: ['paginas', 'cursor'] },
  { method: 'GET', path: '/dashboard/desejos', query: ['paginas', 'cursor'] },
  { method: 'POST', path: '/dashboard/desejos', form: { sku: 'lol:Ahri:1', do: 'add' } },
  {
    method: 'POST',
    path: '/dashboard/colecao/publica',
    form: { name: 'Ana', slug: 'colecao-da-ana', on: 'true', do: 'public_collection.save' },
  },
  { method: 'GET', path: '/colecao/:anything', query: ['paginas'] },
  { method: 'GET', path: '/colecao/:anything/imagem.jpg' },
  { method: 'GET', path: '/carrinho/completar', query: ['campeao'] },
  { method: 'GET', path: '/loja/marcas' },
  { method: 'GET', path: '/dashboard/download-skin/:collectionId' },
  { method: 'GET', path: '/dashboard/chave/:collectionId' },
  { method: 'GET', path: '/admin', query: ['status', 'q', 'cursor', 'paginas', 'from', 'to', 'skin', 'cpf'] },
  { method: 'GET', path: '/admin/mensagens', query: ['paginas'] },
  { method: 'GET', path: '/admin/emails', query: ['paginas', 'email'] },
  { method: 'GET', path: '/confirmar-email/:anything' },
  { method: 'POST', path: '/confirmar-email/:anything', form: { do: 'confirm' } },
  { method: 'GET', path: '/troca-de-email/:anything' },
  { method: 'POST', path: '/troca-de-email/:anything', form: {} },
  { method: 'GET', path: '/admin/atendimento', query: ['estado', 'q', 'paginas'] },
  { method: 'GET', path: '/dashboard/suporte', query: ['item', 'pedido', 'paginas'] },
  { method: 'GET', path: '/admin.data', query: ['_routes', 'q', 'status'] },
  { method: 'GET', path: '/img/:file', query: ['w'] },
  { method: 'GET', path: '/uploads/:id' },
  { method: 'GET', path: '/marca/:anything' },
  { method: 'GET', path: '/dashboard/suporte/imagem/:id' },
  { method: 'GET', path: '/simulator/:paymentId' },
  { method: 'GET', path: '/:anything' },
  { method: 'GET', path: '/api/admin/orders.csv', query: ['status', 'q', 'cursor', 'from', 'skin', 'cpf'] },
  { method: 'GET', path: '/api/admin/skins', query: ['q'] },
  { method: 'GET', path: '/admin/mesa' },
  { method: 'GET', path: '/admin/arquivos', query: ['q', 'paginas'] },
  { method: 'GET', path: '/admin/estoque', query: ['q', 'produto'] },
  { method: 'POST', path: '/api/admin/files', form: { file: 'x' } },
  { method: 'POST', path: '/admin/conferencia/enviar', form: { file: 'x' } },
  { method: 'POST', path: '/api/admin/statements', form: { file: 'x' } },
  { method: 'GET', path: '/api/admin/closings/:anything' },
  { method: 'POST', path: '/admin/mudanca/exportar' },
  { method: 'POST', path: '/admin/mudanca/enviar', form: { file: 'x' } },
  { method: 'POST', path: '/api/admin/imports', form: { file: 'x' } },
  { method: 'POST', path: '/api/admin/catalogs', form: { file: 'x' } },
  { method: 'POST', path: '/api/admin/catalogs/:anything', form: { file: 'x' } },
  { method: 'POST', path: '/admin/catalogo/enviar', form: { file: 'x' } },
  { method: 'POST', path: '/admin/catalogo/enviar/:anything', form: { file: 'x' } },
  { method: 'GET', path: '/admin/patch', query: ['paginas', 'quais', 'campeao', 'skin', 'fazer', 'avisar'] },
  { method: 'GET', path: '/api/admin/orders/:orderId/evidence' },
  { method: 'POST', path: '/admin/saude', form: { do: 'nothing' } },
  { method: 'POST', path: '/simulator/pay/:paymentId' },
  { method: 'POST', path: '/simulator/dispute/:paymentId', form: { do: 'open' } },
  { method: 'GET', path: '/api/admin/coupons/:anything/sales.csv' },
  {
    method: 'POST',
    path: '/api/create-pix-payment',
    json: {
      coupon: 'ANA',
      gift: { email: 'amiga@exemplo.com', message: 'Parabéns!' },
      orderId: null,
      amount: 30,
      description: 'Compra',
      cartItems: [skin, { ...skin, skinNum: 2 }],
      customer,
    },
  },
  {
    method: 'POST',
    path: '/api/create-pix-payment',
    json: { amount: 20.5, description: 'Avulsa', customer },
  },
  { method: 'GET', path: '/admin/pedidos/:paidOrderId' },
  { method: 'GET', path: '/admin/numeros', query: ['from', 'to'] },
  { method: 'GET', path: '/admin/registro', query: ['antes', 'cursor'] },
  { method: 'POST', path: '/pagar/:anything', form: {} },
  { method: 'GET', path: '/pagar/:anything' },
  { method: 'GET', path: '/i/:anything' },
  { method: 'GET', path: '/feed/:anything' },
  { method: 'GET', path: '/feed/:anything/:collectionId' },
  { method: 'POST', path: '/presente/:anything', form: { instead: 'Ahri_1' } },
  { method: 'GET', path: '/presente/:anything', query: ['q'] },
  { method: 'POST', path: '/dashboard/perfil/verificacao', form: { step: 'start', current: 'x', code: '1' } },
  { method: 'POST', path: '/dashboard/perfil/sessoes', form: { session: 'x' } },
  { method: 'POST', path: '/auth/verificacao', form: { code: '123456' } },
  { method: 'POST', path: '/webhooks/:gateway/:anything', json: { pix: [{ txid: 'x', endToEndId: 'E1' }] } },
  {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    json: { email: 'a@exemplo.com', password: 'segredo1', name: 'Ana', callbackURL: '/' },
  },
  { method: 'POST', path: '/api/auth/sign-in/email', json: { email: 'a@exemplo.com', password: 'segredo1' } },
  {
    method: 'POST',
    path: '/api/auth/request-password-reset',
    json: { email: 'a@exemplo.com', redirectTo: '/' },
  },
  { method: 'POST', path: '/api/auth/reset-password', json: { newPassword: 'segredo1', token: 'x' } },
  { method: 'POST', path: '/api/auth/update-user', json: { name: 'Ana', image: 'x' } },
  {
    method: 'POST',
    path: '/api/auth/change-password',
    json: { currentPassword: 'x', newPassword: 'segredo2' },
  },
  { method: 'GET', path: '/api/catalog-index/:anything' },
  { method: 'GET', path: '/metrics', query: ['x'] },
  { method: 'POST', path: '/webhooks/:gateway/pix', json: { pix: [{ txid: 'x', endToEndId: 'E1' }] } },
  {
    method: 'POST',
    path: '/webhooks/:gateway/:anything/pix',
    json: { pix: [{ txid: 'x', endToEndId: 'E1', horario: '2026-11-21T12:00:00' }] },
  },
  { method: 'POST', path: '/dashboard/perfil/excluir', form: { current: 'x' } },
  { method: 'GET', path: '/api/auth/get-session', query: ['disableCookieCache'] },
  { method: 'GET', path: '/api/auth/:anything' },
  {
    method: 'POST',
    path: '/webhooks/:gateway',
    query: ['webhookSecret', 'data.id', 'type'],
    json: { id: 'e1', event: 'billing.paid', data: {} },
  },
  { method: 'POST', path: '/contato', form: { name: 'Ana', email: 'a@exemplo.com', message: 'Olá' } },
  {
    method: 'POST',
    path: '/dashboard/suporte',
    form: { subject: 'Dúvida', message: 'Olá', item: 'x', order: 'x' },
  },
  { method: 'POST', path: '/dashboard/suporte/:anything', form: { message: 'Olá' } },
  { method: 'POST', path: '/dashboard/funcionou/:anything', form: { x: '1' } },
  { method: 'POST', path: '/dashboard/perfil', form: { name: 'Ana' } },
  {
    method: 'POST',
    path: '/dashboard/perfil/senha',
    form: { current: 'x', password: 'segredo2', confirmation: 'segredo2' },
  },
  { method: 'POST', path: '/dashboard/perfil/imagem/:kind', form: { picture: 'x' } },
  { method: 'POST', path: '/auth', form: { modo: 'login', email: 'a@exemplo.com', password: 'x' } },
  { method: 'POST', path: '/auth/recuperar', form: { email: 'a@exemplo.com' } },
  {
    method: 'POST',
    path: '/auth/nova-senha',
    form: { token: 'x', password: 'segredo1', confirmation: 'segredo1' },
  },
];

/** Texts as a cut, a paste or a broken program makes them, around a valid one. */
export const ODD_TEXTS: readonly ((honest: string) => string)[] = [
  (honest) => `${honest}\ud83d`,
  (honest) => `\ude00${honest}`,
  (honest) => `${honest.slice(0, 1)}\u0000${honest.slice(1)}`,
  (honest) => `${honest}\u0007\u001b[31m\u0085\u009f\u2028`,
  // Longer than any limit that cuts, and cut within a pair whether it is cut at an even place or an odd one.
  (honest) => `${honest}${'😀'.repeat(300)}`,
  (honest) => `${honest}x${'😀'.repeat(300)}`,
];

const ANY_ID = '0198c0de-0000-7000-8000-000000000000';
/** Cursors that look like the shop's own, and are not. */
export const ODD_CURSORS = [
  `1763800000000_${'-'.repeat(36)}`,
  `1763800000000_${'a'.repeat(36)}`,
  `999999999999999_${ANY_ID}`,
  `9999999999999999_${ANY_ID}`,
  `1e3_${ANY_ID}`,
  `-1_${ANY_ID}`,
  `2026-11-22T03:00:00_${ANY_ID}`,
  `2026-11-22T03:00:00+25:00_${ANY_ID}`,
  `2026-11-22T03:00:00[Mars/Olympus]_${ANY_ID}`,
  `1763800000000_${ANY_ID}\u0000`,
  `1763800000000_${ANY_ID}_1`,
  '999999999999999',
  '9223372036854775808',
  '2147483648',
  '00000000000000000001',
  '-1',
  '1.5',
  '\u0000',
  '😀',
] as const;

/** What has broken shops before: docs/threats.md names the attacks, these are their letters. */
const PAYLOADS = [
  '',
  ' ',
  '0',
  '-1',
  '0.01',
  '1e21',
  '1e400',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  "' or '1'='1",
  "'; select pg_sleep(2); --",
  '%',
  '_',
  '\\',
  '\u0000',
  '\u202e',
  '\ud800',
  'a\udfffb',
  '\u001b[31m\u0085\u2028',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%c0%ae%c0%ae/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://169.254.169.254/latest/meta-data/',
  '<script>alert(1)</script>',
  '</script><svg onload=alert(1)>',
  '{{7*7}}',
  '${7*7}',
  'a\r\nBcc: x@exemplo.com',
  '__proto__',
  'constructor',
  'é'.repeat(300),
  'A'.repeat(5_000),
  '9'.repeat(400),
  '2147483648',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61Z',
  '2026-11-22T03:00:00',
  '2026-11-22T03:00:00+99:99',
  '2026-11-22T03:00:00[Mars/Olympus]',
  '💥'.repeat(50),
  `x${'💥'.repeat(200)}`,
  ...ODD_CURSORS,
] as const;

const payload = fc.constantFrom(...PAYLOADS);
const text = fc.oneof(payload, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 300 }));
const weird: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 3,
    arbitrary: fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, -1, 1e21, 0.1)),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.anything({ maxDepth: 1, maxKeys: 2 }), { maxLength: 40 }).map(plain) },
);

/** Only what JSON can say. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null;
  }
}

/** Breaks some fields of a body that would be taken: too little to be refused at the first look. */
function mutateObject(honest: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.keys(honest);
  // A form of a button alone has none.
  const keys = fields.length > 0 ? fields : ['x'];
  const change = fc.oneof(
    fc.tuple(fc.constant('set' as const), fc.constantFrom(...keys), weird),
    fc.tuple(fc.constant('drop' as const), fc.constantFrom(...keys), fc.constant(null)),
    fc.tuple(fc.constant('add' as const), text, weird),
    fc.tuple(fc.constant('inside' as const), fc.constantFrom(...keys), fc.tuple(text, weird)),
  );
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const body: Record<string, unknown> = structuredClone(honest);
    for (const [kind, key, drawn] of changes) {
      // fast-check hands the same `{}` out again and again: put into itself it would be a circle.
      const value: unknown = structuredClone(drawn);
      if (kind === 'drop') delete body[key];
      else if (kind === 'inside') {
        const inner = body[key];
        if (typeof inner !== 'object' || inner === null) continue;
        const own = Object.keys(inner);
        const [name, inside] = value as [string, unknown];
        // `4294967294` in a list would make it four billion long.
        const added = Array.isArray(inner) ? String(own.length) : name;
        const field =
          own.length > 0 && name.length % 2 === 0 ? (own[name.length % own.length] ?? added) : added;
        (inner as Record<string, unknown>)[field] = inside;
      } else body[key] = value;
    }
    return body;
  });
}

const header = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { accept: 'text/html' },
    { accept: '*/*;q=0.00000000001' },
    { accept: `image/avif,${'image/x,'.repeat(300)}` },
    { 'accept-encoding': 'br;q=x, gzip' },
    { 'accept-language': '*'.repeat(500) },
    { 'if-none-match': '"' },
    { 'if-none-match': 'W/'.repeat(300) },
    { 'if-modified-since': 'never' },
    { range: 'bytes=9-1,-5,0-99999999999999999999' },
    { 'last-event-id': '9'.repeat(300) },
    { 'idempotency-key': 'k'.repeat(201) },
    { 'idempotency-key': "'" },
    { 'x-forwarded-for': ', ,::ffff:1.2.3.4,[::1' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'gopher' },
    { forwarded: 'for="_x' },
    { 'x-http-method-override': 'DELETE' },
    { 'content-type': 'application/json; charset=utf-7' },
    { 'content-type': 'multipart/form-data; boundary=' },
    { 'content-type': 'multipart/form-data; boundary=a' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain' },
    { 'content-encoding': 'gzip' },
    { cookie: '=; ;;=x; __Host-=;fulgor.session_token=%' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ),
);

const escape = (value: string) => {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ED%A0%80';
  }
};

/** What node:http refuses to send is another fuzzer's work (bytes.ts). */
const sendable = (value: string) => value.replaceAll(/[^\x21-\x7e]/g, (letter) => escape(letter));

/** Requests from the shop's own schema with something wrong in them; `ids` are real ones to aim at. */
export function fuzzRequests(
  ids: Partial<Resources>,
  targets: readonly Target[] = TARGETS,
): fc.Arbitrary<FuzzRequest> {
  const known: Record<string, readonly string[]> = {
    championId: ['Ahri', 'Zed', 'MonkeyKing', 'Jade_Ahri', 'ahri'],
    skinNum: ['1', '0', '01', '999', '-1', '1e3'],
    file: ['Ahri_1', 'Ahri_0', 'Ahri_1.jpg', '..%2fAhri_1', 'Zed_1'],
    kind: ['avatar', 'capa', 'constructor'],
    gateway: [...GATEWAYS.map(({ name }) => name), 'constructor'],
    anything: ['x', 'favicon.ico', '.env', 'assets/x.js', '__proto__'],
    id: Object.values(ids),
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, [id as string]])),
  };
  const part = (name: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...(known[name] ?? ['x', ...Object.values(ids)])) },
      { weight: 2, arbitrary: text.map(escape) },
    );

  return fc.constantFrom(...targets).chain((target) => {
    const names = [...target.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    const query = fc.array(
      fc.tuple(fc.constantFrom(...(target.query ?? ['x']), 'x'), fc.oneof(text.map(escape), payload)),
      { maxLength: target.query ? 3 : 1 },
    );
    const body = target.json
      ? fc.oneof(
          { weight: 8, arbitrary: mutateObject(target.json).map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: weird.map((value) => JSON.stringify(plain(value))) },
          { weight: 1, arbitrary: text },
        )
      : target.form
        ? mutateObject(target.form).map((fields) =>
            Object.entries(fields)
              .map(([key, value]) => `${escape(key)}=${escape(String(value))}`)
              .join('&'),
          )
        : fc.option(text, { freq: 6 });
    return fc
      .record({
        who: fc.constantFrom<Who>('visitor', 'customer', 'customer', 'staff'),
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constant(target.method) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
          },
        ),
        parts: fc.tuple(...names.map(part)),
        query,
        headers: header,
        body,
      })
      .map(({ who, method, parts, query: pairs, headers, body: raw }) => {
        let filled = target.path;
        for (const [index, name] of names.entries()) filled = filled.replace(`:${name}`, parts[index] ?? '');
        const search = pairs.map(([key, value]) => `${key}=${value}`).join('&');
        const type = target.json ? 'application/json' : 'application/x-www-form-urlencoded';
        return {
          who,
          method,
          path: sendable(search ? `${filled}?${search}` : filled),
          headers: { ...(raw ? { 'content-type': type } : {}), ...headers },
          body: method === 'GET' || method === 'HEAD' ? null : raw,
        };
      });
  });
}
