import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { addressGift } from '#shop/gifts/address-gift.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import { findCoupon } from '#shop/pricing/find-coupon.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { recordDisputes } from '#shop/disputes/record-disputes.ts';
import { cancelOrder, cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { quoteOrder } from '#shop/orders/quote-order.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { handleDoubt } from '#shop/payments/money/handle-trouble.ts';
import { receiveWebhook } from '#shop/payments/webhooks/receive-webhook.ts';
import { settleHeldPayment } from '#shop/payments/money/settle-held-payment.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sendDueRefund } from '#shop/refunds/send-due-refund.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { customer, skinsOf } from '../purchases.ts';
import { readBooks, type Books } from './read-books.ts';
import { COUPON, ONCE, SKINS, type World } from './world.ts';

const note = 'Combinado com o cliente.';
const pick = fc.nat(5);
const [PLAIN, OTHER, LINKED, SWITCHED] = SKINS;
/** Few, so that purchases overlap: most mistakes are about the same skin in two open orders. */
const skins = fc.constantFrom(
  [PLAIN],
  [PLAIN, OTHER],
  [OTHER],
  [PLAIN, LINKED],
  [SWITCHED],
  [PLAIN, SWITCHED],
);
const cents = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(1, 700, 1499, 2000) },
);
/** With a coupon, with one for a single use, as a gift, or both; only one skin can be a gift. */
const terms = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'coupon' as const,
      'once' as const,
      'gift' as const,
      'gift with coupon' as const,
    ),
  },
);
type Terms = typeof terms extends fc.Arbitrary<infer Each> ? Each : never;
const does = <Name extends string>(...names: Name[]) => fc.record({ do: fc.constantFrom(...names), pick });

const drawn = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('place' as const), skins, key: fc.option(fc.nat(1)) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('buy-again' as const), skins, pick }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('buy' as const), skins, cents, terms }) },
  // Exactly the price, or another sum.
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), pick, cents }) },
  { weight: 4, arbitrary: does('look-up', 'notice', 'resume') },
  { weight: 3, arbitrary: does('sweep', 'hour') },
  { weight: 2, arbitrary: does('accept') },
  { weight: 2, arbitrary: does('settle-kept', 'settle-returned', 'handle-doubt') },
  { weight: 3, arbitrary: does('send-links', 'send-due', 'mark-sent', 'dismiss') },
  { weight: 2, arbitrary: does('refund-part', 'refund-whole', 'panel-refund', 'staff-cancel', 'cancel') },
  { weight: 1, arbitrary: does('withdraw', 'withdraw-at-once', 'download-and-withdraw') },
  { weight: 1, arbitrary: does('dispute', 'dispute-won') },
  { weight: 2, arbitrary: does('open-gift') },
  { weight: 1, arbitrary: does('off-sale', 'on-sale') },
  { weight: 2, arbitrary: does('reprice', 'recoupon', 'coupon-off') },
);
type Drawn = typeof drawn extends fc.Arbitrary<infer Each> ? Each : never;
export type Step =
  | Exclude<Drawn, { do: 'buy' | 'place' }>
  | (Extract<Drawn, { do: 'place' }> & { terms?: Terms })
  | (Omit<Extract<Drawn, { do: 'buy' }>, 'terms'> & { terms?: Terms });

/** What may happen next. `pick` chooses among the orders, charges or refunds that there are by then. */
export const anyStep: fc.Arbitrary<Step> = drawn;

/** One customer's purchases, from an empty account on. */
export class History {
  readonly world: World;
  readonly userId: string;
  /** Which order each repeated key gave. */
  readonly keys = new Map<string, { fingerprint: string; orderId: string }>();
  readonly wrong: string[] = [];
  readonly #accepted = new Set<string>();
  #friendId: string | undefined;

  constructor(world: World, userId: string) {
    this.world = world;
    this.userId = userId;
  }

