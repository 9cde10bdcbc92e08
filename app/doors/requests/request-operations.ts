import { z } from 'zod';
import { readStaffAccess } from '#shop/accounts/staff/read-staff-access.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import { id, nothing, paragraphs } from '#shop/fields.ts';
import { operation, type Refused } from '#shop/operation.ts';
import { keepRequest } from '#shop/programs/requests/ask-request.ts';
import { endRequest, takeRequest } from '#shop/programs/requests/decide-request.ts';
import { readRequests, type AssistantRequest } from '#shop/programs/requests/request.ts';
import type { OpenCall } from '../open-calls.ts';
import { doRequested, findRequestable, readRequested, strangeFields } from './requested-call.ts';

const REASON = 'Diga por quê, com até 1.000 caracteres.';
const NO_INPUT = 'Use {"path", "query", "body"}, como a operação pede.';
const MAX_INPUT = 100_000;
const record = z.record(z.string(), z.unknown()).optional();

/** An assistant asks for what a person then confirms. What it would call is checked at once. */
export const askRequest = operation(
  {
    id: 'requests.ask',
    who: 'orders.read',
    input: z.object({
      operation: z
        .string()
        .max(100)
        .meta({ examples: ['coupons.create'] }),
      input: z
        .strictObject({ path: record, query: record, body: record }, NO_INPUT)
        .meta({ examples: [{ body: { code: 'ANA10', percent: 10 } }] }),
      reason: paragraphs(1, 1000, REASON),
    }),
    output: z.object({ id: z.string(), state: z.literal('waiting') }),
    refusals: {
      unknown_operation: [422, 'invalid'],
      bad_input: [422, 'invalid'],
      too_many: 409,
      not_found: 404,
    },
  },
  async (ctx, asked) => {
    // Of people nobody asks for it: they do it.
    if (!ctx.program) return { ok: false, reason: 'not_found' };
    const open = findRequestable(asked.operation);
    if (!open) return { ok: false, reason: 'unknown_operation' };
    if (isTooLong(asked.input)) return { ok: false, reason: 'bad_input', fields: { input: NO_INPUT } };
    const read = await readRequested(open, asked);
    const strange = strangeFields(open, asked);
    if (!read.ok || strange.length > 0)
      return { ok: false, reason: 'bad_input', fields: { input: explainInput(read, strange) } };
    const kept = await keepRequest(ctx, { ...asked, keyId: ctx.program.keyId });
    return kept === null
      ? { ok: false, reason: 'too_many' }
      : { ok: true as const, id: kept, state: 'waiting' };
  },
);

/** As text. What is nested deeper than the engine goes has none. */
function isTooLong(input: object): boolean {
  try {
    return JSON.stringify(input).length > MAX_INPUT;
  } catch {
    return true;
  }
}

function explainInput(read: { ok: true } | Refused, strange: string[]): string {
  if (strange.length > 0) return `Esta operação não tem ${strange.join(', ').slice(0, 200)}.`;
  const fields = Object.entries((read.ok ? null : read.fields) ?? {});
  return fields.length > 0 ? fields.map(([name, text]) => `${name}: ${text}`).join(' ') : NO_INPUT;
}

/** What came of it: for the key that asked. */
export const showRequest = operation(
  {
    id: 'requests.show',
    who: 'orders.read',
    input: z.object({ requestId: id() }),
    output: z.object({
      id: z.string(),
      operation: z.string(),
      state: z.enum(['waiting', 'done', 'refused', 'expired']),
      createdAt: z.date(),
      expiresAt: z.date(),
    }),
    refusals: { not_found: 404 },
  },
  async (ctx, { requestId }) => {
    const keyId = ctx.program?.keyId;
    const [asked] = keyId === undefined ? [] : await readRequests(ctx, { id: requestId, keyId });
    return asked ? { ok: true as const, ...asked } : { ok: false, reason: 'not_found' };
  },
);

const decided = { not_found: 404, not_yours: [403, 'forbidden'], over: 409 } as const;

/** Does what was asked for, as this person: with their rights, under the name of the key. */
export const confirmRequest = operation(
  {
    id: 'requests.confirm',
    who: 'orders.read',
    input: z.object({ requestId: id(), code: z.string().max(20).nullish() }),
    output: nothing,
    refusals: { ...decided, not_done: 409 },
    asksCode: true,
  },
  async (ctx, { requestId, actorUserId, source }) => {
    const found = await findRequest(ctx, { requestId, actorUserId });
    if (!found.ok) return found;
    const { asked, open } = found;
    const shop = inNameOf(ctx, asked);
    if (asked.state === 'expired' || !(await takeRequest(shop, asked, { actorUserId, isConfirmed: true })))
      return { ok: false, reason: 'over' };
    const caller = {
      userId: actorUserId,
      isStaff: true,
      source: source ?? { address: '', userAgent: null },
      // Just now, for this.
      confirm: async () => null,
    };
    // Whether something was done is not known then, and it is not tried again.
    const refusal = await doRequested(shop, open, asked, caller).catch(async (error: unknown) => {
      await endRequest(shop, asked, 'refused');
      throw error;
    });
    await endRequest(shop, asked, refusal === null ? 'done' : 'back');
    return refusal === null ? { ok: true } : { ok: false, reason: 'not_done', message: refusal };
  },
);

export const refuseRequest = operation(
  {
    id: 'requests.refuse',
    who: 'orders.read',
    input: z.object({ requestId: id() }),
    output: nothing,
    refusals: decided,
  },
  async (ctx, { requestId, actorUserId }) => {
    const found = await findRequest(ctx, { requestId, actorUserId });
    if (!found.ok) return found;
    const taken = await takeRequest(inNameOf(ctx, found.asked), found.asked, {
      actorUserId,
      isConfirmed: false,
    });
    return taken ? { ok: true } : { ok: false, reason: 'over' };
  },
);

const inNameOf = (ctx: ShopContext, { keyId, keyName }: AssistantRequest): ShopContext => ({
  ...ctx,
  program: { keyId, name: keyName, isNoted: false },
});

/** Decided by those alone who may do it themselves. */
async function findRequest(
  ctx: ShopContext,
  { requestId, actorUserId }: { requestId: string; actorUserId: string },
): Promise<
  { ok: true; asked: AssistantRequest; open: OpenCall } | { ok: false; reason: 'not_found' | 'not_yours' }
> {
  const [asked] = await readRequests(ctx, { id: requestId });
  const open = asked && findRequestable(asked.operation);
  if (!asked || !open) return { ok: false, reason: 'not_found' };
  // The door has asked for the second factor.
  const { role } = await readStaffAccess(ctx, { userId: actorUserId, hasSecondFactor: true });
  return mayDo(role, open.right) ? { ok: true, asked, open } : { ok: false, reason: 'not_yours' };
}
