import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { randomUUID } from 'node:crypto';
import { startHttpDouble, type Answer, type HttpDouble, type LoggedRequest } from './http-double.ts';

export interface TemplateCharge {
  id: string;
  amount: number;
  paid_amount: number;
  disputed_amount: number;
  disputes: { id: string; state: 'open' | 'won' | 'lost'; answer_by: string; reason: string }[];
  status: string;
  code: string;
  expires_at: string;
  description: string;
  refunds: Map<string, { id: string; amount: number; status: string }>;
}

export interface TemplateServer extends HttpDouble {
  /** By the shop's reference. */
  readonly ledger: Map<string, TemplateCharge>;
  pay(reference: string, amountCents?: number): void;
  dispute(reference: string): void;
  decide(reference: string, state: 'won' | 'lost'): void;
}

/** The provider that `gateways/template/` speaks to: the smallest one that the contract suite can be run against. */
export async function startTemplateServer(apiKey: string, now = () => new Date()): Promise<TemplateServer> {
  const ledger = new Map<string, TemplateCharge>();
  const refuse = (status: number, code: string): Answer => ({ status, body: { code } });

  const create = (body: Record<string, unknown>): Answer => {
    const reference = String(body.reference);
    const known = ledger.get(reference);
    if (known) return { status: 200, body: known };
    const { amount, expires_in: seconds } = body;
    if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return refuse(422, 'invalid_amount');
    if (!Number.isSafeInteger(seconds) || Number(seconds) < 60) return refuse(422, 'invalid_expiry');
    if (String(body.description).length > 140) return refuse(422, 'invalid_description');
    const id = `tpl_${randomUUID()}`;
    const url = `qr.template.test/${id}`;
    const code = generatePixPayload({ url, merchantName: 'Modelo', merchantCity: 'Sao Paulo' }) ?? '';
    const charge: TemplateCharge = {
      id,
      amount: Number(amount),
      paid_amount: 0,
      disputed_amount: 0,
      disputes: [],
      status: 'open',
      code,
      expires_at: new Date(now().getTime() + Number(seconds) * 1000).toISOString(),
      description: String(body.description),
      refunds: new Map(),
    };
    ledger.set(reference, charge);
    return { status: 201, body: charge };
  };

  const refund = (charge: TemplateCharge, refundId: string, amount: unknown): Answer => {
    const known = charge.refunds.get(refundId);
    if (known) return known.amount === amount ? { status: 200, body: known } : refuse(409, 'refund_id_used');
    const left = charge.paid_amount - sumOf(charge);
    if (!Number.isSafeInteger(amount) || Number(amount) <= 0 || Number(amount) > left) {
      return refuse(409, 'amount_exceeds');
    }
    const made = { id: `ref_${randomUUID()}`, amount: Number(amount), status: 'refunded' };
    charge.refunds.set(refundId, made);
    if (sumOf(charge) === charge.paid_amount) charge.status = 'refunded';
    return { status: 201, body: made };
  };

  const answer = ({ method, path, headers, body }: LoggedRequest): Answer => {
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'unauthorized');
    const [, , reference = '', , refundId] = path.split('/').map(decodeURIComponent);
    if (method === 'POST' && path === '/charges') return create(body as Record<string, unknown>);
    const charge = ledger.get(reference);
    if (!charge) return refuse(404, 'not_found');
    if (refundId !== undefined && method === 'PUT') {
      return refund(charge, refundId, (body as { amount?: unknown }).amount);
    }
    if (refundId !== undefined) {
      const made = charge.refunds.get(refundId);
      return made ? { status: 200, body: made } : refuse(404, 'not_found');
    }
    if (method === 'DELETE') {
      if (charge.status !== 'open') return refuse(409, 'already_paid');
      charge.status = 'cancelled';
    }
    return { status: 200, body: charge };
  };

  const double = await startHttpDouble({ answer, errorBody: (status) => ({ code: `failure_${status}` }) });
  return {
    ...double,
    ledger,
    pay(reference, amountCents) {
      const charge = ledger.get(reference);
      if (!charge) throw new Error(`template server: no charge ${reference}`);
      charge.paid_amount = amountCents ?? charge.amount;
      charge.status = 'paid';
    },
    dispute(reference) {
      const answer_by = new Date(now().getTime() + 7 * 24 * 3_600_000).toISOString();
      ledger.get(reference)?.disputes.push({ id: randomUUID(), state: 'open', answer_by, reason: 'fraude' });
    },
    decide(reference, state) {
      const charge = ledger.get(reference);
      for (const dispute of charge?.disputes ?? []) dispute.state = state;
      if (charge && state === 'lost') charge.disputed_amount = charge.paid_amount;
    },
  };
}

function sumOf({ refunds }: TemplateCharge): number {
  return [...refunds.values()].reduce((sum, { amount }) => sum + amount, 0);
}
