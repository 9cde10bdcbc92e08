import { mayDo, type StaffRole } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AssistantRequest } from '#shop/programs/requests/request.ts';
import { SETTING_KEYS } from '#shop/settings/setting-table.ts';
import { wireName } from '#shop/text/wire-name.ts';
import { readCall, runCall } from '../run-call.ts';
import { OPEN_CALLS, type OpenCall } from '../open-calls.ts';
import type { AnyCaller } from '../run-operation.ts';

interface Place {
  path: string;
  method: string;
  open: OpenCall;
}

/**
 * What may be asked for: whatever a key may change, by its id in the description. What is only read needs no person, and the
 * secret of a webhook is shown once, to whoever makes it.
 */
const REQUESTABLE: ReadonlyMap<string, Place> = new Map(
  Object.entries(OPEN_CALLS).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, open]) =>
      method === 'GET' || open.scope === 'webhooks:write'
        ? []
        : [[open.call.does.id, { path, method, open }] as const],
    ),
  ),
);

export const findRequestable = (operation: string): OpenCall | undefined => REQUESTABLE.get(operation)?.open;
/** The ids of those that this role may confirm. */
export const listRequestable = (role: StaffRole): string[] =>
  [...REQUESTABLE].filter(([, { open }]) => mayDo(role, open.right)).map(([id]) => id);

type Asked = Pick<AssistantRequest, 'operation' | 'input'> & { id?: string };

const namesOf = (address: string) => [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** The call as it would come through the door. */
function writeCall({ operation, input: { path = {}, query = {}, body }, id }: Asked) {
  const { path: address, method } = REQUESTABLE.get(operation)!;
  const textOf = (value: unknown) =>
    typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const names = namesOf(address);
  const isByKey = names.includes('skinNum') && typeof path.sku === 'string';
  const params = isByKey
    ? { sku: textOf(path.sku) }
    : Object.fromEntries(names.map((name) => [name, textOf(path[wireName(name)])]));
  const url = new URL(address, 'http://requests.invalid');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, textOf(value));
  const request = new Request(url, {
    method,
    headers: { 'content-type': 'application/json', ...(id !== undefined && { 'idempotency-key': id }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { request, url, params };
}

/** What the operation would be given, in the shop's words; or why it would not be. */
export const readRequested = ({ call }: OpenCall, asked: Asked) => readCall(call, writeCall(asked));

/**
 * What the operation does not read where it stands. Left out unsaid, a refund with a misspelt sum is one of everything.
 * Whatever changes something reads no query.
 */
export function strangeFields(
  { call: { does } }: OpenCall,
  { operation, input: { path = {}, query = {}, body = {} } }: Asked,
): string[] {
  const fields = Object.entries(does.input.shape);
  // The only whole body that may be asked for.
  const isOfSettings = fields.some(([, field]) => field.meta()?.isBody === true);
  const known = new Set((isOfSettings ? SETTING_KEYS : fields.map(([name]) => name)).map(wireName));
  if (known.has('sku')) for (const part of ['champion_id', 'skin_num']) known.add(part);
  const inAddress = namesOf(REQUESTABLE.get(operation)!.path).map(wireName);
  if (inAddress.includes('skin_num')) inAddress.push('sku');
  return [
    ...Object.keys(path).filter((name) => !inAddress.includes(name)),
    ...Object.keys(query),
    ...Object.keys(body).filter((name) => !known.has(name)),
  ];
}

/** Does it. null: it is done; else the sentence of the refusal. */
export async function doRequested(
  shop: ShopContext,
  { call }: OpenCall,
  asked: Asked,
  caller: AnyCaller,
): Promise<string | null> {
  const response = await runCall(shop, call, caller, { ...writeCall(asked), requestId: '' });
  if (response.ok) return call.does.id === 'desk.deliver' ? explainFailed(await response.json()) : null;
  const { error } = (await response.json()) as {
    error: { message: string; fields?: Record<string, string> };
  };
  return [error.message, ...Object.values(error.fields ?? {}).filter((text) => text !== error.message)].join(
    ' ',
  );
}

/** Of a delivery to several orders, each of which may have been refused. */
function explainFailed(told: unknown): string | null {
  const { completed, waiting_for_others, held } = told as Record<string, unknown>;
  const isAny = [completed, waiting_for_others].some((orders) => Array.isArray(orders) && orders.length > 0);
  return isAny || held ? null : 'Nada foi entregue: nenhum pedido pode receber esta skin agora.';
}
