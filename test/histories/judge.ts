import { COUPON, ONCE } from './world.ts';
import type { LedgerCharge, LedgerGateway } from './ledger-gateway.ts';
import type { Books } from './read-books.ts';

type Charge = Books['charges'][number];

const MONEY = new Set(['held', 'paid', 'refunded']);
const isReleased = ({ status }: { status: string }) => status === 'pending' || status === 'completed';
const isPromised = ({ status }: { status: string }) => status !== 'failed' && status !== 'dismissed';
const sum = (rows: readonly { amount_cents: number }[]) =>
  rows.reduce((cents, row) => cents + row.amount_cents, 0);

/** What is wrong with a customer's books, by the bank's ledger and by each other; empty when all is well. */
export function judge(books: Books, bank: LedgerGateway): string[] {
  return [
    ...judgeAsking(books),
    ...judgeCoupons(books, bank),
    ...books.charges.flatMap((charge) => judgeCharge(books, charge, bank)),
    ...judgeOrders(books),
    ...judgeSkins(books),
    ...judgeLinks(books),
    ...judgeGifts(books),
  ];
}

/** No buyer is asked for money that has arrived. */
function judgeAsking({ orders, charges }: Books): string[] {
  return orders.flatMap((order) => {
    const own = charges.filter(({ order_id }) => order_id === order.id);
    const money = own.find(({ status }) => status === 'held' || status === 'paid');
    const offered = own.find(({ status }) => status === 'creating' || status === 'pending');
    const wrong =
      money && offered
        ? [`ASKED TWICE: order ${order.id} has money (${money.status}) and offers code ${offered.id}`]
        : [];
    return offered && order.status === 'awaiting_payment' && offered.amount_cents !== order.total_cents
      ? [...wrong, `ASKED: ${offered.amount_cents} for order ${order.id} of ${order.total_cents}`]
      : wrong;
  });
}

/** A code is used as often as it may be, unless staff let more through, and two unpaid orders hold it at most. */
function judgeCoupons({ orders, charges, accepted, now }: Books, bank: LedgerGateway): string[] {
  const isPayable = ({ id, pix_code, expires_at }: Charge) => {
    const entry = bank.ledger.get(id);
    return pix_code !== null && expires_at > now && entry?.receivedCents === 0 && !entry.isCancelled;
  };
  return [COUPON, ONCE].flatMap((code) => {
    const own = orders.filter(({ coupon_code }) => coupon_code === code);
    const used = own.filter(
      ({ id, paid_at, status }) =>
        !accepted.has(id) &&
        (paid_at !== null ||
          status !== 'cancelled' ||
          charges.some((charge) => charge.order_id === id && isPayable(charge))),
    );
    const unpaid = own.filter(({ status }) => status === 'awaiting_payment');
    return [
      ...(code === ONCE && used.length > 1 ? [`COUPON: ${used.length} uses of ${code}, for one each`] : []),
      ...(unpaid.length > 2 ? [`COUPON: ${unpaid.length} unpaid orders hold ${code}`] : []),
    ];
  });
}

function judgeCharge(books: Books, charge: Charge, bank: LedgerGateway): string[] {
  const wrong: string[] = [];
  const entry = bank.ledger.get(charge.id);
  const refunds = books.refunds.filter(({ charge_id }) => charge_id === charge.id);
  const promisedCents = sum(refunds.filter(isPromised));
  const paidCents = charge.paid_amount_cents ?? 0;
  if (promisedCents + charge.charged_back_cents > paidCents) {
    wrong.push(`OWED: ${promisedCents} go back of charge ${charge.id}, ${paidCents} came in`);
  }
  if (MONEY.has(charge.status) && !entry?.receivedCents) {
    wrong.push(`UNPAID: charge ${charge.id} is ${charge.status}, the bank received nothing`);
  }
  if (!entry) return wrong;
  const movedCents = [...entry.refunded.values()].reduce((cents, each) => cents + each, 0);
  if (movedCents > entry.receivedCents) {
    wrong.push(`OWED: the bank sent ${movedCents} of ${entry.receivedCents} back of charge ${charge.id}`);
  }
  if (isKnown(charge, entry, bank) && promisedCents > Math.max(entry.receivedCents, sentOf(refunds))) {
    wrong.push(
      `OWED: ${promisedCents} promised of charge ${charge.id}, the bank received ${entry.receivedCents}`,
    );
  }
  return wrong;
}

