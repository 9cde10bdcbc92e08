import { z } from 'zod';
import {
  type ChargeReference,
  type FindChargeResult,
  type GatewayCharge,
  type GatewayChargeStatus,
  type GatewayDispute,
  type PixGateway,
} from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { entryOf, shortDetail } from '../http/read-answer.ts';
import { askForCharge, checkCharge, CreatedCharge, dataOf, describeCharge } from './ask-for-charge.ts';
import { callApi } from './call-api.ts';
import { chargeWithV1 } from './charge-with-v1.ts';
import { unreadable } from './explain-answer.ts';
import { refundWithV2 } from './refund-with-v2.ts';

/** `APPROVED` is a status of cards: a PIX charge with it is an error, not a guess. */
const STATUSES: Record<string, GatewayChargeStatus> = {
  PENDING: 'pending',
  PAID: 'paid',
  // Paid, and later withdrawn to our bank account.
  REDEEMED: 'paid',
  // The money is ours until the dispute is lost.
  UNDER_DISPUTE: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  FAILED: 'cancelled',
  REFUNDED: 'refunded',
};

/** It has no ids for disputes. A charge that is paid says that a dispute, if there was one, is won. */
const DISPUTES: Record<string, GatewayDispute['state']> = {
  UNDER_DISPUTE: 'open',
  PAID: 'won',
  REDEEMED: 'won',
  REFUNDED: 'lost',
};

const Charge = CreatedCharge.extend({
  amount: z.number(),
  externalId: z.string().nullable().catch(null),
  metadata: z.object({ externalId: z.string() }).nullable().catch(null),
});
export type V2Charge = z.infer<typeof Charge>;
const Page = z.object({ hasMore: z.boolean(), next: z.string().nullable() }).nullable().catch(null);

const DESCRIPTION_LENGTH = 500;
const PAGE_SIZE = 100;
/** A charge after a create without an answer is minutes old: it is on the first pages or nowhere. */
const MAX_PAGES = 3;

/**
 * `/v2/transparents/*`. It accepts an `externalId` "for idempotency" but does not document a repeat, so a create is
 * not repeated. A create without an answer is looked up in the list by our id.
 */
export function chargeWithV2(
  api: ApiSettings,
): Pick<PixGateway, 'traits' | 'create' | 'find' | 'cancel' | 'refund' | 'findRefund'> {
  const v1 = chargeWithV1(api);

  async function find(reference: ChargeReference): Promise<FindChargeResult> {
    const { gatewayChargeId } = reference;
    if (gatewayChargeId === null) {
      const row = await findRow(api, reference);
      return row ? { ok: true, charge: toCharge(row) } : { ok: false, reason: 'not_found' };
    }
    const checked = await checkCharge(api, '/v2/transparents/check', gatewayChargeId);
    // The charge is older than the change of ABACATEPAY_API_VERSION. Whether v2 knows charges of v1 is not
    // documented.
    if (!checked) return v1.find(reference);
    return { ok: true, charge: toCharge({ id: gatewayChargeId, brCode: null, ...checked }) };
  }

  return {
    traits: {
      idempotentCreate: false,
      findsUnanswered: true,
      namesPaidAmount: false,
      refunds: 'full',
      minimumTtlSeconds: 1,
    },

    async create(request) {
      const data = { ...describeCharge(request, DESCRIPTION_LENGTH), externalId: request.chargeId };
      const call = { path: '/v2/transparents/create', body: { method: 'PIX', data }, schema: Charge };
      const asked = await askForCharge(api, request, call);
      if (!asked.ok) return asked;
      const { created } = asked;
      return { ok: true, charge: { ...toCharge(created), pixCode: created.brCode } };
    },

    find,
    cancel: async () => ({ ok: false, reason: 'not_supported' }),
    ...refundWithV2(api, { find, findRow: (reference) => findRow(api, reference) }),
  };
}

/** The row of the list: unlike `check` it names the amount. null if there is none. */
async function findRow(
  api: ApiSettings,
  { gatewayChargeId, chargeId }: ChargeReference,
): Promise<V2Charge | null> {
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await callApi(api, {
      method: 'GET',
      path: '/v2/transparents/list',
      query: {
        limit: String(PAGE_SIZE),
        ...(gatewayChargeId !== null && { id: gatewayChargeId }),
        ...(after !== null && { after }),
      },
      repeatable: true,
    });
    const listed = dataOf('list', answer);
    if (!listed) return null;
    const rows = z.array(z.unknown()).safeParse(listed.data);
    if (!rows.success) throw unreadable('list', 'answered without a list', true);
    const found = rows.data
      // Boletos and other sales of the shop there may have another form: they are not ours, and no error.
      .flatMap((row) => Charge.safeParse(row).data ?? [])
      .find((row) =>
        gatewayChargeId === null
          ? (row.externalId ?? row.metadata?.externalId) === chargeId
          : row.id === gatewayChargeId,
      );
    const pagination: z.infer<typeof Page> = Page.parse(listed.pagination ?? null);
    if (found || gatewayChargeId !== null || !pagination?.hasMore || !pagination.next) return found ?? null;
    after = pagination.next;
  }
  return null;
}

function toCharge(
  row: Pick<V2Charge, 'id' | 'status' | 'expiresAt'> & {
    brCode: string | null;
    amount?: number | undefined;
    platformFee?: number | undefined;
  },
): GatewayCharge {
  const status = entryOf(STATUSES, row.status);
  if (!status) throw unreadable('status', `unknown status "${shortDetail(row.status)}"`, false);
  const dispute = entryOf(DISPUTES, row.status);
  return {
    gatewayChargeId: row.id,
    status,
    ...(row.amount !== undefined && { askedCents: row.amount }),
    ...(row.platformFee !== undefined && { feeCents: row.platformFee }),
    pixCode: row.brCode,
    expiresAt: row.expiresAt,
    paidAmountCents: null,
    paidAt: null,
    // A lost dispute is REFUNDED too; the shop distinguishes the two by the dispute that it saw open.
    chargedBackCents: 0,
    ...(dispute && {
      disputes: [
        { gatewayDisputeId: null, state: dispute, openedAt: null, answerBy: null, reason: row.status },
      ],
    }),
  };
}
