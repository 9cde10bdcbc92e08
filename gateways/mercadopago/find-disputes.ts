import { z } from 'zod';
import { cutText, type FindDisputeResult, type GatewayDispute } from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { entryOf, Moment, readAs } from '../http/read-answer.ts';
import { lookUp, unreadable } from './call-api.ts';
import { Id, type Order } from './read-order.ts';

const Text = z.string().catch('');
/** Its pages write it as a word too. */
const Flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullable()
  .catch(null);

const Chargeback = z.object({
  payments: z.array(z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])).catch([]),
  reason: Text,
  coverage_applied: Flag,
  date_documentation_deadline: Moment,
  date_created: Moment,
});
const Claim = z.object({
  resource: Text,
  resource_id: Id.nullable().catch(null),
  status: z.string(),
  reason_id: Text,
  date_created: Moment,
  resolution: z
    .object({ benefited: z.array(z.string()).catch([]) })
    .nullable()
    .catch(null),
  players: z
    .array(z.object({ role: Text, available_actions: z.array(z.object({ due_date: Moment })).catch([]) }))
    .catch([]),
});
/** Of a payment only what leads to our charge, and how its chargeback ended. */
const Payment = z.object({
  external_reference: z.guid().nullable().catch(null),
  status: Text,
  status_detail: Text,
});

/** `settled`: against the seller. `reimbursed`: for the seller. */
const ENDS: Record<string, GatewayDispute['state']> = { settled: 'lost', reimbursed: 'won' };
const endOf = (detail: string) => entryOf(ENDS, detail);

const PATHS = { chargeback: '/v1/chargebacks/', claim: '/post-purchase/v1/claims/' };

/** Ids are `chargeback:…` and `claim:…`, as `readWebhook` writes them: the provider counts them separately. */
export async function findDispute(api: ApiSettings, gatewayDisputeId: string): Promise<FindDisputeResult> {
  const [, kind, id] = /^(chargeback|claim):(\w{1,64})$/.exec(gatewayDisputeId) ?? [];
  const path = id && (kind === 'claim' ? PATHS.claim : PATHS.chargeback) + id;
  const data = path ? await lookUp(api, path) : null;
  if (data === null) return { ok: false, reason: 'not_found' };
  return kind === 'claim' ? readClaim(api, gatewayDisputeId, data) : readCase(api, gatewayDisputeId, data);
}

/** The disputes that an order shows. Its chargebacks name a case, which has the deadline. */
export async function disputesOf(api: ApiSettings, order: Order): Promise<GatewayDispute[]> {
  const state = order.status === 'charged_back' ? (endOf(order.status_detail) ?? 'open') : 'won';
  const unnamed = {
    gatewayDisputeId: null,
    state,
    openedAt: null,
    answerBy: null,
    reason: order.status_detail,
  };
  // It was disputed once, perhaps: an order that is well again does not say so.
  if (order.status === 'processed') return [unnamed];
  if (order.status !== 'charged_back') return [];
  const cases = order.transactions.chargebacks.flatMap(({ case_id }) => case_id ?? []);
  const found = await Promise.all(
    cases.map(async (caseId): Promise<GatewayDispute> => {
      const data = await lookUp(api, PATHS.chargeback + caseId);
      return { ...described(data), gatewayDisputeId: `chargeback:${caseId}`, state };
    }),
  );
  return found.length > 0 ? found : [unnamed];
}

async function readCase(
  api: ApiSettings,
  gatewayDisputeId: string,
  data: unknown,
): Promise<FindDisputeResult> {
  const { payments, coverage_applied: isCovered } = read(Chargeback, data);
  const payment = await findPayment(api, payments[0]);
  const covered = isCovered === null ? 'open' : isCovered ? 'won' : 'lost';
  // The payment's word is the money's: a case may say 'not covered' while it still runs.
  const state = payment?.status === 'charged_back' ? (endOf(payment.status_detail) ?? 'open') : covered;
  return {
    ok: true,
    dispute: { ...described(data), gatewayDisputeId, state },
    charge: { chargeId: payment?.external_reference ?? null, gatewayChargeId: null },
  };
}

async function readClaim(
  api: ApiSettings,
  gatewayDisputeId: string,
  data: unknown,
): Promise<FindDisputeResult> {
  const claim = read(Claim, data);
  const order = /^ORD/i.test(claim.resource_id ?? '') ? (claim.resource_id ?? '').toUpperCase() : null;
  const payment = order || claim.resource !== 'payment' ? null : await findPayment(api, claim.resource_id);
  const dueDates = claim.players
    .filter(({ role }) => role === 'respondent')
    .flatMap(({ available_actions: actions }) =>
      actions.flatMap(({ due_date }) => due_date?.getTime() ?? []),
    );
  const closed = claim.resolution?.benefited.includes('complainant') ? 'lost' : 'won';
  return {
    ok: true,
    dispute: {
      gatewayDisputeId,
      state: claim.status === 'closed' ? closed : 'open',
      openedAt: claim.date_created,
      answerBy: dueDates.length > 0 ? new Date(Math.min(...dueDates)) : null,
      reason: claim.reason_id || 'reclamação',
    },
    charge: { chargeId: payment?.external_reference ?? null, gatewayChargeId: order },
  };
}

function described(data: unknown): Pick<GatewayDispute, 'openedAt' | 'answerBy' | 'reason'> {
  const found = Chargeback.safeParse(data ?? {}).data;
  return {
    openedAt: found?.date_created ?? null,
    answerBy: found?.date_documentation_deadline ?? null,
    reason: cutText(found?.reason || 'chargeback', 100),
  };
}

async function findPayment(
  api: ApiSettings,
  id: string | null | undefined,
): Promise<z.infer<typeof Payment> | null> {
  if (!id) return null;
  const data = await lookUp(api, `/v1/payments/${id}`);
  return data === null ? null : read(Payment, data);
}

function read<T>(schema: z.ZodType<T>, data: unknown): T {
  return readAs(schema, data, (what) => unreadable('dispute', what));
}