  get #ctx() {
    return this.world.shop.ctx;
  }

  books(): Promise<Books> {
    return readBooks(this.#ctx, this.userId, this.#accepted);
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'place') await this.#place(step.skins, step.key, step.terms);
    else if (step.do === 'buy') await this.#buy(step.skins, step.cents, step.terms);
    else await this.#act(step, await this.books());
    await this.world.shop.settled();
  }

  async #buy(positions: readonly number[], cents: number | null, terms: Terms): Promise<void> {
    const chargeId = await this.#place(positions, null, terms);
    const entry = chargeId === null ? undefined : this.world.bank.ledger.get(chargeId);
    if (!entry || entry.isCancelled || entry.receivedCents > 0) return;
    entry.receivedCents = cents ?? entry.askedCents;
    await checkCharge(this.#ctx, entry.chargeId);
  }

  /** @returns the charge that the customer is shown, if any. */
  async #place(positions: readonly number[], key: number | null, terms?: Terms): Promise<string | null> {
    const idempotencyKey = key === null ? null : `${this.userId}-${key}`;
    const fingerprint = positions.join();
    const code = terms === 'once' ? ONCE : terms?.includes('coupon') ? COUPON : null;
    const wanted = skinsOf(this.#ctx, ...positions);
    const coupon =
      code === null
        ? null
        : await findCoupon(this.#ctx, { code, userId: this.userId, address: '203.0.113.7' });
    if (coupon?.ok === false) throw new Error(coupon.reason);
    const quoted = await quoteOrder(this.#ctx, { skins: wanted, userId: this.userId, typed: coupon });
    // Whoever tries a key again has the screen of then.
    const isShown = key === null && quoted.ok && !quoted.coupon?.reason;
    const shownTotalCents = isShown ? quoted.plan.totalCents : null;
    const isGift = terms?.startsWith('gift') === true && positions.length === 1;
    const placed = await placeOrder(this.#ctx, {
      userId: this.userId,
      purchase: { kind: 'skins', skins: wanted },
      customer,
      shownTotalCents,
      idempotencyKey,
      coupon,
      gift: isGift ? { email: 'amiga@exemplo.com', message: null } : null,
    });
    const before = idempotencyKey === null ? undefined : this.keys.get(idempotencyKey);
    if (placed.ok) {
      if (before && before.orderId !== placed.order.id) {
        this.wrong.push(`key ${idempotencyKey} gave ${before.orderId} and then ${placed.order.id}`);
      }
      if (before && before.fingerprint !== fingerprint) {
        this.wrong.push(`key ${idempotencyKey} was taken for two purchases`);
      }
      if (idempotencyKey) this.keys.set(idempotencyKey, { fingerprint, orderId: placed.order.id });
      const started = await startCharge(this.#ctx, placed.charge);
      if (!started.ok) return null;
      const { id, status, amountCents } = started.charge;
      if (status === 'pending' && shownTotalCents !== null && shownTotalCents !== amountCents)
        this.wrong.push(`SHOWN: ${shownTotalCents}, and code ${id} asks for ${amountCents}`);
      return id;
    }
    if (isShown && placed.reason === 'price_mismatch' && !(await this.#hasHeldMoney(placed.totalCents)))
      this.wrong.push(
        `REFUSED: today's total of ${shownTotalCents}, for an open order of ${placed.totalCents}`,
      );
    return null;
  }

  async #hasHeldMoney(totalCents: number): Promise<boolean> {
    const { orders, charges } = await this.books();
    return charges.some(
      ({ status, order_id }) =>
        status === 'held' &&
        orders.some(({ id, total_cents }) => id === order_id && total_cents === totalCents),
    );
  }

  async #act(step: Exclude<Step, { do: 'place' | 'buy' }>, books: Books): Promise<void> {
    const { shop, bank, clerk: actorUserId } = this.world;
    const ctx = this.#ctx;
    const { order, charge, refund } = this.#choose(step, books);
    const entry = charge && bank.ledger.get(charge.id);
    switch (step.do) {
      case 'pay': {
        if (!entry || entry.isCancelled) return;
        // Without sums in its answers nobody could tell two payments of one code from one.
        if (!bank.traits.namesPaidAmount && entry.receivedCents > 0) return;
        entry.receivedCents += step.cents ?? entry.askedCents;
        return;
      }
      case 'look-up':
        if (charge) await checkCharge(ctx, charge.id, { evenIfPaid: true });
        return;
      case 'notice':
        if (entry) await this.tell(entry.chargeId);
        return;
      case 'resume': {
        if (!order) return;
        const why = this.#whyNotForSale(books, order.id);
        const resumed = await resumeOrder(ctx, { userId: this.userId, orderId: order.id });
        if (!resumed.ok) return;
        if (why && resumed.order.status === 'awaiting_payment') {
          this.wrong.push(`SOLD: order ${order.id} was offered again, and a skin of it is ${why}`);
        }
        const after = (await this.books()).orders.find(({ id }) => id === order.id);
        if (resumed.charge.mustCreate && after?.coupon_code === COUPON && !this.world.terms.isActive) {
          this.wrong.push(`COUPON: a new code of order ${order.id} has a coupon that is over`);
        }
        await startCharge(ctx, resumed.charge);
        return;
      }
      case 'buy-again':
        if (order) await cancelOwnOrder(ctx, { userId: this.userId, orderId: order.id });
        await shop.settled();
        await this.#place(step.skins, null, 'once');
        return;
      case 'reprice':
      case 'recoupon':
      case 'coupon-off': {
        const { terms } = this.world;
        const [priceCents, percent] = [
          terms.priceCents === 1500 ? 1900 : 1500,
          terms.percent === 33 ? 20 : 33,
        ];
        const change = {
          reprice: { priceCents },
          recoupon: { percent },
          'coupon-off': { isActive: !terms.isActive },
        };
        await this.world.setTerms({ ...terms, ...change[step.do] });
        return;
      }
      case 'sweep':
        shop.passSeconds(60);
        await sweepCharges(ctx);
        await sweepRefunds(ctx);
        return;
      case 'hour':
        return shop.passSeconds(3601);
      case 'accept':
        if (charge && (await acceptHeldPayment(ctx, { actorUserId, chargeId: charge.id })).ok)
          this.#accepted.add(charge.order_id);
        return;
      case 'settle-kept':
      case 'settle-returned': {
        const as = step.do === 'settle-kept' ? 'kept' : 'returned';
        if (charge) await settleHeldPayment(ctx, { actorUserId, chargeId: charge.id, as, note });
        return;
      }
      case 'handle-doubt':
        if (charge) await handleDoubt(ctx, { actorUserId, chargeId: charge.id, note });
        return;
      case 'send-links': {
        if (!order) return;
        const items = books.items.filter((item) => item.order_id === order.id);
        const links = Object.fromEntries(items.map(({ id }) => [id, `https://exemplo.com/${id}.zip`]));
        await sendLinks(ctx, { actorUserId, orderId: order.id, links });
        return;
      }
      case 'send-due':
        if (refund) await sendDueRefund(ctx, { actorUserId, refundId: refund.id });
        return;
      case 'mark-sent':
      case 'dismiss': {
        const as = step.do === 'mark-sent' ? 'sent' : 'dismissed';
        if (refund) await closeRefund(ctx, { actorUserId, refundId: refund.id, as, note });
        return;
      }
      case 'refund-part':
      case 'refund-whole': {
        const amountCents = step.do === 'refund-part' ? 300 : undefined;
        const request = { actorUserId, chargeId: charge?.id, amountCents, note, requestKey: null };
        if (charge) await requestRefund(ctx, { ...request, orderId: charge.order_id });
        return;
      }
      case 'panel-refund': {
        const back = entry ? [...entry.refunded.values()].reduce((cents, each) => cents + each, 0) : 0;
        // What is on its way from here is not sent over there as well, and staff's own transfers are not seen there.
        const byHand = books.refunds.some((row) => row.charge_id === charge?.id && row.is_manual);
        if (!entry || byHand || !bank.traits.namesPaidAmount) return;
        if (entry.receivedCents - back >= 200) entry.refunded.set(randomUUID(), 200);
        return;
      }
      case 'staff-cancel':
        if (order) await cancelOrder(ctx, { actorUserId, orderId: order.id, reason: note });
        return;
      case 'cancel':
        if (order) await cancelOwnOrder(ctx, { userId: this.userId, orderId: order.id });
        return;
      case 'withdraw':
      case 'withdraw-at-once':
        if (!order) return;
        Object.assign(ctx.settings, { automaticWithdrawal: step.do === 'withdraw-at-once' });
        await withdrawOrder(ctx, { userId: this.userId, orderId: order.id, reason: '' });
        return;
      case 'download-and-withdraw':
        if (order) await this.#downloadAndWithdraw(books, order.id);
        return;
      case 'dispute':
      case 'dispute-won':
        if (charge) await this.#dispute(charge, step.do === 'dispute' ? 'open' : 'won');
        return;
      case 'open-gift':
        if (order) await this.#openGift(books, order.id);
        return;
      case 'off-sale':
      case 'on-sale':
        await this.world.setOnSale(step.do === 'on-sale');
    }
  }

  /** Mostly one that the step can do something with; now and then any, because clerks press the wrong button too. */
  #choose(step: { do: Step['do']; pick: number }, books: Books) {
    const { orders, charges, refunds } = books;
    const one = <Row>(rows: Row[], fits: (row: Row) => boolean): Row | undefined => {
      const fitting = step.pick < 5 ? rows.filter(fits) : [];
      const from = fitting.length > 0 ? fitting : rows;
      return from[step.pick % Math.max(from.length, 1)];
    };
    const { ledger } = this.world.bank;
    const received = (id: string) => ledger.get(id)?.receivedCents ?? 0;
    return {
      order: one(orders, ({ id, status }) =>
        step.do === 'send-links'
          ? status === 'pending'
          : step.do.startsWith('withdraw')
            ? status === 'pending' || status === 'completed'
            : step.do === 'open-gift'
              ? books.gifts.some((gift) => gift.order_id === id && gift.status === 'offered')
              : status === 'awaiting_payment',
      ),
      charge: one(charges, ({ id, status, paid_amount_cents, doubted_at }) => {
        switch (step.do) {
          case 'pay':
            return received(id) === 0 && ledger.get(id)?.isCancelled === false;
          case 'look-up':
            return received(id) !== (paid_amount_cents ?? 0);
          case 'notice':
            return received(id) > 0 && ledger.get(id)?.toldCents === null;
          case 'handle-doubt':
            return doubted_at !== null;
          case 'accept':
          case 'settle-kept':
          case 'settle-returned':
            return status === 'held';
          default:
            return received(id) > 0;
        }
      }),
      refund: one(refunds, ({ status }) => status === 'due' || status === 'failed'),
    };
  }

  /** At the same moment: whichever is first, what was handed out is not paid back by itself. */
  async #downloadAndWithdraw(books: Books, orderId: string): Promise<void> {
    const ctx = this.#ctx;
    const entry = books.collection.find((each) => each.orderId === orderId);
    if (!entry) return;
    // As if each were a file of the shop's own, which alone goes back at once.
    await ctx.db
      .updateTable('grants')
      .set({ link: null, file_id: this.world.fileId })
      .where('order_id', '=', orderId)
      .where('link', 'is not', null)
      .execute();
    Object.assign(ctx.settings, { automaticWithdrawal: true });
    const browser = { address: '203.0.113.7', userAgent: null };
    const had = await ctx.db
      .selectFrom('withdrawals')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    const [isHandedOut] = await Promise.all([
      recordDownload(ctx, { userId: this.userId, entryId: entry.id, ...browser }),
      withdrawOrder(ctx, { userId: this.userId, orderId, reason: '' }),
    ]);
    const row = await ctx.db
      .selectFrom('withdrawals')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (isHandedOut && !had && row?.state === 'automatic') {
      this.wrong.push(`DOWNLOADED: order ${orderId} was handed out and paid back by itself`);
    }
  }

  async #isDisputed(orderId: string): Promise<boolean> {
    const disputes = this.#ctx.db.selectFrom('disputes').select('id');
    const open = await disputes.where('order_id', '=', orderId).where('state', '=', 'open').execute();
    return open.length > 0;
  }

  /** The bank opens it, or decides for the shop. */
  async #dispute(charge: Books['charges'][number], state: 'open' | 'won'): Promise<void> {
    const dispute = {
      gatewayDisputeId: `d-${charge.id}`,
      state,
      openedAt: null,
      answerBy: null,
      reason: 'MED',
    };
    await this.#ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, charge.order_id);
      const request = { disputes: [dispute], askedAt: this.#ctx.now() };
      if (order && charge.paid_amount_cents) await recordDisputes(this.#ctx, tx, order, charge, request);
    });
  }

  /** A friend takes it, or another skin in its place if this one is theirs by then. */
  async #openGift({ gifts, given }: Books, orderId: string): Promise<void> {
    const gift = gifts.find((each) => each.order_id === orderId);
    const url = gift && (await addressGift(this.#ctx, gift));
    if (!url) return;
    this.#friendId ??= await this.world.shop.createUser();
    const request = { userId: this.#friendId, token: url.slice(url.lastIndexOf('/') + 1) };
    const isDisputed = await this.#isDisputed(orderId);
    const claimed = await claimGift(this.#ctx, { ...request, instead: null });
    if (claimed.ok && gift.status === 'offered' && isDisputed) {
      this.wrong.push(`DISPUTED: gift ${orderId} was claimed`);
    }
    if (claimed.ok || claimed.reason !== 'already_owned') return;
    const free = skinsOf(this.#ctx, PLAIN, OTHER).find(
      (skin) => !given.some((each) => each.skin === skin.sku),
    );
    if (free) await claimGift(this.#ctx, { ...request, instead: free.sku });
  }

  /** null: all of it may be sold, or money of it is there, which is shown instead. */
  #whyNotForSale(books: Books, orderId: string): 'owned' | 'off sale' | null {
    const hasMoney = books.charges.some(
      ({ order_id, status }) => order_id === orderId && (status === 'held' || status === 'paid'),
    );
    const items = books.items.filter(({ order_id }) => order_id === orderId);
    const isGift = books.gifts.some(({ order_id }) => order_id === orderId);
    const isOwned = !isGift && items.some((item) => books.collection.some((owned) => owned.sku === item.sku));
    const catalog = this.#ctx.catalog.current();
    const isOffSale = items.some((item) => !catalog.findSkin(item.sku)?.available);
    return hasMoney ? null : isOwned ? 'owned' : isOffSale ? 'off sale' : null;
  }

  /** The provider's notice of a payment: authentic, so it names what arrived, whatever the shop believed before. */
  async tell(chargeId: string): Promise<void> {
    const { bank } = this.world;
    const entry = bank.ledger.get(chargeId);
    if (!entry || entry.receivedCents === 0) return;
    if (!bank.traits.namesPaidAmount) entry.toldCents = entry.receivedCents;
    const notice = {
      eventId: randomUUID(),
      gatewayChargeId: null,
      chargeId,
      claimedAmountCents: bank.traits.namesPaidAmount ? null : entry.receivedCents,
    };
    const url = new URL('http://localhost:3000/webhooks/abacatepay');
    await receiveWebhook(this.#ctx, { url, headers: {}, rawBody: JSON.stringify(notice) });
  }
}
