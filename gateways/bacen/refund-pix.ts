import { z } from 'zod';
import {
  cutText,
  type ChargeReference,
  type PixGateway,
  type RefundChargeResult,
} from '#shop/payments/gateway.ts';
import { formatAmount } from '../http/format-amount.ts';
import { notRefundable } from '../http/read-answer.ts';
import { callApi, unreadable } from './call-api.ts';
import { findCob } from './charge-with-cob.ts';
import type { BankApi } from './open-api.ts';
import { isSameKey, ownPix, pathsOf, Refund, sumCents, type Pix } from './read-cob.ts';

const PATH = '/pix/{e2eid}/devolucao/{id}';
const REASON_LENGTH = 140;
const GATEWAY_REFUND_ID = /^([a-zA-Z0-9]{1,64}):([a-zA-Z0-9]{1,35})$/;

const STATUS = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'refunded',
  NAO_REALIZADO: 'failed',
} as const;

/** A refund belongs to one Pix, not to the charge: `PUT /pix/{e2eid}/devolucao/{id}`, for 90 days. */
export function refundPix(api: BankApi, key: string): Pick<PixGateway, 'refund' | 'findRefund'> {
  return {
    async refund({ charge, refundId, amountCents, reason }) {
      const id = toRefundId(refundId);
      const received = await findPix(charge);
      const earlier = findEarlier(received, id);
      if (earlier) return answerOf(earlier, amountCents);
      const pix = received.find((one) => leftOf(one) === amountCents) ?? received.find(hasLeft(amountCents));
      if (!pix || amountCents <= 0) {
        const most = Math.max(0, ...received.map(leftOf));
        return notRefundable(`nenhum Pix desta cobrança tem mais de ${most} centavos a devolver`);
      }
      const params = { e2eid: pix.endToEndId, id };
      const answer = await callApi(api, {
        method: 'PUT',
        path: PATH,
        params,
        body: {
          valor: formatAmount(amountCents),
          ...(reason && { descricao: cutText(reason, REASON_LENGTH) }),
        },
      });
      if (answer.kind === 'data') {
        return answerOf({ e2eid: pix.endToEndId, refund: readRefund('PUT', answer.data) }, amountCents);
      }
      if (answer.kind === 'not_found') return notRefundable('o banco não conhece mais este Pix');
      // Our own earlier call, whose answer was lost, may have used the id.
      const made = await askFor(params);
      return made ? answerOf({ e2eid: pix.endToEndId, refund: made }, amountCents) : declined(answer.detail);
    },

    async findRefund({ charge, refundId, gatewayRefundId }) {
      const [, e2eid, knownId] = GATEWAY_REFUND_ID.exec(gatewayRefundId ?? '') ?? [];
      const id = knownId ?? toRefundId(refundId);
      const candidates = e2eid ? [e2eid] : (await findPix(charge)).map((pix) => pix.endToEndId);
      for (const one of candidates) {
        const refund = await askFor({ e2eid: one, id });
        if (refund) return { ok: true, status: STATUS[refund.status], gatewayRefundId: `${one}:${id}` };
      }
      return { ok: false, reason: 'not_found' };
    },
  };

  async function findPix(charge: ChargeReference): Promise<Pix[]> {
    const cob = await findCob(api, charge);
    return cob && isSameKey(cob.chave, key) ? ownPix(cob, key) : [];
  }

  async function askFor(params: { e2eid: string; id: string }): Promise<Refund | null> {
    const answer = await callApi(api, { method: 'GET', path: PATH, params });
    return answer.kind === 'data' ? readRefund('GET', answer.data) : null;
  }
}

/** The uuid of a refund without hyphens: 32 of the 35 characters that the bank accepts. */
function toRefundId(refundId: string): string {
  return refundId.replace(/[^a-zA-Z0-9]/g, '').slice(0, 35);
}

/** The rest that is not on its way back. While an entry is unreadable, the certain rest is zero. */
function leftOf(pix: Pix): number {
  const { refunds, areAllRead } = pix.devolucoes;
  if (!areAllRead) return 0;
  const gone = refunds.filter(({ status }) => status !== 'NAO_REALIZADO');
  return pix.valor - sumCents(gone);
}

function hasLeft(amountCents: number): (pix: Pix) => boolean {
  return (pix) => leftOf(pix) >= amountCents;
}

function findEarlier(received: Pix[], id: string): { e2eid: string; refund: Refund } | null {
  for (const { endToEndId, devolucoes } of received) {
    const refund = devolucoes.refunds.find((one) => one.id === id);
    if (refund) return { e2eid: endToEndId, refund };
  }
  return null;
}

function answerOf(
  { e2eid, refund }: { e2eid: string; refund: Refund },
  amountCents: number,
): RefundChargeResult {
  if (refund.valor !== amountCents) {
    return notRefundable(`este id já devolveu ${refund.valor} centavos`);
  }
  const status = STATUS[refund.status];
  if (status === 'failed') return declined(refund.motivo ?? 'NAO_REALIZADO');
  return { ok: true, status, gatewayRefundId: `${e2eid}:${refund.id}` };
}

/** The standard has no code for an empty account; banks send a sentence. */
function declined(detail: string): RefundChargeResult {
  if (/saldo/i.test(detail)) return { ok: false, reason: 'insufficient_funds', detail };
  return notRefundable(detail);
}

function readRefund(method: string, data: unknown): z.infer<typeof Refund> {
  const refund = Refund.safeParse(data);
  if (!refund.success) throw unreadable(`${method} ${PATH}: unreadable (${pathsOf(refund.error)})`);
  return refund.data;
}
