import type { PlantedBug } from './plant-bug.ts';

const LATER = 'new Promise((done) => setTimeout(done, 300))';

/** Mistakes that shops like this one have made, each as a change of the built server's text. */
export const PLANTED_BUGS: PlantedBug[] = [
  {
    name: 'amount-unchecked',
    about: 'any amount releases the order',
    changes: [{ from: /const held = (?:answer|doubtful)[^;]+;/, to: 'const held = false;' }],
  },
  {
    name: 'short-payment-trusted',
    about: "the gateway's word for the amount received is not read",
    gateway: 'mercadopago',
    changes: [{ from: 'order.total_paid_amount ?? sumPaid(payments)', to: 'order.total_amount' }],
  },
  {
    name: 'wrong-sum-kept',
    about: 'the books say the price instead of what was received',
    gateway: 'mercadopago',
    changes: [{ from: /paid_amount_cents: received,/, to: 'paid_amount_cents: charge.amount_cents,' }],
  },
  {
    name: 'webhook-secret-unchecked',
    about: 'anybody may announce payments',
    changes: [{ from: /!isSameSecret\$?\d*\([^;]*?, settings\.webhookSecret\)(?=\) return)/, to: 'false' }],
  },
  {
    name: 'webhook-signature-unchecked',
    about: 'anybody may announce payments, at a gateway that signs',
    gateway: 'mercadopago',
    changes: [
      { from: 'if (!isSigned(settings.webhookSecret, delivery, urlId)) return', to: 'if (false) return' },
    ],
  },
  {
    name: 'test-webhooks-accepted',
    about: "the provider's test environment announces real payments",
    changes: [
      {
        from: /(?:\(event\.devMode \?\? charge\.devMode \?\? data\.devMode\)|\bdevMode) === true/,
        to: 'false',
      },
    ],
  },
  {
    name: 'webhook-believed',
    about: 'the body of a webhook releases the order, the gateway is not asked',
    changes: [
      {
        from: /(?:const confirmed = await checkChargeAtGateway\(ctx, charge\);\s*if \(!confirmed|if \(!\(await checkChargeAtGateway\(ctx, charge\)\))\.ok\) return false;/,
        to: `const { claimed_amount_cents: claimed } = await ctx.db.selectFrom('webhook_events')
            .select('claimed_amount_cents').where('id', '=', eventId).executeTakeFirst();
          await applyGatewayAnswer(ctx, charge.id, { gatewayChargeId: charge.gateway_charge_id,
            status: 'paid', pixCode: null, expiresAt: null, paidAmountCents: claimed, paidAt: null,
            chargedBackCents: 0 });`,
      },
    ],
  },
  {
    name: 'webhook-acknowledged-unstored',
    about: 'a webhook is answered before it is kept',
    changes: [
      {
        from: 'if (reading.notices.length === 0) return {',
        to: `if (reading.notices.length > 0 && !delivery.isLate) {
          ctx.inBackground('store', () => ${LATER}.then(() => receiveWebhook(ctx, { ...delivery, isLate: true }, gateway)));
          return { ok: true, stored: 1 };
        }
        if (reading.notices.length === 0) return {`,
      },
    ],
  },
  {
    name: 'webhook-failure-acknowledged',
    about: 'a webhook that could not be kept is answered 2xx',
    changes: [
      {
        from: /(?<=await receiveWebhook\(shop, \{[^}]+\}, gateway\)|await receiveWebhook\(shop, \{[^}]+\}\));/,
        to: '.catch(() => ({ ok: true, stored: 0 }));',
      },
    ],
  },
  {
    name: 'webhook-stored-twice',
    about: 'no unique key on events',
    changes: [
      {
        from: '.onConflict((conflict) => conflict.columns(["gateway", "event_id"]).doNothing())',
        to: '',
      },
    ],
    sql: 'alter table webhook_events drop constraint webhook_events_gateway_event_id_key',
  },
  {
    name: 'no-idempotency',
    about: 'a second click is a second order',
    changes: [
      {
        from: /(?<=select from idempotency_keys[^`]*?\)\s*)on conflict do nothing/,
        to: '',
      },
    ],
    sql: `drop index orders_idempotency; drop index orders_one_open;
      alter table idempotency_keys drop constraint idempotency_keys_pkey`,
  },
  {
    name: 'new-key-every-time',
    about: 'a repeated create has another idempotency key and makes another charge at the gateway',
    gateway: 'mercadopago',
    changes: [{ from: 'idempotencyKey: request.chargeId', to: 'idempotencyKey: crypto.randomUUID()' }],
  },
  {
    name: 'order-moves-from-anywhere',
    about: 'the update of an order has no guard on its state',
    changes: [{ from: '.where("status", "in", [...ORDER_TRANSITIONS[to]])', to: '' }],
  },
  {
    name: 'charge-settled-again',
    about: 'a charge that is paid is paid again by the next notice',
    changes: [
      {
        from: 'if (isSettled(charge.status)) return reconcileSettledCharge',
        to: 'if (false) return reconcileSettledCharge',
      },
    ],
  },
  {
    name: 'no-transactions',
    about: 'every statement is committed by itself',
    changes: [
      {
        from: 'return (work) => begin().execute((tx) => insideTransaction(() => work(tx)));',
        to: 'return (work) => work(db);',
      },
    ],
  },
  {
    name: 'key-sold-twice',
    about: 'a key of the stock is sold again',
    changes: [{ from: /and taken_at is null(?=\s+order by added_at, line)/, to: '' }],
    sql: `alter table grants drop constraint grants_key_id_key;
      alter table stock_keys drop constraint stock_keys_item_id_key`,
  },
  {
    name: 'sold-out-kept',
    about: 'whoever loses the race for the last key loses the money too',
    changes: [{ from: /await refundItems\(ctx, tx, \{[^}]*\}, back\);/, to: '' }],
  },
  {
    name: 'mail-outside-transaction',
    about: 'the confirmation is enqueued some time after the payment was committed',
    changes: [
      {
        from: /await tell\(ctx, tx, \{\s*name: "order\.paid",\s*orderId: order\.id,\s*userId: order\.user_id\s*\}\);/,
        to: `ctx.inBackground('mail', () => ${LATER}.then(() => ctx.transaction((late) =>
          tell(ctx, late, { name: 'order.paid', orderId: order.id, userId: order.user_id }))));`,
      },
    ],
  },
  {
    name: 'mail-enqueued-twice',
    about: 'two confirmations for one payment',
    changes: [
      {
        from: /await tell\(ctx, tx, \{\s*name: "order\.paid",/,
        to: `await tell(ctx, tx, { name: 'order.paid', orderId: order.id, userId: order.user_id });
          await tell(ctx, tx, { name: 'order.paid',`,
      },
    ],
  },
  {
    name: 'mail-with-new-id',
    about: 'a mail sent again after a crash is another mail to the mailbox',
    changes: [
      { from: 'messageId: `<${mail.id}@${domain}>`', to: 'messageId: `<${Math.random()}@${domain}>`' },
    ],
  },
  {
    name: 'mail-failure-swallowed',
    about: 'a mail that could not be sent counts as sent',
    changes: [{ from: /(?<=log\.error\("job\.failed", \{ error \}\);\s*)throw error;/, to: '' }],
  },
  {
    name: 'mail-tried-once',
    about: 'a mail that could not be sent is given up',
    changes: [{ from: /retryLimit: countRetries\(retries\)/, to: 'retryLimit: 0' }],
    // A queue that exists keeps the settings it was made with, and the template's shop made it without the bug.
    sql: `update jobs.queue set retry_limit = 0 where name like 'mail-%'`,
  },
  {
    name: 'delivery-without-mail',
    about: 'an order that is complete tells nobody',
    changes: [
      {
        from: /await tell\(ctx, tx, \{\s*name: "order\.delivered",\s*orderId,\s*ownerId: first\.owner_id\s*\}\);/,
        to: '',
      },
    ],
  },
  {
    name: 'gateway-before-commit',
    about: 'the gateway is called while the order may still be rolled back',
    changes: [
      {
        from: /const charge = draftCharge\(ctx, order\);(?=\s*const insert = )/,
        to: `const charge = draftCharge(ctx, order);
          await ctx.gateway.create({ chargeId: charge.id, amountCents: order.total_cents, ttlSeconds: 3600,
            description: 'x', customer: request.customer }).catch(() => {});`,
      },
    ],
  },
  {
    name: 'code-shown-unstored',
    about: 'the buyer sees the code before it is kept',
    changes: [
      {
        from: 'const gatewayExpiry = created.expiresAt;',
        to: `ctx.inBackground('keep', () => ${LATER}.then(() => ctx.db.updateTable('charges').set({ status: 'pending',
            gateway_charge_id: created.gatewayChargeId, pix_code: created.pixCode, claimed_until: null })
            .where('id', '=', chargeId).execute()));
          return { ok: true, charge: { ...(await readCharge(ctx, chargeId)), status: 'pending', pixCode: created.pixCode } };
          const gatewayExpiry = created.expiresAt;`,
      },
    ],
  },
  {
    name: 'links-acknowledged-unsent',
    about: 'staff are told that links were sent before they are',
    changes: [
      {
        from: /(?<=async \(ctx, request\) => \{\s*)(?=const \{ actorUserId, orderId \} = request;\s*const given)/,
        to: `if (!request.isLater) {
          ctx.inBackground('links', () => ${LATER}.then(() => sendLinks(ctx, { ...request, isLater: true })));
          return { ok: true, order: { id: request.orderId, status: 'completed' } };
        }
        `,
      },
    ],
  },
  {
    name: 'links-half-sent',
    about: 'an order is completed with the first of its links',
    changes: [
      {
        from: /for \(const \{\s*item,\s*content\s*\} of filled\)(?= \{\s*await writeLink\()/,
        to: 'for (const { item, content } of filled.slice(0, 1))',
      },
    ],
  },
  {
    name: 'links-sent-twice',
    about: 'a second member of staff sends the links again',
    changes: [
      {
        from: /if \(status === "completed"\) return(?<=async function refuseDelivery[\s\S]{0,400})/,
        to: 'if (false) return',
      },
      {
        from: /if \(status !== "pending"\) return(?<=async function refuseDelivery[\s\S]{0,400})/,
        to: 'if (false) return',
      },
      { from: 'completed: ["pending"],', to: 'completed: ["pending", "completed"],' },
    ],
  },
  {
    name: 'collection-written-twice',
    about: 'no unique key on the collection',
    changes: [
      {
        from: 'on conflict (owner_id, sku) where is_shown do nothing',
        to: '',
      },
    ],
    sql: 'drop index grants_shown',
  },
  {
    name: 'collection-without-link',
    about: 'the order is complete, and what it owes never reaches its owner',
    changes: [
      {
        from: /const delivered = await deliverGrants\(tx, orderId\);(?=\s*const before = )/,
        to: 'const delivered = [];',
      },
    ],
  },
  {
    name: 'sweep-does-nothing',
    about: 'a lost webhook is a lost sale',
    changes: [
      {
        from: 'async function sweepCharges(ctx) {',
        to: 'async function sweepCharges(ctx) { return { asked: 0, cancelled: 0 };',
      },
    ],
  },
  {
    name: 'sweep-unscheduled',
    about: 'nobody calls the sweep',
    changes: [{ from: /name: "sweep-charges",\s*everySeconds: 5,/, to: 'name: "sweep-charges",' }],
  },
  {
    name: 'late-payment-dropped',
    about: 'money for an expired code is ignored',
    changes: [
      {
        from: /switch \(answer\.status\) \{\s*case "paid": \{/,
        to: `if (charge.status === 'expired' || charge.status === 'cancelled') return charge.status;
          switch (answer.status) { case "paid": {`,
      },
    ],
  },
  {
    name: 'cancelled-order-stays-dead',
    about: 'money for a cancelled order does not revive it',
    changes: [{ from: 'pending: ["awaiting_payment", "cancelled"],', to: 'pending: ["awaiting_payment"],' }],
  },
  {
    name: 'price-from-the-client',
    about: 'what the browser calls the total is charged',
    changes: [
      {
        from: 'total_cents: plan.totalCents,',
        to: 'total_cents: request.shownTotalCents ?? plan.totalCents,',
      },
      {
        from: /const isPriceRight = [^;]+;/,
        to: 'const isPriceRight = true;',
      },
    ],
  },
  {
    name: 'wrong-price-unrefused',
    about: "a buyer's own price per skin is not refused",
    changes: [{ from: /shownPriceCents !== skin\.priceCents/, to: 'false' }],
  },
  {
    name: 'charge-below-price',
    about: 'the gateway is asked for less than the order costs',
    changes: [
      {
        from: /(?<=gateway\.create\(\{\s*chargeId,\s*)amountCents: row\.amount_cents/,
        to: 'amountCents: row.amount_cents - 1',
      },
    ],
  },
  {
    name: 'order-born-paid',
    about: 'an order waits for its links before it is paid',
    changes: [
      {
        from: /status: "awaiting_payment",(?=\s*\.\.\.customerColumns)/,
        to: 'status: "pending",',
      },
    ],
  },
  {
    name: 'payment-of-others-readable',
    about: 'the owner is not part of the query for a payment',
    changes: [
      {
        from: /(?<=\.as\("isSentBack"\)\s*\]\))\.where\("orders\.user_id", "=", userId\)/,
        to: '',
      },
    ],
  },
  {
    name: 'order-of-others-resumable',
    about: 'whoever resumes an order need not be its owner',
    changes: [
      {
        from: /(?<=let order = await lockOrder\(tx, orderId\);\s*)if \(order\?\.user_id !== userId\)/,
        to: 'if (!order)',
      },
    ],
  },
  {
    name: 'second-payment-unrecorded',
    about: 'money for a second code of one order is not owed back',
    changes: [{ from: 'await owe(payment.receivedCents, "paid_twice");', to: '' }],
  },
  {
    name: 'overpayment-unrecorded',
    about: 'what came on top is not owed back',
    gateway: 'mercadopago',
    changes: [{ from: 'await owe(payment.receivedCents - order.total_cents, "overpaid");', to: '{}' }],
  },
  {
    name: 'doubled-skin-unrecorded',
    about: 'a skin paid in two orders is not owed back',
    changes: [{ from: 'await owe(doubledCents, "already_owned");', to: '{}' }],
  },
  {
    name: 'held-money-unseen',
    about: 'nothing tells staff of money that is held',
    changes: [{ from: 'set({ attention: "amount_mismatch" })', to: 'set({ attention: null })' }],
  },
  {
    name: 'waiting-doubt-ignored',
    about: 'a stored webhook with another amount does not count until its turn',
    changes: [{ from: 'await claimedAmount(tx, charge)', to: 'charge.claimed_amount_cents' }],
  },
];
