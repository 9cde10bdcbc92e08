import { GatewayError, type PixGateway } from '#shop/payments/gateway.ts';
import type { Simulator } from '../context.ts';

/** The simulator with a bank behind it that is slow, refuses, loses answers, or takes money back. */
export interface TroubledGateway extends PixGateway {
  behave(): void;
  setRefunds(refunds: PixGateway['traits']['refunds']): void;
  /** Refunds are accepted and stay on their way. */
  answerRefundsWith(status: 'processing'): void;
  /** What becomes of refunds that are on their way. */
  settleAs(status: 'refunded' | 'failed'): void;
  refuseNextRefund(): void;
  /** The next refund call has no answer, and did its work or not. */
  loseNextAnswer(moment: 'before' | 'after'): void;
  chargeBack(chargeId: string, amountCents: number): void;
  /** Altogether so much has gone back of a charge, says the provider from now on: ours, and what its panel sent. */
  saySentBack(chargeId: string, amountCents: number): void;
  /** Ids of the refunds that moved money, each as often as it did. */
  refundedIds(): string[];
}

export function createTroubledGateway(simulator: Simulator): TroubledGateway {
  let refunds: PixGateway['traits']['refunds'] = 'partial';
  let onTheirWay: 'no' | 'processing' | 'refunded' | 'failed' = 'no';
  let refuse = false;
  let lose: 'before' | 'after' | null = null;
  const chargedBack = new Map<string, number>();
  const refunded = new Map<string, number>();
  const moved: string[] = [];

  return {
    ...simulator,
    get traits() {
      return { ...simulator.traits, refunds };
    },
    async find(reference) {
      const found = await simulator.find(reference);
      if (!found.ok) return found;
      const chargedBackCents = chargedBack.get(reference.chargeId) ?? 0;
      const refundedCents = refunded.get(reference.chargeId);
      const more = refundedCents === undefined ? {} : { refundedCents };
      return { ok: true, charge: { ...found.charge, chargedBackCents, ...more } };
    },
    async refund(request) {
      if (refuse) {
        refuse = false;
        return { ok: false, reason: 'not_refundable', detail: 'A conta 12.345 foi encerrada.' };
      }
      if (onTheirWay !== 'no') return { ok: true, status: 'processing', gatewayRefundId: request.refundId };
      const lost = lose;
      lose = null;
      const unanswered = new GatewayError('simulator', 'no answer', { retryable: true, outcome: 'unknown' });
      if (lost === 'before') throw unanswered;
      const known = await simulator.findRefund({
        charge: request.charge,
        refundId: request.refundId,
        gatewayRefundId: null,
      });
      const answer = await simulator.refund(request);
      if (answer.ok && !known.ok) moved.push(request.refundId);
      if (lost === 'after') throw unanswered;
      return answer;
    },
    async findRefund(reference) {
      if (onTheirWay === 'no') return simulator.findRefund(reference);
      return { ok: true, status: onTheirWay, gatewayRefundId: reference.refundId };
    },
    behave() {
      onTheirWay = 'no';
    },
    setRefunds(next) {
      refunds = next;
    },
    answerRefundsWith(status) {
      onTheirWay = status;
    },
    settleAs(status) {
      onTheirWay = status;
    },
    refuseNextRefund() {
      refuse = true;
    },
    loseNextAnswer(moment) {
      lose = moment;
    },
    chargeBack(chargeId, amountCents) {
      chargedBack.set(chargeId, amountCents);
    },
    saySentBack(chargeId, amountCents) {
      refunded.set(chargeId, amountCents);
    },
    refundedIds: () => moved,
  };
}
