import { randomUUID } from 'node:crypto';
import { isRouteErrorResponse } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import type { ShopContext } from '#shop/context.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { addDueRefund } from '#shop/refunds/add-due-refund.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { screenOf, type PaymentView } from './code/payment-state.ts';
import { loader as readPage } from './pix-payment.tsx';
import { loader as readSimulation } from './simulate.tsx';

let shop: TestContext;
let buyer: string;
beforeAll(async () => {
  shop = await createTestContext();
  buyer = await shop.createUser();
});
afterAll(() => shop.close());

type Page = { kind: string; payment?: PaymentView; description?: string };

/** Calls the loader as React Router does. @returns the data with its status, or the redirect that was thrown. */
async function open(
  query: string,
  userId: string | null,
): Promise<{ status: number; page?: Page; to?: string | null }> {
  const path = `/pagamento-pix${query}`;
  try {
    const answer: unknown = await callRoute(readPage, { path, context: contextFor(shop.ctx, userId) });
    const wrapped = answer as { data: Page; init: { status: number } | null };
    return 'data' in wrapped
      ? { status: wrapped.init?.status ?? 200, page: wrapped.data }
      : { status: 200, page: answer as Page };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, to: thrown.headers.get('location') };
  }
}

const screen = ({ page }: { page?: Page }, now = shop.ctx.now()) =>
  page?.payment && screenOf(page.payment, now.getTime());

