import type { GatewayCharge, GatewayChargeStatus, PixGateway } from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { entryOf, shortDetail } from '../http/read-answer.ts';
import { askForCharge, checkCharge, describeCharge } from './ask-for-charge.ts';
import { unreadable } from './explain-answer.ts';

const STATUSES: Record<string, GatewayChargeStatus> = {
  PENDING: 'pending',
  PAID: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
};

const DESCRIPTION_LENGTH = 37;

/**
 * `/v1/pixQrCode/*`. It has no idempotency key, no look-up by our id, no paid amount, no cancellation and no refund.
 * The provider supports it until 2028-03-01.
 */
export function chargeWithV1(
  api: ApiSettings,
): Pick<PixGateway, 'traits' | 'create' | 'find' | 'cancel' | 'refund' | 'findRefund'> {
  return {
    traits: {
      idempotentCreate: false,
      findsOnlyIdsOf: 'pix_char_',
      namesPaidAmount: false,
      refunds: 'none',
      minimumTtlSeconds: 1,
    },

    async create(request) {
      const body = describeCharge(request, DESCRIPTION_LENGTH);
      const asked = await askForCharge(api, request, { path: '/v1/pixQrCode/create', body });
      if (!asked.ok) return asked;
      const { id, brCode, ...created } = asked.created;
      const { platformFee: feeCents } = created;
      const charge = { ...toCharge(id, created), pixCode: brCode };
      return { ok: true, charge: { ...charge, ...(feeCents !== undefined && { feeCents }) } };
    },

    async find({ gatewayChargeId }) {
      // v1 can only look up by its own id. Nobody has seen the code, so nobody can have paid it.
      if (gatewayChargeId === null) return { ok: false, reason: 'not_found' };
      const checked = await checkCharge(api, '/v1/pixQrCode/check', gatewayChargeId);
      return checked
        ? { ok: true, charge: toCharge(gatewayChargeId, checked) }
        : { ok: false, reason: 'not_found' };
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

function toCharge(
  id: string,
  { status, expiresAt }: { status: string; expiresAt: Date | null },
): GatewayCharge {
  const known = entryOf(STATUSES, status);
  if (!known) throw unreadable('status', `unknown status "${shortDetail(status)}"`, false);
  const unsaid = { pixCode: null, paidAmountCents: null, paidAt: null, chargedBackCents: 0 };
  return { gatewayChargeId: id, status: known, expiresAt, ...unsaid };
}