const sentOf = (refunds: Books['refunds']) =>
  sum(refunds.filter(({ status }) => ['requested', 'processing', 'refunded'].includes(status)));

/** The shop has heard how much arrived: from an answer, or from a notice where answers name nothing. */
function isKnown(charge: Charge, entry: LedgerCharge, bank: LedgerGateway): boolean {
  if (!MONEY.has(charge.status)) return false;
  return bank.traits.namesPaidAmount
    ? charge.paid_amount_cents === entry.receivedCents
    : entry.toldCents === entry.receivedCents || entry.receivedCents === entry.askedCents;
}

function judgeOrders(books: Books): string[] {
  const wrong: string[] = [];
  for (const order of books.orders) {
    const charges = books.charges.filter(({ order_id }) => order_id === order.id);
    const money = charges.filter(({ status }) => MONEY.has(status));
    if (isReleased(order) && money.length === 0) {
      wrong.push(`UNPAID: order ${order.id} is ${order.status} and nothing was paid for it`);
    }
    const isDecided =
      books.accepted.has(order.id) ||
      charges.some(({ staff_note, doubted_cents }) => staff_note !== null || doubted_cents !== null);
    if (
      isReleased(order) &&
      !isDecided &&
      !money.some((each) => (each.paid_amount_cents ?? 0) >= order.total_cents)
    )
      wrong.push(`CHEAP: order ${order.id} is ${order.status} for less than ${order.total_cents}`);
    wrong.push(...judgeBalance(books, order));
    for (const charge of charges.filter(({ status }) => status === 'held')) {
      const refunds = books.refunds.filter(({ charge_id }) => charge_id === charge.id);
      const isSeen = books.attention.some(({ chargeId }) => chargeId === charge.id);
      const isGoing = sum(refunds.filter(isPromised)) >= (charge.paid_amount_cents ?? 0);
      if (!isSeen && !isGoing) wrong.push(`UNSEEN: held charge ${charge.id} stands nowhere for staff`);
    }
  }
  return wrong;
}

const isGift = ({ gifts }: Books, { id }: { id: string }) => gifts.some(({ order_id }) => order_id === id);

/** Money received = share of what the buyer keeps + owed or returned, unless staff decided otherwise. */
function judgeBalance(books: Books, order: Books['orders'][number]): string[] {
  const charges = books.charges.filter(({ order_id, status }) => order_id === order.id && status !== 'held');
  const refunds = books.refunds.filter(({ charge_id }) => charges.some(({ id }) => id === charge_id));
  const isDecided =
    charges.some((charge) => charge.staff_note !== null || charge.doubted_cents !== null) ||
    books.charges.some(({ order_id, doubted_at }) => order_id === order.id && doubted_at !== null) ||
    refunds.some(({ reason, status }) => !isPromised({ status }) || BY_DECISION.has(reason));
  if (isDecided) return [];
  const receivedCents = charges.reduce((cents, charge) => cents + (charge.paid_amount_cents ?? 0), 0);
  const staysCents = receivedCents - sum(refunds.filter(isPromised));
  const kept = books.items.filter((item) => item.order_id === order.id && item.kept);
  const soldCents = isReleased(order)
    ? kept.reduce((cents, item) => cents + (item.paid_cents ?? item.price_cents), 0)
    : 0;
  return staysCents === soldCents
    ? []
    : [
        `BALANCE: ${staysCents} stay of ${order.status} order ${order.id}, what is kept of it was paid with ${soldCents}`,
      ];
}

const BY_DECISION = new Set(['staff', 'cancelled', 'at_provider']);

/** The collection holds what is kept of released orders, once each, and nothing else. */
function judgeSkins(books: Books): string[] {
  const released = books.orders.filter((order) => isReleased(order) && !isGift(books, order));
  const kept = books.items.filter((item) => item.kept && released.some(({ id }) => id === item.order_id));
  const paidFor = new Set(kept.map(({ sku }) => sku));
  const owned = new Set(books.collection.map(({ sku }) => sku));
  const isChosen = (orderId: string) =>
    books.refunds.some(
      ({ order_id, reason, status }) =>
        order_id === orderId && reason === 'already_owned' && status === 'dismissed',
    );
  const doubled = kept.filter(
    (item) =>
      !isChosen(item.order_id) &&
      kept.some((other) => other.id !== item.id && other.sku === item.sku && !isChosen(other.order_id)),
  );
  return [
    ...[...paidFor].filter((key) => !owned.has(key)).map((key) => `LOST: ${key} is paid and not owned`),
    ...[...owned].filter((key) => !paidFor.has(key)).map((key) => `UNPAID: ${key} is owned without money`),
    ...doubled.map((item) => `TWICE: ${item.sku} is kept through two orders`),
  ];
}

