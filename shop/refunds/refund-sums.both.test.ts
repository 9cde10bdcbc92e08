import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { openTroubledShop, type TroubledShop } from '#test/troubled-shop.ts';
import { closeRefund } from './close-refund.ts';
import { requestRefund } from './request-refund.ts';
import { sendDueRefund } from './send-due-refund.ts';
import { sweepRefunds } from './sweep-refunds.ts';

let { shop, bank, clerk } = {} as TroubledShop;
beforeAll(async () => void ({ shop, bank, clerk } = await openTroubledShop()));
afterAll(() => shop.close());

type Step =
  | { do: 'refund'; cents: number | undefined }
  | { do: 'send' | 'close' | 'dismiss'; pick: number }
  | { do: 'sweep' | 'refuse' | 'lose-before' | 'lose-after' | 'pay-again' | 'settle' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('refund' as const),
    cents: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
  }),
  fc.record({ do: fc.constantFrom('send' as const, 'close' as const, 'dismiss' as const), pick: fc.nat(9) }),
  fc.record({
    do: fc.constantFrom(
      'sweep' as const,
      'refuse' as const,
      'lose-before' as const,
      'lose-after' as const,
      'pay-again' as const,
      'settle' as const,
    ),
  }),
);

async function take(orderId: string, chargeId: string, what: Step): Promise<void> {
  switch (what.do) {
    case 'refund':
      await requestRefund(shop.ctx, {
        actorUserId: clerk,
        orderId,
        amountCents: what.cents,
        note: 'ao acaso',
        requestKey: null,
      });
      return;
    case 'send':
    case 'close':
    case 'dismiss': {
      const rows = await shop.ctx.db
        .selectFrom('refunds')
        .select('id')
        .where('order_id', '=', orderId)
        .execute();
      const refundId = rows[what.pick % Math.max(rows.length, 1)]?.id;
      if (!refundId) return;
      if (what.do === 'send') await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId });
      // Marked as sent by hand: that money did not go through the gateway.
      else {
        const as = what.do === 'close' ? 'sent' : 'dismissed';
        await closeRefund(shop.ctx, { actorUserId: clerk, refundId, as, note: 'ao acaso' });
      }
      return;
    }
    case 'sweep':
      shop.passSeconds(4000);
      await sweepRefunds(shop.ctx);
      return;
    case 'settle':
      shop.passSeconds(24 * 3600);
      await sweepCharges(shop.ctx);
      return;
    case 'refuse':
      return bank.refuseNextRefund();
    case 'lose-before':
      return bank.loseNextAnswer('before');
    case 'lose-after':
      return bank.loseNextAnswer('after');
    case 'pay-again':
      await shop.simulator.pay(chargeId, 700);
      await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
  }
}

// shows: purchase 15
test('whatever staff, bank and buyer do, in whatever order and at once: never more back than came in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (rounds) => {
        bank.behave();
        const order = await createPaidOrder(shop, buy(shop.ctx, [0]));
        const { id: chargeId } = await shop.ctx.db
          .selectFrom('charges')
          .select('id')
          .where('order_id', '=', order.orderId)
          .executeTakeFirstOrThrow();
        for (const round of rounds) {
          await Promise.all(round.map((what) => take(order.orderId, chargeId, what)));
          await shop.settled();
        }
        const charge = await shop.ctx.db
          .selectFrom('charges')
          .selectAll()
          .where('id', '=', chargeId)
          .executeTakeFirstOrThrow();
        const refunds = await shop.ctx.db
          .selectFrom('refunds')
          .selectAll()
          .where('charge_id', '=', chargeId)
          .execute();
        const sum = (rows: typeof refunds) => rows.reduce((cents, row) => cents + row.amount_cents, 0);
        const promised = refunds.filter(({ status }) => status !== 'failed' && status !== 'dismissed');
        const paid = charge.paid_amount_cents ?? 0;
        expect(sum(promised)).toBeLessThanOrEqual(paid);
        // Money that really moved at the gateway, each refund once; a lost answer may not be booked yet.
        const moved = bank.refundedIds().filter((id) => refunds.some((row) => row.id === id));
        expect(new Set(moved).size).toBe(moved.length);
        expect(sum(refunds.filter(({ id }) => moved.includes(id)))).toBeLessThanOrEqual(paid);
        const isBack = sum(refunds.filter(({ status }) => status === 'refunded')) >= paid;
        const skins = await shop.ctx.db
          .selectFrom('user_collection')
          .select('id')
          .where('user_id', '=', order.userId)
          .execute();
        if (isBack) expect(skins).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
}, 120_000);
