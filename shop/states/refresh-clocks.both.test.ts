import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { setPatchState } from '#shop/delivery/patch/set-patch-state.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { releaseAccount } from '#shop/disputes/release-account.ts';
import { readFigures } from '#shop/numbers/read-figures.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { declineWithdrawal } from '#shop/orders/decline-withdrawal.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { listAllOrders } from '#shop/orders/search/list-all-orders.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { savePreorder } from '#shop/preorders/change-preorders.ts';
import { refundPreorders } from '#shop/preorders/refund-preorders.ts';
import { closeRefund, type Closing } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sendRefund } from '#shop/refunds/send-refund.ts';
import { countTrust } from '#shop/trust/count-trust.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';

let shop: TestContext;
let clerk: string;
let position = 0;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());

interface Waiting extends PaidOrder {
  position: number;
}
async function pay(userId?: string): Promise<Waiting> {
  const at = position++;
  return { ...(await createPaidOrder(shop, buy(shop.ctx, [at]), userId)), position: at };
}
const inMinutes = (minutes: number) => new Date(shop.ctx.now().getTime() + minutes * 60_000);

/** What buyer, staff and alarms say of it now. */
async function told({ orderId, userId }: PaidOrder) {
  await refreshAlarms(shop.ctx);
  const alarms = await shop.ctx.db
    .selectFrom('alarms')
    .select('kind')
    .where('subject', '=', orderId)
    .execute();
  const [own] = (await listOwnOrders(shop.ctx, { userId, cursor: null, orderId })).entries;
  const late = await listAllOrders(shop.ctx, { late: true });
  return {
    dueAt: own!.dueAt,
    isListedLate: late.entries.some(({ id }) => id === orderId),
    alarms: alarms.map(({ kind }) => kind).toSorted(),
  };
}
const NO_CLOCK = { dueAt: null, isListedLate: false, alarms: [] };

const markFile = (state: 'updating' | 'ready') => (order: Waiting) => {
  const skin = skinsOf(shop.ctx, order.position)[0]!;
  const scope = { skins: [skin.sku] };
  return setPatchState(shop.ctx, { actorUserId: clerk, scope, state, notify: false });
};
async function dispute({ orderId }: PaidOrder, step: 'open' | 'won' | 'lost'): Promise<void> {
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(await shop.ctx.simulator?.dispute(id, step)).toBe('done');
  await checkCharge(shop.ctx, id, { evenIfPaid: true });
}
const askBack = ({ orderId, userId }: PaidOrder) => withdrawOrder(shop.ctx, { userId, orderId, reason: '' });

const WAITS: {
  name: string;
  prepare?: (order: Waiting) => Promise<unknown>;
  begin: (order: Waiting) => Promise<unknown>;
  end: (order: Waiting) => Promise<unknown>;
}[] = [
  {
    name: 'the update of a file that was marked after the payment',
    prepare: ({ position: at }) =>
      saveSkinFile(shop.ctx, {
        actorUserId: clerk,
        ...skinsOf(shop.ctx, at)[0]!,
        link: 'https://arquivos.exemplo.com/antiga.zip',
      }),
    begin: markFile('updating'),
    end: async (order) => {
      await markFile('ready')(order);
      await releaseOrders(shop.ctx);
    },
  },
  {
    name: 'the answer to its buyer, who asks it back',
    begin: askBack,
    end: ({ orderId }) => declineWithdrawal(shop.ctx, { actorUserId: clerk, orderId, answer: 'Sai hoje.' }),
  },
  {
    name: 'a dispute about another order of the account, which is won',
    prepare: (order) => pay(order.userId),
    begin: async (order) => dispute(await otherOf(order), 'open'),
    end: async (order) => dispute(await otherOf(order), 'won'),
  },
  {
    name: 'the release of an account that lost a dispute',
    prepare: (order) => pay(order.userId),
    begin: async (order) => {
      await dispute(await otherOf(order), 'open');
      await dispute(await otherOf(order), 'lost');
    },
    end: async (order) => {
      const other = await otherOf(order);
      const { id } = await shop.ctx.db
        .selectFrom('disputes')
        .select('id')
        .where('order_id', '=', other.orderId)
        .executeTakeFirstOrThrow();
      expect(await releaseAccount(shop.ctx, { actorUserId: clerk, disputeId: id })).toEqual({ ok: true });
    },
  },
  {
    name: 'all of its money, which staff send back at the provider',
    begin: giveBack,
    end: (order) => closeBack(order, 'dismissed'),
  },
  {
    name: 'all of its money, which the bank does not send back',
    begin: ({ orderId }) => requestRefund({ ...shop.ctx, inBackground() {} }, backOf(orderId)),
    end: async ({ orderId }) => {
      const { id } = await refundOf({ orderId });
      // Its provider is not set up any more.
      await sendRefund({ ...shop.ctx, gatewayFor: () => null }, id);
    },
  },
];

