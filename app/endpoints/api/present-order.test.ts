import { expect, test } from 'vitest';
import { toWire } from '#app/doors/codec.ts';
import { nameOrder } from '#shop/orders/shown-order.ts';
import { showOwnOrders } from '#shop/orders/show-own-orders.ts';
import { presentStaffOrder } from './present-order.ts';

const ITEM = {
  id: 'item',
  orderId: 'order',
  sku: 'lol:Aurea:3',
  skinName: 'Áurea do Eclipse',
  championName: 'Áurea',
  splashPath: '/img/Aurea_3',
  priceCents: 1500,
  paidCents: 1350,
  kept: true,
  downloadLink: null,
  whyBack: null,
  aheadUntil: null,
};
const ORDER = {
  id: 'order',
  status: 'pending',
  customerName: 'Bruna',
  customerEmail: 'bruna@exemplo.com',
  totalCents: 3990,
  discountCents: 210,
  couponCode: 'ANA',
  description: '2 skins',
  attention: null,
  isCouponOver: false,
  createdAt: new Date('2026-11-21T17:05:00Z'),
  paymentMethod: 'pix',
  linksSentAt: null,
  dueAt: new Date('2026-11-21T17:25:00Z'),
  awaitsUpdate: false,
  awaitsExamination: false,
  isExchanged: false,
  isShared: false,
  deliveredAt: null,
  refundedCents: 10,
  chargedBackCents: 0,
  isRefunded: false,
  isPromisedBack: false,
} as const;

const ITEM_TEXT =
  '"id":"item","order_id":"order","champion_id":"Aurea","skin_num":3,"sku":"lol:Aurea:3","skin_name":"Áurea do Eclipse",' +
  '"champion_name":"Áurea","splash_art_url":"/img/Aurea_3","price":15,"paid":13.5,"download_link":null';
const ORDER_TEXT =
  '"status":"pending","customer_name":"Bruna","customer_email":"bruna@exemplo.com","total_amount":39.9,"discount":2.1,"coupon":"ANA",' +
  '"description":"2 skins","attention":null,"created_at":"2026-11-21T17:05:00.000Z","payment_method":"pix",' +
  '"download_link_sent_at":null,"due_at":"2026-11-21T17:25:00.000Z","delivered_at":null,';

test('an own order is answered in the words of the contract, in reais and ISO 8601', () => {
  const order = {
    ...ORDER,
    refundDueCents: 1501,
    paidAt: null,
    withdrawalUntil: null,
    withdrawal: null,
    gift: null,
    items: [ITEM],
  };
  const { entries } = showOwnOrders.output.parse({
    entries: [{ ...nameOrder(order), userId: 'user', refundDueAmountCents: order.refundDueCents }],
    nextCursor: null,
  });
  const answer = toWire(entries[0]);
  expect(JSON.stringify(answer)).toBe(
    `{"id":"order",${ORDER_TEXT}"user_id":"user","refund_due_amount":15.01,"refunded_amount":0.1,"is_refunded":false,` +
      `"order_items":[{${ITEM_TEXT}}]}`,
  );
});

test("staff's order has its buyer, what is owed and what is held as well", () => {
  const answer = presentStaffOrder({
    ...ORDER,
    linksSentAt: new Date('2026-11-21T18:00:00Z'),
    userId: 'user',
    asksBack: false,
    refundsDue: [{ amountCents: 1501, reason: 'overpaid' }],
    heldCharges: [{ id: 'charge', amountCents: 3990, paidCents: 1 }],
    items: [
      {
        ...ITEM,
        knownLink: 'https://exemplo.com/guardado.zip',
        storedFileName: 'guardado.zip',
        keyEnd: '0009',
        hasKey: true,
        state: 'waiting',
      },
    ],
  });
  expect(JSON.stringify(answer)).toBe(
    `{"id":"order","user_id":"user",${ORDER_TEXT.replace('"download_link_sent_at":null', '"download_link_sent_at":"2026-11-21T18:00:00.000Z"')}` +
      '"refunded_amount":0.1,"is_refunded":false,"refunds_due":[{"amount":15.01,"reason":"overpaid"}],' +
      `"held_charges":[{"id":"charge","amount":39.9,"paid_amount":0.01}],"order_items":[{${ITEM_TEXT},"kept":true,"key_last_four":"0009"}]}`,
  );
});
