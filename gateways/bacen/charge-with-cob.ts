import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import {
  cutText,
  GatewayError,
  type ChargeReference,
  type ChargeRequest,
  type CreateChargeResult,
  type PixGateway,
} from '#shop/payments/gateway.ts';
import { formatAmount } from '../http/format-amount.ts';
import { withoutPersonalData } from '../http/read-answer.ts';
import { callApi, unreadable } from './call-api.ts';
import { toTxid, txidOf } from './charge-txid.ts';
import type { BankApi } from './open-api.ts';
import { expiryOf, isSameKey, ownPix, readCob, toCharge, type Cob } from './read-cob.ts';

export interface Receiver {
  /** The receiver's Pix key. */
  key: string;
  /** For a BR Code that we build; the payer's app takes the real name from the bank. */
  merchantName: string;
  merchantCity: string;
  now: () => Date;
}

const PATH = '/cob/{txid}';
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
const [DESCRIPTION_LENGTH, NAME_LENGTH] = [140, 200];
/** If a repeated create comes later than this after the first, the deadline is corrected. */
const SAME_DEADLINE_MS = 5_000;

/** Immediate charges: `PUT`, `GET` and `PATCH /cob/{txid}`. The txid is our charge id. */
export function chargeWithCob(
  api: BankApi,
  receiver: Receiver,
): Pick<PixGateway, 'create' | 'find' | 'cancel'> {
  return {
    async create(request) {
      const txid = toTxid(request.chargeId);
      const answer = await callApi(api, {
        method: 'PUT',
        path: PATH,
        params: { txid },
        body: createBody(request, receiver.key),
      });
      switch (answer.kind) {
        case 'not_found':
          throw wrongAddress();
        case 'refused':
          return adoptExisting(txid, request, withoutPersonalData(answer.detail, request));
        case 'data': {
          const cob = await keepDeadline(api, receiver, readCob(`PUT ${PATH}`, answer.data), request);
          const difference = differenceFrom(request, cob, receiver.key);
          // This code must not be shown: it would sell the order for another price or to another account.
          if (difference) throw unreadable(`PUT ${PATH} made ${difference}`, { retryable: false });
          return readingOf(cob);
        }
      }
    },

    async find(reference) {
      const cob = await findCob(api, reference);
      if (!cob) return { ok: false, reason: 'not_found' };
      if (!isSameKey(cob.chave, receiver.key)) {
        const message = `cob ${cob.txid} belongs to another Pix key than BACEN_PIX_CHAVE`;
        throw unreadable(message, { retryable: false });
      }
      return readingOf(cob);
    },

    async cancel(reference) {
      const txid = txidOf(reference);
      if (txid === null) return { ok: false, reason: 'not_found' };
      const answer = await callApi(api, {
        method: 'PATCH',
        path: PATH,
        params: { txid },
        body: { status: REMOVED },
      });
      if (answer.kind === 'data') return { ok: true };
      const cob = answer.kind === 'refused' ? await findCob(api, reference) : null;
      if (!cob) return { ok: false, reason: 'not_found' };
      if (cob.status === 'CONCLUIDA' || ownPix(cob, receiver.key).length > 0) {
        return { ok: false, reason: 'already_paid' };
      }
      if (cob.status.startsWith('REMOVIDA')) return { ok: true };
      throw unreadable(`PATCH ${PATH} was refused for a charge that is ${cob.status}`, { retryable: false });
    },
  };

  /** A bank may refuse a used txid, instead of treating the repeated create as the same one. */
  async function adoptExisting(
    txid: string,
    request: ChargeRequest,
    detail: string,
  ): Promise<CreateChargeResult> {
    const cob = await findCob(api, { chargeId: request.chargeId, gatewayChargeId: txid });
    if (!cob) return { ok: false, reason: 'refused', detail };
    const difference = differenceFrom(request, cob, receiver.key);
    if (difference) return { ok: false, reason: 'refused', detail: `${detail}; there is ${difference}` };
    return readingOf(await keepDeadline(api, receiver, cob, request));
  }

  function readingOf(cob: Cob) {
    const pixCode = pixCodeOf(cob, receiver);
    return { ok: true as const, charge: toCharge(cob, { key: receiver.key, now: receiver.now(), pixCode }) };
  }
}

/**
 * In the standard, a repeated PUT revises the charge, but its time still counts from its first creation. With the
 * rest of an hour as `expiracao` it would end early, or already be over.
 */
async function keepDeadline(api: BankApi, { now }: Receiver, cob: Cob, request: ChargeRequest): Promise<Cob> {
  const wanted = now().getTime() + request.ttlSeconds * 1000;
  const isFirst = (cob.revisao ?? 0) === 0 && Math.abs(expiryOf(cob).getTime() - wanted) < 60_000;
  const isRight = Math.abs(expiryOf(cob).getTime() - wanted) < SAME_DEADLINE_MS;
  if (isFirst || isRight || cob.status !== 'ATIVA') return cob;
  const expiracao = Math.round((wanted - cob.calendario.criacao.getTime()) / 1000);
  const answer = await callApi(api, {
    method: 'PATCH',
    path: PATH,
    params: { txid: cob.txid },
    body: { calendario: { expiracao } },
  });
  // It was paid or removed in between: the older answer is valid until the next look-up.
  return answer.kind === 'data' ? readCob(`PATCH ${PATH}`, answer.data) : cob;
}

export async function findCob(api: BankApi, reference: ChargeReference): Promise<Cob | null> {
  const txid = txidOf(reference);
  if (txid === null) return null;
  const answer = await callApi(api, { method: 'GET', path: PATH, params: { txid } });
  // 400 on a look-up means that this txid cannot be one of the bank's.
  return answer.kind === 'data' ? readCob(`GET ${PATH}`, answer.data) : null;
}

function differenceFrom(request: ChargeRequest, cob: Cob, key: string): string | null {
  if (cob.valor.original !== request.amountCents) {
    return `a charge of ${cob.valor.original} centavos instead of ${request.amountCents}`;
  }
  return isSameKey(cob.chave, key) ? null : 'a charge for another Pix key';
}

function pixCodeOf(cob: Cob, { merchantName, merchantCity }: Receiver): string {
  if (cob.pixCopiaECola !== undefined) return cob.pixCopiaECola;
  // Banks write the address without a scheme, as the code needs it; some banks add one.
  const url = cob.location?.replace(/^https?:\/\//, '');
  const pixCode = url ? generatePixPayload({ url, merchantName, merchantCity }) : null;
  if (pixCode === null) throw unreadable(`cob ${cob.txid} has neither pixCopiaECola nor a usable location`);
  return pixCode;
}

function createBody(request: ChargeRequest, key: string) {
  const { name, taxId } = request.customer;
  const id = taxId.replace(/[^0-9a-z]/gi, '').toUpperCase();
  const nome = cutText(name, NAME_LENGTH).trimEnd();
  const solicitacaoPagador = cutText(request.description, DESCRIPTION_LENGTH).trimEnd();
  return {
    calendario: { expiracao: request.ttlSeconds },
    ...(nome && id && { devedor: { ...(id.length === 11 ? { cpf: id } : { cnpj: id }), nome } }),
    valor: { original: formatAmount(request.amountCents) },
    chave: key,
    ...(solicitacaoPagador && { solicitacaoPagador }),
  };
}

function wrongAddress(): GatewayError {
  const message = 'nothing creates charges there: check BACEN_PIX_URL, which ends in the version (/v2)';
  return new GatewayError('bacen', message, { retryable: false, outcome: 'not_applied' });
}