const backOf = (orderId: string) => ({
  actorUserId: clerk,
  orderId,
  amountCents: 1500,
  note: 'O cliente desistiu.',
  requestKey: null,
});
/** By a provider that refunds nothing by itself. */
function giveBack({ orderId }: PaidOrder) {
  return requestRefund({ ...shop.ctx, gatewayFor: () => null }, backOf(orderId));
}
const refundOf = ({ orderId }: Pick<PaidOrder, 'orderId'>) =>
  shop.ctx.db
    .selectFrom('refunds')
    .select(['id', 'reason', 'status'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
async function closeBack(order: Pick<PaidOrder, 'orderId'>, as: Closing) {
  const { id: refundId } = await refundOf(order);
  const note = 'Visto no provedor.';
  return perform(closeRefund, shop.ctx, { actorUserId: clerk }, { refundId, as, note });
}

async function otherOf({ userId, orderId }: PaidOrder): Promise<PaidOrder> {
  const { entries } = await listOwnOrders(shop.ctx, { userId, cursor: null });
  return { orderId: entries.find(({ id }) => id !== orderId)!.id, userId, items: [], links: {} };
}

// shows: threat 85
test.each(WAITS)(
  'an order that waits for $name is late for nobody, and has its time anew after it',
  async (wait) => {
    const order = await pay();
    await wait.prepare?.(order);
    shop.passSeconds(20 * 60);
    expect(await told(order)).toMatchObject({
      dueAt: inMinutes(-5),
      isListedLate: true,
      alarms: ['order_late', 'order_waits'],
    });
    await wait.begin(order);
    shop.passSeconds(3600);
    expect(await told(order)).toEqual(NO_CLOCK);
    await wait.end(order);
    expect(await told(order)).toEqual({ dueAt: inMinutes(15), isListedLate: false, alarms: ['order_waits'] });
  },
);

test('it has no clock while it waits for one of two things, and a delivery meanwhile is on time', async () => {
  const order = await pay();
  await WAITS[0]!.prepare!(order);
  await WAITS[0]!.begin(order);
  await askBack(order);
  await WAITS[0]!.end(order);
  shop.passSeconds(3600);
  expect(await told(order)).toEqual(NO_CLOCK);
  await WAITS[0]!.begin(order);
  await WAITS[1]!.end(order);
  expect(await told(order)).toEqual(NO_CLOCK);

  const day = dayOf(shop.ctx.now());
  const delivered = async () => (await readFigures(shop.ctx, [{ from: day, to: day }]))[0]!;
  const before = await delivered();
  const { orderId, links } = order;
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links, onlyThisOrder: true });
  const after = await delivered();
  expect(after.delivered - before.delivered).toBe(1);
  expect(after.deliveredOnTime - before.deliveredOnTime).toBe(1);
});

test('an order of an earlier release, without a due date, has one within seconds', async () => {
  const order = await pay();
  await shop.ctx.db.updateTable('orders').set({ due_at: null }).where('id', '=', order.orderId).execute();
  await releaseOrders(shop.ctx);
  expect((await told(order)).dueAt).toEqual(inMinutes(15));
});

// shows: threat 85
test('what goes back unasked has no clock, however long its money takes, and one if staff keep that money', async () => {
  const day = dayOf(shop.ctx.now());
  const [ahead, key] = [position++, position++];
  const skuAt = (at: number) => skinsOf(shop.ctx, at)[0]!.sku;
  await perform(savePreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(ahead), until: day });
  await perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku: skuAt(key), keys: 'ULTIMA-0001' });
  await shop.ctx.catalog.reload();
  const late = await createPaidOrder(shop, buy(shop.ctx, [ahead]));
  shop.passSeconds(24 * 3600);
  // Its provider refunds nothing by itself.
  await refundPreorders({ ...shop.ctx, gatewayFor: () => null });

  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [key]) });
  await createPaidOrder(shop, buy(shop.ctx, [key]));
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const soldOut = { orderId, userId, items: [], links: {} };
  expect(await refundOf(late)).toMatchObject({ reason: 'preorder_over', status: 'due' });
  expect(await refundOf(soldOut)).toMatchObject({ reason: 'sold_out', status: 'requested' });
  const bothTold = async () => {
    await releaseOrders(shop.ctx);
    return [await told(late), await told(soldOut)];
  };
  expect(await told(soldOut)).toEqual(NO_CLOCK);
  expect(await bothTold()).toEqual([NO_CLOCK, NO_CLOCK]);

  shop.passSeconds(24 * 3600);
  // It did not arrive, and 'Atenção' says so.
  expect(await closeBack(soldOut, 'not_sent')).toEqual({ ok: true });
  expect(await bothTold()).toEqual([NO_CLOCK, NO_CLOCK]);
  expect(await closeBack(late, 'dismissed')).toEqual({ ok: true });
  const waits = { dueAt: inMinutes(15), isListedLate: false, alarms: ['order_waits'] };
  expect(await bothTold()).toEqual([waits, NO_CLOCK]);
});

test('what was late when its money began to go back stays late in the figures, and what was not never is', async () => {
  shop.passSeconds(3600);
  const before = await countTrust(shop.ctx);
  const [late, early] = [await pay(), await pay()];
  shop.passSeconds(20 * 60);
  await giveBack(late);
  await shop.ctx.db
    .updateTable('orders')
    .set({ due_at: inMinutes(15) })
    .where('id', '=', early.orderId)
    .execute();
  await giveBack(early);
  shop.passSeconds(3600);
  for (const order of [late, early]) expect(await closeBack(order, 'sent')).toEqual({ ok: true });
  const after = await countTrust(shop.ctx);
  expect([after.decided - before.decided, after.onTime - before.onTime]).toEqual([1, 0]);
});
