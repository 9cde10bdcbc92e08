import { z } from 'zod';
import {
  cutText,
  type ChargeRequest,
  type GatewayChargeStatus,
  type PixGateway,
} from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { entryOf, Moment, readAs, shortDetail } from '../http/read-answer.ts';
import { callApi } from './call-api.ts';
import { detailOf, unreadable, wrongAddress } from './explain-answer.ts';
import { formatCustomer } from './format-customer.ts';

const STATUSES: Record<string, GatewayChargeStatus> = {
  PENDING: 'pending',
  PAID: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
};

const CreatedCharge = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: z.number().optional(),
  brCode: z.string().min(1),
  expiresAt: Moment,
});
const CheckedCharge = z.object({ status: z.string(), expiresAt: Moment });

const DESCRIPTION_LENGTH = 37;

/**
 * `/v1/pixQrCode/*`. It has no idempotency key, no look-up by our id, no paid amount, no cancellation and no refund.
 * The provider supports it until 2028-03-01.
 */
export function chargeWithV1(
  api: ApiSettings,
): Pick<PixGateway, 'traits' | 'create' | 'find' | 'cancel' | 'refund' | 'findRefund'> {
  return {
    traits: { idempotentCreate: false, namesPaidAmount: false, refunds: 'none', minimumTtlSeconds: 1 },

    async create(request) {
      const answer = await callApi(api, {
        method: 'POST',
        path: '/v1/pixQrCode/create',
        body: createBody(request),
        repeatable: false,
      });
      if (answer.kind === 'not_found') throw wrongAddress(api);
      if (answer.kind === 'refused') {
        return { ok: false, reason: 'refused', detail: detailOf(answer.detail, request, api) };
      }
      const created = readAs(CreatedCharge, answer.data, (what) => unreadable('create', what, false));
      const { id, status, amount, brCode, expiresAt } = created;
      if (amount !== undefined && amount !== request.amountCents) {
        // This code must not be shown: it would sell the order for another price, and v1 never names the paid sum.
        throw unreadable(
          'create',
          `asked for ${request.amountCents} centavos, got a charge of ${amount}`,
          false,
        );
      }
      return {
        ok: true,
        charge: {
          gatewayChargeId: id,
          status: readStatus(status),
          pixCode: brCode,
          expiresAt,
          paidAmountCents: null,
          paidAt: null,
          chargedBackCents: 0,
        },
      };
    },

    async find({ gatewayChargeId }) {
      // v1 can only look up by its own id. Nobody has seen the code, so nobody can have paid it.
      if (gatewayChargeId === null) return { ok: false, reason: 'not_found' };
      const answer = await callApi(api, {
        method: 'GET',
        path: '/v1/pixQrCode/check',
        query: { id: gatewayChargeId },
        repeatable: true,
      });
      if (answer.kind === 'not_found') return { ok: false, reason: 'not_found' };
      if (answer.kind === 'refused')
        throw unreadable('check', `refused (${shortDetail(answer.detail)})`, false);
      const checked = readAs(CheckedCharge, answer.data, (what) => unreadable('check', what, true));
      return {
        ok: true,
        charge: {
          gatewayChargeId,
          status: readStatus(checked.status),
          pixCode: null,
          expiresAt: checked.expiresAt,
          paidAmountCents: null,
          paidAt: null,
          chargedBackCents: 0,
        },
      };
    },

    cancel: async () => ({ ok: false, reason: 'not_supported' }),

    refund: async () => ({
      ok: false,
      reason: 'not_supported',
      detail: 'A versão 1 da API da AbacatePay não faz devoluções: devolva pelo painel da AbacatePay.',
    }),

    findRefund: async () => ({ ok: false, reason: 'not_supported' }),
  };
}

/** The provider has `additionalProperties: false`: it refuses a charge with one more field. */
function createBody(request: ChargeRequest) {
  const customer = formatCustomer(request.customer);
  const description = cutText(request.description, DESCRIPTION_LENGTH);
  return {
    amount: request.amountCents,
    expiresIn: request.ttlSeconds,
    ...(description && { description }),
    ...(customer && { customer }),
    metadata: { externalId: request.chargeId },
  };
}

function readStatus(status: string): GatewayChargeStatus {
  const known = entryOf(STATUSES, status);
  if (!known) throw unreadable('status', `unknown status "${shortDetail(status)}"`, false);
  return known;
}
