import { describeOpenCalls } from '#app/doors/describe-v1.ts';
import { isScope, SCOPES } from '#shop/programs/scopes.ts';

/** What people call the first part of an address below `/api/v1/`. */
const NOUNS: Readonly<Record<string, string>> = {
  orders: 'Pedidos',
  attention: 'Atenção',
  desk: 'Mesa de entrega',
  'skin-files': 'Arquivos das skins',
  files: 'Envio de arquivos',
  patch: 'Dia de patch',
  demand: 'Mais pedidas',
  preorders: 'Pré-venda',
  stock: 'Estoque de chaves',
  disputes: 'Contestações',
  tickets: 'Atendimento',
  reviews: 'Avaliações',
  coupons: 'Cupons',
  catalog: 'Catálogo',
  catalogs: 'Catálogos de arquivo',
  products: 'Produtos',
  numbers: 'Números',
  settings: 'Configurações',
  audit: 'Registro',
  webhooks: 'Webhooks',
  'webhook-deliveries': 'Envios de webhooks',
  requests: 'Pedidos de confirmação',
  me: 'A própria chave',
};

/** What the example sends, where it is not a list that is read. */
const sentOf = (sku: string): Readonly<Record<string, object>> => ({
  coupons: { code: 'ANA10', percent: 10 },
  products: { name: 'Moldura de avatar', price: 12.5 },
  patch: { scope: { skins: [sku] }, state: 'updating' },
  requests: {
    operation: 'coupons.create',
    input: { body: { code: 'DESCULPA', percent: 15 } },
    reason: 'A entrega atrasou.',
  },
});

export interface NounOfApi {
  id: string;
  name: string;
  calls: { method: string; path: string; words: string; scope: string | null }[];
  /** A command that works as it stands, with a key in it. */
  example: string | null;
}

/** What a key opens, by noun, as the description has it. `sku`: a skin of this shop, for the examples. */
export function listApiCalls(origin: string, sku: string): NounOfApi[] {
  const sent = sentOf(sku);
  const calls = Object.entries(describeOpenCalls().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const byNoun = Map.groupBy(calls, ({ path }) => path.split('/')[3] ?? '');
  const order = Object.keys(NOUNS);
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...byNoun]
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([id, own]) => ({
      id,
      name: NOUNS[id] ?? id,
      calls: own.map(({ path, method, call }) => ({
        method,
        path,
        words: call.summary ?? call.operationId,
        scope: nameScope(call['x-scope']),
      })),
      example: writeExample(id, own, `${origin}/api/v1/${id}`, sent[id]),
    }));
}

const nameScope = (scope: string | undefined) =>
  scope === undefined ? null : `${scope}${isScope(scope) ? ` (${SCOPES[scope]})` : ''}`;

function writeExample(
  id: string,
  calls: { method: string; path: string }[],
  url: string,
  sent?: object,
): string | null {
  const key = "-H 'Authorization: Bearer flg_…'";
  if (sent)
    return `curl ${url} ${key} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(sent)}'`;
  if (id === 'files') return `curl ${url} ${key} -F file=@skin.zip`;
  const isList = calls.some(({ method, path }) => method === 'GET' && path === `/api/v1/${id}`);
  return isList ? `curl ${url} ${key}` : null;
}
