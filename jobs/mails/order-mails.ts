import { chargedBackMail } from '#emails/charged-back.ts';
import { linkReplacedMail } from '#emails/link-replaced.tsx';
import { linksDeliveredMail } from '#emails/links-delivered.tsx';
import { orderCancelledMail } from '#emails/order-cancelled.tsx';
import { paymentConfirmedMail } from '#emails/payment-confirmed.tsx';
import { paymentReminderMail } from '#emails/payment-reminder.tsx';
import { refundMail } from '#emails/refund.ts';
import { skinsUpdatedMail } from '#emails/skins-updated.tsx';
import { withdrawalDeclinedMail } from '#emails/withdrawal-declined.ts';
import { listUpdatedSkins } from '#shop/delivery/patch/list-updated-skins.ts';
import { findOrderRecipient } from '#shop/messages/find-order-recipient.ts';
import { findWithdrawalAnswer } from '#shop/orders/find-withdrawal-answer.ts';
import { readOrder, readOrderOfOwner } from '#shop/orders/read-order.ts';
import { findCodeToRemindOf } from '#shop/payments/charges/find-code-to-remind-of.ts';
import { findRefund } from '#shop/refunds/find-refund.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { orderMailJob } from './mail-job.ts';

/** The mails about an order, which go to whoever may be told of it: `mailJob` decides that, and not each of them. */
export const orderMails = {
  'mail-payment-confirmed': orderMailJob('mail-payment-confirmed', async (ctx, { orderId }, brand) => {
    const order = await readOrder(ctx, orderId);
    if (!order) return null;
    const { charges, isPromisedBack } = await readMoneyOfOrder(ctx.db, orderId);
    // A held one did not pay for it, and one of another sum only if none of its price did.
    const sums = charges.filter(({ status }) => status !== 'held').map((each) => each.receivedCents);
    const receivedCents = sums.includes(order.totalCents) ? order.totalCents : (sums[0] ?? order.totalCents);
    return { order, ...paymentConfirmedMail({ brand, order, receivedCents, isPromisedBack }) };
  }),
  'mail-links-delivered': orderMailJob('mail-links-delivered', async (ctx, { orderId }, brand) => {
    const order = await readOrderOfOwner(ctx, orderId);
    // A free charge has none. Otherwise all of them were given back since.
    if (!order || (order.items.length > 0 && order.items.every(({ downloadLink }) => !downloadLink)))
      return null;
    return { order, ...linksDeliveredMail({ brand, order }) };
  }),
  'mail-link-replaced': orderMailJob('mail-link-replaced', async (ctx, { orderId, itemId }, brand) => {
    const order = await readOrderOfOwner(ctx, orderId);
    const item = order?.items.find((each) => each.id === itemId);
    if (!order || !item?.downloadLink) return null;
    const skin = { ...item, downloadLink: item.downloadLink };
    return { order, ...linkReplacedMail({ brand, order, skin }) };
  }),
  // It goes where the mails about the last of these purchases go that may be told to anybody. A gift is told to nobody but
  // whoever claimed it.
  'mail-skins-updated': orderMailJob('mail-skins-updated', async (ctx, data, brand) => {
    const updated = await listUpdatedSkins(ctx, data);
    const owned = [];
    for (const id of new Set(updated.map(({ orderId }) => orderId))) {
      const order = await readOrderOfOwner(ctx, id);
      if (order) owned.push({ order, to: await findOrderRecipient(ctx, order) });
    }
    const last = owned.find(({ to }) => to !== null) ?? owned[0];
    // Another patch has begun, or the money went back.
    if (!last) return null;
    const told = owned.filter(({ order, to }) => !order.giftReceiver || to === last.to);
    const skins = updated.filter(({ orderId }) => told.some(({ order }) => order.id === orderId));
    const { order } = last;
    return { order, ...skinsUpdatedMail({ brand, customerName: order.customerName, skins }) };
  }),
  'mail-refund': orderMailJob('mail-refund', async (ctx, { refundId, news }, brand) => {
    const refund = await findRefund(ctx, refundId);
    const order = refund && (await readOrder(ctx, refund.orderId));
    if (!order) return null;
    const { amountCents, isWhole, isManual, reason } = refund;
    return { order, ...refundMail({ brand, order, amountCents, news, isWhole, isManual, reason }) };
  }),
  'mail-charged-back': orderMailJob('mail-charged-back', async (ctx, { orderId, amountCents }, brand) => {
    const order = await readOrder(ctx, orderId);
    return order && { order, ...chargedBackMail({ brand, order, amountCents }) };
  }),
  'mail-order-cancelled': orderMailJob(
    'mail-order-cancelled',
    async (ctx, { orderId, refundCents, isSettled = false }, brand) => {
      const order = await readOrder(ctx, orderId);
      return order && { order, ...orderCancelledMail({ brand, order, refundCents, isSettled }) };
    },
  ),
  'mail-withdrawal-declined': orderMailJob('mail-withdrawal-declined', async (ctx, { orderId }, brand) => {
    const answer = await findWithdrawalAnswer(ctx, orderId);
    const order = answer === null ? null : await readOrder(ctx, orderId);
    return order && answer !== null ? { order, ...withdrawalDeclinedMail({ brand, order, answer }) } : null;
  }),
  // Between the request and now the order may have been paid, cancelled or left alone until its code expired.
  'mail-payment-reminder': orderMailJob('mail-payment-reminder', async (ctx, { orderId }, brand) => {
    const order = await readOrder(ctx, orderId);
    const code = await findCodeToRemindOf(ctx, orderId);
    return order && code && { order, ...paymentReminderMail({ brand, order, expiresAt: code.expiresAt }) };
  }),
};
