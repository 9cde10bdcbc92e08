import { z } from 'zod';
import type { GatewayPayment } from '#shop/payments/gateway.ts';
import { callApi, unreadable } from './call-api.ts';
import { chargeIdOf } from './charge-txid.ts';
import type { BankApi } from './open-api.ts';
import { disputesOf, isSameKey, pathsOf, Pix, sumRefunds, CHARGED_BACK, REFUNDED } from './read-cob.ts';

const PATH = '/pix';
const PAGE_SIZE = 100;
/** Fifty thousand payments in one window: rather a bank whose page count cannot be believed. */
const MAX_PAGES = 500;

const Page = z.object({
  parametros: z.object({
    paginacao: z.object({ quantidadeDePaginas: z.int().nonnegative() }),
  }),
  pix: z.array(z.unknown()).nullish(),
});

/** `GET /pix`: what arrived at our key for any charge, page by page. */
export async function listPayments(
  api: BankApi,
  key: string,
  from: Date,
  to: Date,
): Promise<GatewayPayment[]> {
  const payments: GatewayPayment[] = [];
  let pages = 1;
  for (let page = 0; page < pages; page++) {
    const answer = await callApi(api, {
      method: 'GET',
      path: PATH,
      query: {
        inicio: from.toISOString(),
        fim: to.toISOString(),
        txIdPresente: 'true',
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(PAGE_SIZE),
      },
    });
    if (answer.kind !== 'data') {
      const why = answer.kind === 'refused' ? answer.detail : 'not found';
      throw unreadable(`GET ${PATH} was refused (${why})`, { retryable: false });
    }
    const read = Page.safeParse(answer.data);
    if (!read.success) throw unreadable(`GET ${PATH}: unreadable (${pathsOf(read.error)})`);
    pages = Math.min(read.data.parametros.paginacao.quantidadeDePaginas, MAX_PAGES);
    for (const item of read.data.pix ?? []) {
      // One line that cannot be read must not hide the others.
      const pix = Pix.safeParse(item).data;
      if (!pix?.txid || (pix.chave !== undefined && !isSameKey(pix.chave, key))) continue;
      payments.push({
        gatewayChargeId: pix.txid,
        chargeId: chargeIdOf(pix.txid),
        endToEndId: pix.endToEndId,
        paidAt: pix.horario,
        amountCents: pix.valor,
        chargedBackCents: sumRefunds([pix], CHARGED_BACK),
        refundedCents: sumRefunds([pix], REFUNDED),
        ...(disputesOf([pix]).some(({ state }) => state === 'open') && { isDisputed: true as const }),
      });
    }
  }
  return payments;
}