describe('the payment page', () => {
  it('sends visitors to sign in and back to the very same address', async () => {
    const { status, to } = await open('?orderId=x&amount=15&description=Uma%20skin', null);
    expect(status).toBe(302);
    const back = new URL(to ?? '', 'http://localhost').searchParams.get('voltar');
    expect(back).toBe('/pagamento-pix?orderId=x&amount=15&description=Uma%20skin');
  });

  // shows: threat 3
  it('shows the code of the order and its own amount, whatever the address says', async () => {
    const { orderId, charge } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [0, 1]) });
    const answer = await open(`?orderId=${orderId}&amount=1&description=barato`, buyer);
    expect(answer.page).toMatchObject({
      kind: 'order',
      description: '2 skins',
      payment: { id: charge.id, amountCents: 3000, pixCode: charge.pix_code },
    });
    expect(screen(answer)).toBe('waiting');
  });

  it("has never heard of someone else's order, an invented one or nonsense", async () => {
    const { orderId } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [2]) });
    const stranger = await shop.createUser();
    for (const id of [orderId, randomUUID(), 'nonsense', "' or 1=1"]) {
      expect(await open(`?orderId=${encodeURIComponent(id)}`, stranger)).toMatchObject({
        status: 404,
        page: { kind: 'not_found' },
      });
    }
  });

  // shows: threat 57, purchase 4
  it("says why the order's code may not be paid any more instead of showing it", async () => {
    const user = await shop.createUser();
    const both = await checkOut(shop.ctx, { userId: user, purchase: buy(shop.ctx, [7, 8]) });
    const one = await checkOut(shop.ctx, { userId: user, purchase: buy(shop.ctx, [8]) });
    await shop.simulator.pay(one.charge.id);
    await checkCharge(shop.ctx, one.charge.id);
    const name = shop.ctx.catalog.current().skins[8]?.name;
    expect((await open(`?orderId=${both.orderId}`, user)).page).toEqual({
      kind: 'refused',
      message: `Você já tem esta skin na sua coleção: ${name}.`,
      of: 2,
    });
    await shop.simulator.pay(both.charge.id, 100);
    await checkCharge(shop.ctx, both.charge.id);
    expect(screen(await open(`?orderId=${both.orderId}`, user))).toBe('held');
  });

  it('tells whoever ordered what left the catalogue since without sending them to their cart', async () => {
    const { orderId } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [9]) });
    const gone = shop.ctx.db.updateTable('order_items').set({ sku: 'lol:Ninguem:1' });
    await gone.where('order_id', '=', orderId).execute();
    expect((await open(`?orderId=${orderId}`, buyer)).page).toMatchObject({
      message: 'O que este pedido tem não está mais todo no catálogo.',
    });
  });

  it('tells paid from paid late', async () => {
    const inTime = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [3]) });
    await shop.simulator.pay(inTime.charge.id);
    await checkCharge(shop.ctx, inTime.charge.id);
    expect(screen(await open(`?orderId=${inTime.orderId}`, buyer))).toBe('paid');

    const late = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [4]) });
    shop.passSeconds(3_700);
    expect(screen(await open(`?orderId=${late.orderId}`, buyer))).toBe('expired');
    await shop.simulator.pay(late.charge.id);
    await checkCharge(shop.ctx, late.charge.id);
    expect(screen(await open(`?orderId=${late.orderId}`, buyer))).toBe('late');
  });

  it('knows that the money of a paid order goes back, as the list of orders does', async () => {
    const { orderId, charge } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [6]) });
    await shop.simulator.pay(charge.id);
    await checkCharge(shop.ctx, charge.id);
    const shown = async () => [
      (await open(`?orderId=${orderId}`, buyer)).page?.payment?.isPromisedBack,
      (await listOwnOrders(shop.ctx, { userId: buyer, cursor: null, orderId })).entries[0]?.isPromisedBack,
    ];
    expect(await shown()).toEqual([false, false]);
    const clerk = await shop.createUser();
    await requestRefund(shop.ctx, { actorUserId: clerk, orderId, note: 'Erro nosso.', requestKey: null });
    expect(await shown()).toEqual([true, true]);
  });

  it('knows whether refunded money went back to where it came from, or staff sent it by hand', async () => {
    const user = await shop.createUser();
    const pay = async (position: number) => {
      const { orderId, charge } = await checkOut(shop.ctx, {
        userId: user,
        purchase: buy(shop.ctx, [position]),
      });
      await shop.simulator.pay(charge.id);
      await checkCharge(shop.ctx, charge.id);
      expect(await isSentBack(orderId)).toBe(false);
      return { orderId, chargeId: charge.id };
    };
    const isSentBack = async (orderId: string) =>
      (await open(`?orderId=${orderId}`, user)).page?.payment?.isSentBack;
    const note = 'Erro nosso.';
    const sent = await pay(10);
    await requestRefund(shop.ctx, { actorUserId: buyer, orderId: sent.orderId, note, requestKey: null });
    await shop.settled();
    expect(await isSentBack(sent.orderId)).toBe(true);
    const byHand = await pay(11);
    await shop.ctx.transaction((tx) =>
      addDueRefund(shop.ctx, tx, { ...byHand, amountCents: 1500, reason: 'already_owned' }),
    );
    const { id: refundId } = await shop.ctx.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', byHand.orderId)
      .executeTakeFirstOrThrow();
    await closeRefund(shop.ctx, { actorUserId: buyer, refundId, as: 'sent', note });
    expect(screen(await open(`?orderId=${byHand.orderId}`, user))).toBe('refunded');
    expect(await isSentBack(byHand.orderId)).toBe(false);
  });

  it('shows that another amount is held', async () => {
    const { orderId, charge } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [5]) });
    await shop.simulator.pay(charge.id, 100);
    await checkCharge(shop.ctx, charge.id);
    expect(screen(await open(`?orderId=${orderId}`, buyer))).toBe('held');
  });

  it('without an order is a free charge of the amount in the address', async () => {
    expect((await open('?amount=45.5', buyer)).page).toMatchObject({
      kind: 'free',
      charge: { amountCents: 4550, refusal: null },
    });
  });
});

describe("the simulator's page", () => {
  const read = (chargeId: string, ctx: ShopContext = shop.ctx) =>
    callRoute(readSimulation, { params: { chargeId }, context: contextFor(ctx, null) });
  const isMissing = (thrown: unknown) =>
    isRouteErrorResponse(thrown) || (thrown as { init?: { status?: number } }).init?.status === 404;

  it('shows anyone with the code its amount and nothing about a person', async () => {
    const { charge } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [6]) });
    const page = await read(charge.id);
    expect(page).toEqual({
      charge: { id: charge.id, amountCents: 1500, isPaid: false, isExpired: false, dispute: null },
      payee: shop.ctx.settings.brandName,
    });
    await shop.simulator.pay(charge.id);
    await checkCharge(shop.ctx, charge.id);
    expect((await read(charge.id)).charge.isPaid).toBe(true);
  });

  it('does not exist for unknown charges, nor with a real gateway', async () => {
    const { charge } = await checkOut(shop.ctx, { userId: buyer, purchase: buy(shop.ctx, [7]) });
    await expect(read(randomUUID())).rejects.toSatisfy(isMissing);
    await expect(read('nonsense')).rejects.toSatisfy(isMissing);
    await expect(read(charge.id, { ...shop.ctx, simulator: null })).rejects.toSatisfy(isMissing);
  });
});
