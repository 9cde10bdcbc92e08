import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { postWebhook } from './payer.ts';
import { askShop } from './shop-client.ts';
import type { Testimony } from './testimony.ts';
import type { World } from '../world/world.ts';

/** Announces payments that never happened: without the secret, from the test environment, and with the secret. */
export async function forge(world: World, testimony: Testimony, stop: AbortSignal): Promise<void> {
  const done = new Set<string>();
  while (!stop.aborted) {
    await sleep(70);
    const unpaid = [...world.bank.ledger.values()].find(
      (charge) => charge.receivedCents === 0 && !done.has(charge.id),
    );
    if (!unpaid) continue;
    done.add(unpaid.id);
    const text = { eventId: `log_${randomUUID()}`, claimedCents: unpaid.amountCents };
    world.count('webhook forged');
    const forged = await postWebhook(world, unpaid, { ...text, isForged: true });
    if (forged !== null && forged < 300)
      world.sightings.push(`a webhook without the secret was answered ${forged}`);
    const fromTests = await postWebhook(world, unpaid, { ...text, isTest: true });
    if (fromTests !== null && fromTests < 300)
      world.sightings.push(`a webhook of the test environment was answered ${fromTests}`);
    // Authentic and untrue: whoever believes the body delivers for nothing.
    const early = {
      eventId: `log_${randomUUID()}`,
      chargeId: unpaid.id,
      claimedCents: unpaid.amountCents,
      ackedAt: null as number | null,
      isGenuine: false,
    };
    testimony.webhooks.push(early);
    const status = await postWebhook(world, unpaid, early);
    if (status !== null && status < 300) early.ackedAt = world.sequence();
  }
}

/** Asks for what belongs to others. */
export async function snoop(world: World, testimony: Testimony, stop: AbortSignal): Promise<void> {
  const stranger = world.template.customers.at(-1);
  if (!stranger) return;
  const cookie = stranger.cookie;
  while (!stop.aborted) {
    await sleep(90);
    const victim = testimony.shown.at(-1);
    if (!victim) continue;
    const payment = await askShop(world, { path: `/api/payments/${victim.paymentId}`, cookie });
    if (payment && payment.status < 300) world.sightings.push(`a stranger read payment ${victim.paymentId}`);
    const order = await askShop(world, {
      path: '/api/create-pix-payment',
      cookie,
      json: { orderId: victim.orderId },
    });
    if (order && order.status < 300) world.sightings.push(`a stranger resumed order ${victim.orderId}`);
    const collection = await askShop(world, { path: '/api/collection', cookie });
    if (collection?.status === 200 && (collection.body as unknown[]).length > 0) {
      world.sightings.push('a stranger who bought nothing owns a collection');
    }
    const orders = await askShop(world, { path: '/api/orders', cookie });
    if (orders?.status === 200 && (orders.body as unknown[]).length > 0) {
      world.sightings.push('a stranger who bought nothing sees orders');
    }
    const links = await askShop(world, {
      path: `/api/admin/orders/${victim.orderId}/links`,
      cookie,
      json: { links: {} },
    });
    if (links && links.status < 300) world.sightings.push(`a customer sent links of order ${victim.orderId}`);
  }
}
