import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import type { ShopContext } from '#shop/context.ts';
import { readStoredTaxId } from '#shop/orders/mask-stored-tax-id.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { typeReais } from '#shop/text/type-reais.ts';
import type { Movement } from './read-movements.ts';

/** A code of the national table of means of payment: a Pix by a code made for that payment. */
const PIX = '17';

/**
 * The file of a month: a byte order mark, semicolons, decimal commas, lines that end in CR LF. Sums of what left the
 * account are below zero, so that each column adds up; an unknown fee, and what the tax split will ask for and nobody
 * knows, is empty. It is written once and never again.
 */
export function writeClosing(ctx: ShopContext, movements: readonly Movement[]): Buffer {
  const document = ctx.settings.seller?.document ?? '';
  const receiver = document.length === 14 ? document : '';
  // A number is no formula, even below zero.
  const sum = (cents: number) => ({ cents });
  const lines = movements.map((each) => {
    const isPix = each.gateway !== MANUAL_GATEWAY;
    const columns: Record<string, string | { cents: number }> = {
      day: each.day,
      kind: each.kind,
      order_id: each.orderId,
      charge_id: each.chargeId,
      end_to_end_id: each.endToEndId ?? '',
      gateway: each.gateway,
      gross: sum(each.amountCents),
      fee: each.isFeeKnown ? sum(each.feeCents) : '',
      net: sum(each.amountCents - each.feeCents),
      customer_name: each.customerName,
      tax_id: readStoredTaxId(ctx, each.sealedTaxId) ?? '',
      idTransacao: each.endToEndId ?? '',
      tpMeioPgto: isPix ? PIX : '',
      CNPJReceb: isPix ? receiver : '',
      CNPJBasePSP: ctx.providers.find(({ name }) => name === each.gateway)?.companyBase ?? '',
    };
    return columns;
  });
  return Buffer.from(
    stringify(lines, {
      ...CSV,
      columns: COLUMNS,
      cast: {
        object: (value) => ({
          value: typeReais((value as { cents: number }).cents),
          escape_formulas: false,
        }),
      },
    }),
  );
}

const COLUMNS =
  'day kind order_id charge_id end_to_end_id gateway gross fee net customer_name tax_id idTransacao tpMeioPgto CNPJReceb CNPJBasePSP'.split(
    ' ',
  );
/** As app/endpoints/http/csv-format.ts has it: what was closed stays as it is, whatever becomes of that. */
const CSV = {
  delimiter: ';',
  record_delimiter: 'windows',
  escape_formulas: true,
  bom: true,
  header: true,
} as const;

/**
 * The chain: SHA-256, in lower-case hex digits, over the previous closing's hash (its 64 digits as ASCII; nothing for the
 * first one) followed by the bytes of this closing's CSV as it is downloaded, byte order mark included. So
 * `(printf %s "$previous_hash"; cat fechamento-2026-11.csv) | sha256sum` says it anew.
 */
export function hashClosing(previousHash: string | null, csv: Buffer): string {
  return createHash('sha256')
    .update(previousHash ?? '')
    .update(csv)
    .digest('hex');
}
