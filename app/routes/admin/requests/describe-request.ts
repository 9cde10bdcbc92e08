import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { readRequested, findRequestable } from '#app/doors/requests/requested-call.ts';
import { OPERATION_WORDS } from '#app/doors/operation-words.ts';
import type { ShopContext } from '#shop/context.ts';
import { endOf, readLines } from '#shop/delivery/keys/read-lines.ts';
import type { AssistantRequest } from '#shop/programs/requests/request.ts';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import { maskSecret } from '#shop/settings/mask-secret.ts';
import { isSecret, SETTING_KEYS } from '#shop/settings/setting-table.ts';
import { count } from '#shop/text/count.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { isSum, wireName } from '#shop/text/wire-name.ts';
import { lastMoment } from '../coupons/coupon-words.ts';
import { fieldWord, valueWord } from './field-words.ts';

export interface ShownRequest extends Omit<AssistantRequest, 'input' | 'keyId'> {
  /** What will happen. */
  title: string;
  facts: { label: string; value: string; to?: string }[];
  /** What nobody can read is not confirmed. */
  isShown: boolean;
}

/** Said otherwise, or nothing of the thing itself. */
const LEFT_OUT = new Set(['confirmation', 'idempotencyKey', 'seen']);

/** What will happen if somebody confirms: as the shop reads it, so that nothing is done which is not shown. */
export async function describeRequest(ctx: ShopContext, asked: AssistantRequest): Promise<ShownRequest> {
  const { input: _, keyId: __, ...shown } = asked;
  const title = OPERATION_WORDS[asked.operation] ?? asked.operation;
  try {
    return { ...shown, title, facts: await readFacts(ctx, asked), isShown: true };
  } catch (error) {
    // The others are shown.
    ctx.log.error('request.not_shown', { requestId: asked.id, error });
    return { ...shown, title, facts: [{ label: 'Pedido', value: 'não pode ser mostrado' }], isShown: false };
  }
}

async function readFacts(ctx: ShopContext, asked: AssistantRequest): Promise<ShownRequest['facts']> {
  const open = findRequestable(asked.operation);
  const read = open && (await readRequested(open, asked));
  const fields = Object.entries(read?.ok ? read.value : {});
  const facts: ShownRequest['facts'] = [];
  for (const [name, value] of fields) {
    if (LEFT_OUT.has(name) || value === undefined) continue;
    if (name === 'entries') facts.push(...describeSettings(ctx, value as object));
    else facts.push(await describeFact(ctx, name, value));
  }
  const isWhole =
    asked.operation === 'refunds.request' && !fields.some(([name, value]) => WHICH.has(name) && value);
  if (isWhole) facts.push({ label: 'Valor', value: 'tudo o que resta devolver' });
  return facts;
}

/** They come unread, so that none of them is taken for an id. */
const describeSettings = (ctx: ShopContext, entries: object): ShownRequest['facts'] =>
  Object.entries(entries).map(([name, value]) => ({
    label: fieldWord(name),
    value: sayValue(ctx, name, SECRETS.has(name) && value ? maskSecret(String(value)) : value),
  }));

/** Settings by their names in the contract: whoever decides sees the end of them. */
const SECRETS = new Set(SETTING_KEYS.filter(isSecret).map(wireName));

const WHICH = new Set(['amountCents', 'itemIds']);

async function describeFact(
  ctx: ShopContext,
  name: string,
  value: unknown,
): Promise<ShownRequest['facts'][number]> {
  const label = fieldWord(wireName(name));
  if (typeof value === 'string') {
    if (name === 'orderId' || name === 'onlyThisOrder')
      return { label, ...(await describeOrder(ctx, value)) };
    if (name === 'ticketId')
      return { label, value: `#${value.slice(0, 8)}`, to: `/admin/atendimento/${value}` };
    if (name === 'itemId') return { label, value: (await nameItems(ctx, [value]))[0] ?? '' };
    if (name === 'keys') return { label, value: describeKeys(value) };
    if (name === 'productId') return { label, value: await nameProduct(ctx, value) };
  }
  if (name === 'itemIds') return { label, value: (await nameItems(ctx, value as string[])).join(', ') };
  if (name === 'links') return { label, value: await describeLinks(ctx, value as Record<string, string>) };
  return { label, value: sayValue(ctx, name, value) };
}

function sayValue(ctx: ShopContext, name: string, value: unknown): string {
  if (value === null || value === '') return 'nenhum';
  // A day is meant with its end, which is the first moment of the next.
  if (value instanceof Date) return formatDateTime(name === 'validTo' ? lastMoment(value) : value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return isSum(name) ? formatReais(value) : String(value);
  if (typeof value === 'string') {
    const skin = ctx.catalog.ready() ? ctx.catalog.current().findSkin(value) : null;
    return skin ? `${skin.name} (${value})` : valueWord(value);
  }
  if (Array.isArray(value)) return value.map((part) => sayValue(ctx, name, part)).join(', ');
  return Object.entries(value as object)
    .map(([part, own]) => `${fieldWord(wireName(part))}: ${sayValue(ctx, part, own)}`)
    .join(', ');
}

async function describeOrder(ctx: ShopContext, id: string): Promise<{ value: string; to?: string }> {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['customer_name', 'total_cents', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) return { value: `#${id.slice(0, 8)}, que não existe` };
  const { customer_name: name, total_cents: total, status } = order;
  return {
    value: `#${id.slice(0, 8)} de ${name}, ${formatReais(total)}, ${ORDER_STATUS_LABELS[status]}`,
    to: `/admin/pedidos/${id}`,
  };
}

async function nameItems(ctx: ShopContext, ids: string[]): Promise<string[]> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return ids.map(shorten);
  const rows = await ctx.db
    .selectFrom('order_items')
    .select(['id', 'skin_name'])
    .where('id', 'in', known)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.skin_name ?? shorten(id));
}
const shorten = (id: string) => `#${id.slice(0, 8)}`;

async function nameProduct(ctx: ShopContext, id: string): Promise<string> {
  const row = await ctx.db.selectFrom('products').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? `#${id.slice(0, 8)}, que não existe`;
}

/** Of keys that are sold nobody sees more than the ends, here neither. */
function describeKeys(typed: string): string {
  const { keys } = readLines(typed);
  const ends = keys.slice(0, SHOWN_KEYS).map(({ text }) => `…${endOf(text)}`);
  const more = keys.length > SHOWN_KEYS ? ', …' : '';
  return `${count(keys.length, 'chave', 'chaves')}: ${ends.join(', ')}${more}`;
}
const SHOWN_KEYS = 20;

async function describeLinks(ctx: ShopContext, links: Record<string, string>): Promise<string> {
  const ids = Object.keys(links).filter(isUuid);
  const names = await nameItems(ctx, ids);
  const said = new Map(ids.map((id, at) => [id, names[at]]));
  return Object.entries(links)
    .map(([key, link]) => `${said.get(key) ?? key}: ${link}`)
    .join('\n');
}
