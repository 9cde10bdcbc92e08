import { z } from 'zod';
import {
  cutText,
  type ChargeReference,
  type ChargeRequest,
  type CreateChargeResult,
  type PixGateway,
} from '#shop/payments/gateway.ts';
import type { ApiSettings } from '../http/call-json.ts';
import { formatAmount } from '../http/format-amount.ts';
import { withoutPersonalData } from '../http/read-answer.ts';
import { callApi, dataOf, lookUp, unreadable } from './call-api.ts';
import { disputesOf } from './find-disputes.ts';
import { readOrder, toCharge, type Order } from './read-order.ts';

/** The provider's limits for a Pix code: 30 minutes to 30 days. */
export const MINIMUM_TTL_SECONDS = 30 * 60;
const MAXIMUM_TTL_SECONDS = 30 * 24 * 3600;
const DESCRIPTION_LENGTH = 150;
/** A search covers 30 days at most; the end lies ahead so that a clock running late hides no new order. */
const SEARCH_DAYS = 29;
const HOUR_MS = 3_600_000;
/** A row of a search may have `null` for its payment: the shop reads what leads to the order, and then the order. */
const Row = z.object({ id: z.string().catch(''), external_reference: z.string() });

export interface Orders extends Pick<PixGateway, 'create' | 'find' | 'cancel'> {
  /** The order of a charge, by its id there or else by ours. Null when there is none. */
  findOrder(reference: ChargeReference): Promise<Order | null>;
}

/** `/v1/orders`: one order with one Pix payment per charge; our charge id is its reference and its key. */
export function chargeWithOrders(api: ApiSettings): Orders {
  async function findOrder({ gatewayChargeId, chargeId }: ChargeReference): Promise<Order | null> {
    if (gatewayChargeId === null) return searchOrder(chargeId);
    // Anything else in the path would be another address of the API.
    if (!/^ORD[0-9A-Z]{1,60}$/i.test(gatewayChargeId)) return null;
    const data = await lookUp(api, `/v1/orders/${gatewayChargeId}`, 'find');
    return data === null ? null : readOrder('find', data, chargeId);
  }

  async function searchOrder(chargeId: string): Promise<Order | null> {
    const now = Date.now();
    const answer = await callApi(api, {
      method: 'GET',
      path: '/v1/orders',
      query: {
        begin_date: new Date(now - SEARCH_DAYS * 24 * HOUR_MS).toISOString(),
        end_date: new Date(now + HOUR_MS).toISOString(),
        external_reference: chargeId,
      },
    });
    const data = dataOf('search', answer);
    const rows = data !== null && typeof data === 'object' && 'data' in data ? data.data : [];
    if (!Array.isArray(rows)) throw unreadable('search', 'answered without a list');
    const row = rows
      .flatMap((each: unknown) => Row.safeParse(each).data ?? [])
      .find(({ external_reference: reference }) => reference === chargeId);
    if (!row) return null;
    if (row.id === '') throw unreadable('search', 'our order without an id');
    return findOrder({ chargeId, gatewayChargeId: row.id });
  }

  function accept(order: Order, request: ChargeRequest): CreateChargeResult {
    if (order.total_amount !== request.amountCents) {
      throw unreadable('create', `asked for ${request.amountCents} centavos, got ${order.total_amount}`);
    }
    const charge = toCharge(order);
    const { pixCode } = charge;
    if (!pixCode) throw unreadable('create', 'an order without a Pix code');
    const begunAt = order.created_date?.getTime() ?? Date.now();
    const expiresAt = charge.expiresAt ?? new Date(begunAt + allowedTtl(request.ttlSeconds) * 1000);
    return { ok: true, charge: { ...charge, pixCode, expiresAt } };
  }

  return {
    findOrder,

    async create(request) {
      const answer = await callApi(api, {
        method: 'POST',
        path: '/v1/orders',
        body: createBody(request),
        idempotencyKey: request.chargeId,
      });
      if (answer.kind === 'data') return accept(readOrder('create', answer.data, request.chargeId), request);
      if (answer.kind === 'not_found') throw unreadable('create', 'no orders there: check MERCADOPAGO_URL');
      // The pages promise both: the first answer again, or this error. Either way the charge exists already.
      if (answer.codes.includes('idempotency_key_already_used')) {
        const order = await searchOrder(request.chargeId);
        if (!order) throw unreadable('create', 'the key was used before, but its order is not found yet');
        return accept(order, request);
      }
      const detail = withoutPersonalData(answer.detail, request, [api.token]);
      return { ok: false, reason: 'refused', detail };
    },

    async find(reference) {
      const order = await findOrder(reference);
      if (!order) return { ok: false, reason: 'not_found' };
      const disputes = await disputesOf(api, order);
      return { ok: true, charge: { ...toCharge(order), ...(disputes.length > 0 && { disputes }) } };
    },

    async cancel(reference) {
      const order = await findOrder(reference);
      if (!order) return { ok: false, reason: 'not_found' };
      const answer = await callApi(api, {
        method: 'POST',
        path: `/v1/orders/${order.id}/cancel`,
        idempotencyKey: `cancel-${reference.chargeId}`,
      });
      if (answer.kind === 'data') return { ok: true };
      if (answer.kind === 'not_found') return { ok: false, reason: 'not_found' };
      const now = await findOrder(reference);
      const status = now && toCharge(now).status;
      if (status === 'paid' || status === 'refunded') return { ok: false, reason: 'already_paid' };
      if (status === 'cancelled' || status === 'expired') return { ok: true };
      throw unreadable('cancel', `refused (${answer.codes.join() || answer.status})`);
    },
  };
}

function createBody(request: ChargeRequest) {
  const { customer } = request;
  const [firstName = '', ...otherNames] = customer.name.trim().split(/\s+/);
  const lastName = otherNames.join(' ');
  const amount = formatAmount(request.amountCents);
  const description = cutText(request.description, DESCRIPTION_LENGTH);
  return {
    type: 'online',
    processing_mode: 'automatic',
    external_reference: request.chargeId,
    total_amount: amount,
    ...(description && { description }),
    payer: {
      email: customer.email.trim(),
      first_name: firstName,
      ...(lastName && { last_name: lastName }),
      identification: { type: customer.taxId.length === 11 ? 'CPF' : 'CNPJ', number: customer.taxId },
    },
    transactions: {
      payments: [
        {
          amount,
          payment_method: { id: 'pix', type: 'bank_transfer' },
          expiration_time: formatDuration(allowedTtl(request.ttlSeconds)),
        },
      ],
    },
  };
}

function allowedTtl(seconds: number): number {
  return Math.min(Math.max(seconds, MINIMUM_TTL_SECONDS), MAXIMUM_TTL_SECONDS);
}

/** `5400` → `PT1H30M`, as the provider's examples write it. */
function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor((seconds % 3600) / 60), 'M'],
    [seconds % 60, 'S'],
  ] as const;
  return `PT${parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('')}`;
}
