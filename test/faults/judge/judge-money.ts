import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import type { Bank } from '../world/bank.ts';
import type { BankCharge } from '../world/dialect.ts';
import { isMoney, sum, type Evidence } from './evidence.ts';
import type { Books } from './read-books.ts';
import type { Testimony } from '../people/testimony.ts';

/** Every centavo that arrived is in the books, and no order is released without money. */
export function judgeMoney({ bank, books, testimony }: Evidence): string[] {
  const wrong: string[] = [];
  const ledger = [...bank.ledger.values()];
  const ofBank = new Map(ledger.map((charge) => [charge.id, charge]));

  for (const charge of ledger) {
    const rows = books.charges.filter((row) => row.gateway_charge_id === charge.id);
    if (rows.length > 1) wrong.push(`bank charge ${charge.id} stands in ${rows.length} rows`);
    const [row] = rows;
    if (charge.receivedCents === 0) {
      if (row && isMoney(row.status))
        wrong.push(`charge ${row.id} is ${row.status}, the bank received nothing`);
      continue;
    }
    if (!row) {
      wrong.push(
        `LOST: ${charge.receivedCents} centavos arrived for ${charge.id}, which the shop does not know`,
      );
      continue;
    }
    if (!isMoney(row.status)) {
      wrong.push(
        `LOST: ${charge.receivedCents} centavos arrived for charge ${row.id}, which is '${row.status}'`,
      );
      continue;
    }
    wrong.push(...judgeAmount(bank, testimony, charge, row));
  }

  for (const order of books.orders) {
    const charges = books.charges.filter((row) => row.order_id === order.id);
    for (const row of charges) {
      if (row.amount_cents !== order.total_cents) {
        wrong.push(`charge ${row.id} asks ${row.amount_cents}, its order costs ${order.total_cents}`);
      }
      const known = row.gateway_charge_id === null ? undefined : ofBank.get(row.gateway_charge_id);
      if (known && known.amountCents !== row.amount_cents) {
        wrong.push(`the bank asks ${known.amountCents} for charge ${row.id} of ${row.amount_cents}`);
      }
      if (row.gateway === MANUAL_GATEWAY) {
        const entered = books.audit.filter(
          ({ action, subject_id }) => action === 'order.entered' && subject_id === order.id,
        );
        // No bank knows this sum; the log has to, once.
        if (entered.length !== 1) {
          wrong.push(`UNPAID: charge ${row.id} says paid elsewhere, and ${entered.length} people entered it`);
        }
        continue;
      }
      if (isMoney(row.status) && !known?.receivedCents) {
        wrong.push(`UNPAID: charge ${row.id} is '${row.status}', the bank received nothing for it`);
      }
    }
    // One that was confirmed and is held since a notice named another amount has released its order too.
    const isDoubted = ({ status, doubted_at }: (typeof charges)[number]) =>
      status === 'held' && doubted_at !== null && order.status === 'pending';
    const paid = charges.filter(
      (row) => row.status === 'paid' || row.status === 'refunded' || isDoubted(row),
    );
    const isReleased = order.status === 'pending' || order.status === 'completed';
    if (isReleased && paid.length === 0)
      wrong.push(`UNPAID: order ${order.id} is ${order.status} without a paid charge`);
    if (!isReleased && paid.length > 0)
      wrong.push(`LOST: order ${order.id} has a paid charge and is ${order.status}`);
    if (charges.some(({ status }) => status === 'held') && order.attention === null && !isReleased) {
      wrong.push(`order ${order.id} has money held and nothing tells staff`);
    }
    const received = sum(paid.map((row) => row.paid_amount_cents ?? 0));
    const back = sum(
      books.refunds
        .filter(({ order_id, reason }) => order_id === order.id && MORE_THAN_SOLD.has(reason))
        .map((refund) => refund.amount_cents),
    );
    // What a late notice made of a confirmed payment is staff's to settle.
    const isSettled = paid.length > 0 && paid.every((row) => row.doubted_cents === null);
    if (isSettled && received !== order.total_cents + back) {
      wrong.push(
        `order ${order.id}: ${received} received ≠ ${order.total_cents} sold + ${back} owed back (${received - order.total_cents - back} centavos apart)`,
      );
    }
  }

  if (bank.dialect.idempotentCreate) {
    const own = ledger.map(({ ownId }) => ownId);
    for (const row of books.charges) {
      const made = own.filter((id) => id === row.id).length;
      if (made > 1) wrong.push(`the bank made ${made} charges for charge ${row.id}`);
    }
    for (const { ownId, id } of ledger) {
      if (!books.charges.some((row) => row.id === ownId))
        wrong.push(`bank charge ${id} names an unknown charge ${ownId}`);
    }
  }
  return wrong;
}

/** Other reasons give back what was sold, not what came on top. */
const MORE_THAN_SOLD = new Set(['paid_twice', 'overpaid']);

/** What the row says was received, and whether an odd amount was stopped. */
function judgeAmount(
  bank: Bank,
  testimony: Testimony,
  charge: BankCharge,
  row: Books['charges'][number],
): string[] {
  const isOdd = charge.receivedCents !== charge.amountCents;
  if (!isOdd) {
    if (row.status === 'held') return [`charge ${row.id} was paid exactly and is held`];
    return row.paid_amount_cents === charge.receivedCents
      ? []
      : [`charge ${row.id} says ${row.paid_amount_cents} were paid, it was ${charge.receivedCents}`];
  }
  const acked = testimony.webhooks.filter(({ chargeId, isGenuine }) => chargeId === charge.id && isGenuine);
  const ackedAt = Math.min(...acked.map((notice) => notice.ackedAt ?? Infinity));
  // v1 names no amount: without a webhook in hand before it was told 'PAID', the shop could not know.
  const couldKnow = bank.dialect.namesPaidAmount || ackedAt < (charge.toldPaid ?? Infinity);
  if (!couldKnow) return [];
  if (charge.receivedCents < charge.amountCents || !bank.dialect.namesPaidAmount) {
    if (row.status !== 'held') {
      return [
        `charge ${row.id}: ${charge.receivedCents} of ${charge.amountCents} arrived, and it is '${row.status}', not held`,
      ];
    }
  }
  return row.paid_amount_cents === charge.receivedCents
    ? []
    : [`charge ${row.id} says ${row.paid_amount_cents} were paid, it was ${charge.receivedCents}`];
}
