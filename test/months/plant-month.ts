import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import type { BacenServer } from '../providers/bacen-server.ts';

/** The differences that are planted, by what happened. */
export const KINDS = [
  // Somebody paid to the shop's key by a code of another system.
  'foreign',
  // The shop never heard of the payment.
  'unbooked',
  // The shop counted what never came.
  'phantom',
  'less',
  'twice',
  'refunded',
  // The shop counts a refund that the provider never made.
  'unrefunded',
  'late',
  // The provider has it, and the bank's account does not.
  'unposted',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Planted {
  kind: string;
  against: 'provider' | 'bank';
  code: string;
  cents: number;
  day: string;
}

interface Payment {
  n: number;
  planted: Kind | null;
  at: Date;
  day: string;
  cents: number;
  id: string;
  code: string;
  e2e: string;
}

const uuid = (text: string) => {
  const hex = createHash('md5').update(text).digest('hex');
  return [0, 8, 12, 16, 20, 32]
    .slice(1)
    .map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end))
    .join('-');
};
const brl = (cents: number) => `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;
const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
const e2eOf = (at: Date, n: number, mark: string) =>
  `E60701190${at.toISOString().replaceAll(/\D/g, '').slice(0, 12)}${mark}${n.toString(36).padStart(10, '0')}`.slice(
    0,
    32,
  );

/**
 * A month of a shop: every day of it, many payments of the same sum, refunds and returns that both sides know, second
 * payments that both know, payments at the turn of a day, sales by hand, and a bank that takes fees off, writes ids
 * wherever it likes or nowhere, and posts Saturdays on Monday. And what was planted in it.
 */
export async function plantMonth(
  ctx: OutwardContext,
  bank: BacenServer,
  { month, payments: count, key }: { month: string; payments: number; key: string },
): Promise<{ planted: Planted[]; statement: string; next: string }> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const start = Date.parse(`${month}-01T00:00:00-03:00`);
  const each = Math.max(3, Math.floor(count / 300));
  const isAt = new Map<number, Kind>();
  KINDS.forEach((kind, k) => {
    for (let i = 0; i < each; i++) isAt.set(7 + k + i * (KINDS.length + 5), kind);
  });
  const payments = Array.from({ length: count }, (_, n): Payment => {
    const planted = isAt.get(n) ?? null;
    // Every 50th falls on the first or the last second of its day.
    const second = n % 50 === 0 ? 0 : n % 50 === 25 ? 86_399 : (n * 7919) % 86_400;
    // The last day may be of a weekend, which the next statement completes.
    const day = planted === 'unposted' ? days - 1 : n % days;
    // What is late is not of the last day, so that both days are in the month.
    const at = new Date(start + ((planted === 'late' ? day % (days - 1) : day) * 86_400 + second) * 1000);
    const cents = planted ? 5_000 + n : [1500, 1500, 3000, 4500][n % 4]!;
    const id = uuid(`month ${n}`);
    return {
      n,
      planted,
      at,
      day: dayOf(at),
      cents,
      id,
      code: id.replaceAll('-', ''),
      e2e: e2eOf(at, n, 'a'),
    };
  });
  await writeBooks(ctx, payments);
  const planted: Planted[] = [];
  const rows: { at: Date; cents: number; e2e: string; n: number }[] = [];
  for (const payment of payments) listAndPost(payment, { bank, key, planted, rows });
  return { planted, ...writeStatements(rows, month, days) };
}

const isRefunded = ({ n }: Payment) => n % 40 === 3;
const isReturned = ({ n }: Payment) => n % 97 === 5;
const isTwice = ({ n }: Payment) => n % 89 === 6;
const isManual = ({ n }: Payment) => n % 101 === 9;
const isHeld = ({ n }: Payment) => n % 61 === 8;

async function writeBooks(ctx: OutwardContext, payments: Payment[]): Promise<void> {
  const sealed = sealText(ctx.settings.sealingKey, '52998224725');
  const day = 86_400_000;
  for (let from = 0; from < payments.length; from += 1000) {
    const booked = payments.slice(from, from + 1000).filter(({ planted }) => planted !== 'foreign');
    const late = ({ planted, at }: Payment) => (planted === 'late' ? new Date(at.getTime() + day) : at);
    await ctx.db
      .insertInto('orders')
      .values(
        booked.map((one) => ({
          id: uuid(`order ${one.n}`),
          user_id: null,
          status: one.planted === 'unbooked' ? ('cancelled' as const) : ('completed' as const),
          customer_name: one.n % 7 === 0 ? '=Ana; "Lima"' : 'Ana',
          customer_email: 'ana@exemplo.com',
          customer_cellphone: '11987654321',
          customer_tax_id_sealed: isManual(one) ? '' : sealed,
          total_cents: one.cents,
          description: 'x',
          fingerprint: `month ${one.n}`,
          idempotency_key: null,
          attention: null,
          created_at: one.at,
          paid_at: one.planted === 'unbooked' ? null : late(one),
          completed_at: null,
          cancelled_at: null,
          download_link_sent_at: null,
        })),
      )
      .execute();
    await ctx.db
      .insertInto('charges')
      .values(
        booked.map((one) => {
          const isPaid = one.planted !== 'unbooked';
          const isPlain = one.planted === null;
          const isBack = isPlain && isReturned(one);
          return {
            id: one.id,
            order_id: uuid(`order ${one.n}`),
            gateway: isPlain && isManual(one) ? 'manual' : 'bacen',
            gateway_charge_id: one.code,
            status: isPaid
              ? isPlain && isHeld(one)
                ? ('held' as const)
                : ('paid' as const)
              : ('expired' as const),
            amount_cents: one.cents,
            paid_amount_cents: isPaid ? one.cents * (isPlain && isTwice(one) ? 2 : 1) : null,
            claimed_amount_cents: null,
            pix_code: null,
            failure: null,
            created_at: one.at,
            claimed_until: null,
            expires_at: one.at,
            paid_at: isPaid ? late(one) : null,
            next_check_at: null,
            watched_until: null,
            charged_back_at: isBack ? new Date(one.at.getTime() + day) : null,
            charged_back_cents: isBack ? 700 : 0,
            staff_note: null,
            asked_at: null,
            doubted_cents: null,
            doubted_at: null,
            end_to_end_id: one.n % 3 === 0 ? null : one.e2e,
            fee_cents: one.n % 2 === 0 ? 18 : null,
          };
        }),
      )
      .execute();
    const refunds = booked.filter((one) => one.planted === 'unrefunded' || (!one.planted && isRefunded(one)));
    if (refunds.length === 0) continue;
    await ctx.db
      .insertInto('refunds')
      .values(
        refunds.map((one) => ({
          charge_id: one.id,
          order_id: uuid(`order ${one.n}`),
          amount_cents: 500,
          reason: 'staff' as const,
          status: 'refunded' as const,
          is_manual: one.planted === null && one.n % 80 === 3,
          created_at: one.at,
          note: null,
          request_key: null,
          retry_of: null,
          gateway_refund_id: null,
          failure: null,
          requested_by: null,
          requested_at: one.at,
          settled_at: new Date(one.at.getTime() + 60_000),
          claimed_until: null,
          next_check_at: null,
        })),
      )
      .execute();
  }
  // The columns have what nobody wrote down, too: the planner should know it.
  await sql`analyze`.execute(ctx.db);
}

/** What the provider and the bank have of one payment. */
function listAndPost(
  one: Payment,
  {
    bank,
    key,
    planted,
    rows,
  }: {
    bank: BacenServer;
    key: string;
    planted: Planted[];
    rows: { at: Date; cents: number; e2e: string; n: number }[];
  },
): void {
  const { planted: kind, cents, at, n, day } = one;
  const expected = (name: string, amount: number, against: 'provider' | 'bank' = 'provider') =>
    planted.push({
      kind: name,
      against,
      code: kind === 'foreign' ? `fora${one.code.slice(4)}` : one.code,
      cents: amount,
      day,
    });
  if (kind === 'foreign') expected('only_provider', cents);
  if (kind === 'unbooked') expected('only_provider', cents);
  if (kind === 'phantom') expected('only_shop', cents);
  if (kind === 'less') expected('amount', 100);
  if (kind === 'twice') expected('amount', cents);
  if (kind === 'refunded') expected('refunded_outside', 300);
  if (kind === 'unrefunded') expected('amount', 500);
  if (kind === 'late') expected('late', cents);
  if (kind === 'unposted') expected('only_shop', cents, 'bank');
  if (kind === 'phantom' || (kind === null && isManual(one))) return;

  const parts = [{ e2e: one.e2e, cents: kind === 'less' ? cents - 100 : cents, at }];
  if (kind === 'twice' || (kind === null && isTwice(one)))
    parts.push({ e2e: e2eOf(at, n, 'b'), cents, at: kind ? at : new Date(at.getTime() + 1000) });
  const back = (valor: string, natureza?: string) => ({
    id: `d${n}`,
    rtrId: `D${n}`,
    valor,
    ...(natureza && { natureza }),
    horario: { solicitacao: at.toISOString() },
    status: 'DEVOLVIDO' as const,
  });
  const devolucoes = [
    ...(kind === 'refunded' ? [back('3.00')] : []),
    // Of one that staff paid back by other means the provider knows nothing.
    ...(kind === null && isRefunded(one) && n % 80 !== 3 ? [back('5.00')] : []),
    ...(kind === null && isReturned(one) ? [back('7.00', 'MED_FRAUDE')] : []),
  ];
  const txid = kind === 'foreign' ? `fora${one.code.slice(4)}` : one.code;
  bank.ledger.set(txid, {
    txid,
    pix: parts.map((part, i) => ({
      endToEndId: part.e2e,
      txid,
      valor: brl(part.cents),
      chave: key,
      horario: part.at.toISOString(),
      ...(i === 0 && devolucoes.length > 0 && { devolucoes }),
    })),
  } as never);
  if (kind === 'unposted') return;
  for (const part of parts) rows.push({ ...part, n });
}

/**
 * OFX 1 as banks write it: no closing tags, commas in sums, Windows letters, ids anywhere or nowhere. What the bank posts
 * after the month is in the next statement.
 */
function writeStatements(
  rows: { at: Date; cents: number; e2e: string; n: number }[],
  month: string,
  days: number,
): { statement: string; next: string } {
  const entry = (at: string, sum: string, fields: Record<string, string>) =>
    `<STMTTRN>\r\n<TRNTYPE>${sum.startsWith('-') ? 'DEBIT' : 'CREDIT'}\r\n<DTPOSTED>${at}\r\n<TRNAMT>${sum}\r\n` +
    Object.entries(fields)
      .map(([tag, value]) => `<${tag}>${value}\r\n`)
      .join('') +
    '</STMTTRN>\r\n';
  const posted = rows.map(({ at, cents, e2e, n }, i) => {
    const local = new Date(at.getTime() - 3 * 3_600_000);
    const hasId = n % 2 === 0;
    const lag = local.getUTCDay() === 6 ? 2 : 0;
    const day = new Date(local.getTime() + lag * 86_400_000).toISOString().replaceAll(/\D/g, '').slice(0, 8);
    const sum = n % 2 === 0 && n % 5 === 0 ? cents - 18 : cents;
    const text = n % 3 === 0 ? brl(sum) : brl(sum).replace('.', ',');
    const at8 = `${day}${n % 4 === 1 ? '100000[-3:BRT]' : ''}`;
    if (!hasId) return { day, text: entry(at8, text, { FITID: `N${i}`, MEMO: 'PIX RECEBIDO' }) };
    const places = [
      { FITID: e2e, MEMO: 'Crédito Pix' },
      { FITID: `N${i}`, CHECKNUM: e2e },
      { FITID: `N${i}`, MEMO: `PIX RECEB.${e2e.toUpperCase()} João &amp; Cia` },
    ];
    return { day, text: entry(at8, text, places[n % 3]!) };
  });
  // What an account has besides.
  const others = Array.from({ length: days }, (_, d) => {
    const day = `${month.replace('-', '')}${String(d + 1).padStart(2, '0')}`;
    return (
      entry(day, `-1.2${String(d).padStart(2, '0')},90`, { FITID: `T${d}`, MEMO: 'TARIFA PACOTE' }) +
      entry(day, `9${String(d).padStart(2, '0')},11`, { FITID: `C${d}`, MEMO: 'TED RECEBIDA' })
    );
  });
  const write = (from: string, to: string, entries: string[]) =>
    [
      'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS>',
      `<STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<ACCTID>1234567</BANKACCTFROM><BANKTRANLIST>`,
      `<DTSTART>${from}\r\n<DTEND>${to}\r\n`,
      ...entries,
      '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n',
    ].join('');
  const last = `${month.replace('-', '')}${days}`;
  const after = (n: number) =>
    new Date(Date.parse(`${month}-${days}`) + n * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const textsOf = (isNext: boolean) =>
    posted.filter(({ day }) => day > last === isNext).map(({ text }) => text);
  return {
    statement: write(`${month.replace('-', '')}01`, last, [...textsOf(false), ...others]),
    next: write(after(1), after(4), [
      ...textsOf(true),
      entry(after(1), '-2,90', { FITID: 'T', MEMO: 'TARIFA' }),
    ]),
  };
}