/** A link is seen only of what is complete and kept, and a complete order has all of its own. */
function judgeLinks(books: Books): string[] {
  const stateOf = (orderId: string | null, sku: string) => {
    const order = books.orders.find(({ id }) => id === orderId);
    const item = books.items.find((each) => each.order_id === orderId && each.sku === sku);
    return {
      isComplete: order?.status === 'completed',
      isKept: item?.kept === true,
      isOwn: order !== undefined && !isGift(books, order),
    };
  };
  const shown = [...books.shownOrders.flatMap(({ items }) => items), ...books.collection];
  return shown.flatMap((skin) => {
    const { isComplete, isKept, isOwn } = stateOf(skin.orderId, skin.sku);
    const may = isComplete && isKept && isOwn;
    if (skin.downloadLink !== null && !may) return [`LINK: ${skin.sku} of ${skin.orderId} is shown`];
    return may && skin.downloadLink === null ? [`LINK: ${skin.sku} of ${skin.orderId} is missing`] : [];
  });
}

/** The skin of a gift is its owner's, with the link of a complete order, and nobody else's, its buyer included. */
function judgeGifts({ orders, items, gifts, given }: Books): string[] {
  return orders.flatMap((order) => {
    const gift = gifts.find(({ order_id }) => order_id === order.id);
    const entries = given.filter(({ orderId }) => orderId === order.id);
    const [item] = items.filter(({ order_id }) => order_id === order.id);
    const due = gift && item?.owner_id ? [{ userId: item.owner_id, orderId: order.id, skin: item.sku }] : [];
    const owned = entries.map(({ userId, orderId, skin }) => ({ userId, orderId, skin }));
    const wrong =
      JSON.stringify(owned) === JSON.stringify(due)
        ? []
        : [`GIFT: order ${order.id} (${gift?.status}) is owned as ${JSON.stringify(owned)}`];
    if (gift && item?.owner_id && !(isReleased(order) && item.kept))
      wrong.push(`GIFT: ${order.id} is owned unpaid`);
    if (gift && (item?.owner_id !== null) !== (gift.status === 'claimed'))
      wrong.push(`GIFT: ${order.id} is ${gift.status} and owned by ${item?.owner_id}`);
    const hasLink = entries.every(
      ({ downloadLink }) => (downloadLink !== null) === (order.status === 'completed'),
    );
    return hasLink ? wrong : [...wrong, `LINK: of gift ${order.id}, which is ${order.status}`];
  });
}

/** When the shop knows everything, each centavo belongs to an order, a debt or a decision of staff. */
export function judgeEnd(books: Books, bank: LedgerGateway): string[] {
  return books.charges.flatMap((charge) => {
    const received = bank.ledger.get(charge.id)?.receivedCents ?? 0;
    if (received === 0) return [];
    if (!MONEY.has(charge.status))
      return [`LOST: ${received} arrived for charge ${charge.id}, ${charge.status}`];
    const order = books.orders.find(({ id }) => id === charge.order_id);
    const refunds = books.refunds.filter(({ charge_id }) => charge_id === charge.id);
    const staysCents = (charge.paid_amount_cents ?? 0) - sum(refunds.filter(isPromised));
    const isSeen =
      (order && isReleased(order)) ||
      staysCents <= 0 ||
      charge.staff_note !== null ||
      refunds.some(({ status }) => status === 'dismissed') ||
      books.attention.some(({ chargeId }) => chargeId === charge.id);
    const wrong = isSeen ? [] : [`UNSEEN: ${staysCents} of charge ${charge.id} wait for nobody`];
    if (charge.paid_amount_cents !== received && !isFact(charge, refunds, received)) {
      wrong.push(`BOOKS: ${charge.paid_amount_cents} of charge ${charge.id}, the bank received ${received}`);
    }
    return wrong;
  });
}

/** Sent by staff before anybody knew that less had come: the sum does not fall below it. */
function isFact(charge: Charge, refunds: Books['refunds'], received: number): boolean {
  return charge.paid_amount_cents === sentOf(refunds) && sentOf(refunds) > received;
}
