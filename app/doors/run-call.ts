import type { z } from 'zod';
import { answerError, answerTooMany } from '#app/endpoints/http/answer-error.ts';
import { NO_STORE } from '#app/endpoints/http/no-store.ts';
import { fieldsOf } from '#shop/fields.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Refused } from '#shop/operation.ts';
import type { Call } from './call.ts';
import { BadSku, bareOf, fromText, fromWire, spellAddress, toWire } from './codec.ts';
import { wireName } from '#shop/text/wire-name.ts';
import { explainRefusal } from './explain-refusal.ts';
import { findCall } from './find-call.ts';
import { runOperation, type AnyCaller } from './run-operation.ts';

/** The table's row of an address, in which a key may stand as one part. */
export const findCallOf = <Calls>(table: Readonly<Record<string, Calls>>, pathname: string) =>
  findCall(table, pathname.replace(SKU_IN_ADDRESS, '/$1$2/$3'));

/** `lol:Ahri:3` is the address `Ahri/3`, and `file:a:b` is `file:a/b`. */
const SKU_IN_ADDRESS = /\/(?:lol(?::|%3A)(\w+)|(file(?::|%3A)[a-z0-9-]+))(?::|%3A)([\w.-]+)(?=\/|$)/i;

type Input = { ok: true; value: Record<string, unknown> } | Refused;

/** Reads what comes with the call, acts, and answers. `params`: the parts of its address. */
export async function runCall(
  shop: ShopContext,
  call: Call,
  caller: AnyCaller,
  asked: { request: Request; url: URL; requestId: string; params: Record<string, string> },
): Promise<Response> {
  const { request, url, requestId } = asked;
  const params = readParams(call.does.input, spellAddress(asked.params));
  if (!params) return refuse(call, NOT_FOUND, requestId);
  const done = await runOperation(shop, call.does, caller, () => readInput(call, request, url, params));
  return done.ok ? answer(call, done.outcome, request) : refuse(call, done, requestId);
}

/** What the operation would be given, in its own words. */
export async function readCall(
  call: Call,
  asked: { request: Request; url: URL; params: Record<string, string> },
): Promise<Input> {
  const params = readParams(call.does.input, spellAddress(asked.params));
  return params ? readInput(call, asked.request, asked.url, params) : NOT_FOUND;
}

const NOT_FOUND: Refused = { ok: false, reason: 'not_found' };

/** The parts of the address, the query or the body, and the key of a repeated call, in the words of the operation. */
async function readInput(
  { does: { input } }: Call,
  request: Request,
  url: URL,
  params: Record<string, unknown>,
): Promise<Input> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const body = isRead
    ? fromText(input, url.searchParams, wireName)
    : await readBody(input, request, params).catch(refuseSku);
  if (body === BAD_SKU) return BAD_SKU;
  if (typeof body !== 'object' || body === null) return MALFORMED;
  const other = 'sku' in params && 'sku' in body && body.sku !== null && body.sku !== params.sku;
  if (other) return BAD_SKU;
  const key = 'idempotencyKey' in input.shape && {
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
  };
  const parsed = input.safeParse({ ...body, ...key, ...params });
  if (parsed.success) return { ok: true, value: parsed.data };
  const { issues } = parsed.error;
  // A text that is no moment has the right shape.
  const isShape = issues.some(
    ({ code, ...issue }) => code !== 'custom' && !('expected' in issue && issue.expected === 'date'),
  );
  if (isRead || isShape) return MALFORMED;
  return { ok: false, reason: 'invalid', fields: fieldsOf(parsed.error) };
}

const MALFORMED: Refused = { ok: false, reason: 'malformed' };
const BAD_SKU: Refused = {
  ok: false,
  reason: 'invalid',
  fields: { sku: 'Este sku não existe ou não é o da skin informada.' },
};
const refuseSku = (error: unknown) => {
  if (error instanceof BadSku) return BAD_SKU;
  throw error;
};

/** null: an address that cannot be one of ours leads to nothing that is there. */
function readParams(
  { shape }: Call['does']['input'],
  params: Record<string, string>,
): Record<string, unknown> | null {
  const read: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(params)) {
    const field = shape[name] as z.ZodType;
    read[name] = bareOf(field).def.type === 'number' && /^\d{1,9}$/.test(text) ? Number(text) : text;
    if (!field.safeParse(read[name]).success) return null;
  }
  return read;
}

/** No body is an empty one. One that is said to be JSON and is empty is that only where no field comes with it. */
async function readBody(
  input: Call['does']['input'],
  request: Request,
  params: Record<string, unknown>,
): Promise<unknown> {
  const text = await request.text();
  const type = request.headers.get('content-type');
  const isJson = /^application\/json\b/i.test(type ?? '');
  const [lines] = Object.entries(input.shape).find(([, field]) => field.meta()?.isText === true) ?? [];
  if (lines !== undefined && !isJson) return { [lines]: text };
  if (text === '' && (type === null || Object.keys(input.shape).every((name) => name in params))) return {};
  if (!isJson) return null;
  const body: unknown = await new Response(text).json().catch(() => null);
  if (Array.isArray(body)) return null;
  const [whole] = Object.entries(input.shape).find(([, field]) => field.meta()?.isBody === true) ?? [];
  return whole === undefined ? fromWire(input, body) : { [whole]: body };
}

async function answer({ does, answer: how }: Call, outcome: object, request: Request): Promise<Response> {
  const code = typeof how === 'number' ? how : await how(outcome, request);
  if (code instanceof Response) return code;
  if (code === 204) return new Response(null, { status: 204, headers: NO_STORE });
  const value = does.output.parse(outcome) as object | { entries: unknown[]; nextCursor: string | null };
  if (!('nextCursor' in value && 'entries' in value))
    return Response.json(toWire(value), { status: code, headers: NO_STORE });
  const next = value.nextCursor === null ? {} : { 'X-Next-Cursor': value.nextCursor };
  return Response.json(toWire(value.entries), { status: code, headers: { ...NO_STORE, ...next } });
}

export function refuse(call: Call, refused: Refused, requestId: string): Response {
  if (refused.retryAfterSeconds !== undefined) return answerTooMany(refused.retryAfterSeconds, requestId);
  const { status, code, message, fields } = explainRefusal(call, refused);
  const nameOf = (field: string) =>
    Object.hasOwn(call.does.input.shape, field) || field === 'championId' ? wireName(field) : field;
  // Callers that name champion and number look for the sentence there.
  const spelled = 'sku' in fields ? { championId: fields.sku, ...fields } : fields;
  const named = Object.entries(spelled).map(([field, text]) => [nameOf(field), text]);
  const extra = {
    ...(named.length > 0 && { fields: Object.fromEntries(named) as Record<string, string> }),
    ...(refused.nearest !== undefined && { nearest: refused.nearest }),
  };
  return answerError(status, code, requestId, message, extra);
}
