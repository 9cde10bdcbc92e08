import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BankCharge, WebhookText } from '../world/dialect.ts';
import type { Intent } from '../schedule/schedule.ts';
import type { Testimony } from './testimony.ts';
import type { World } from '../world/world.ts';

/** What the provider sends after a payment: late, twice, out of order, or never. */
export async function deliverWebhooks(
  world: World,
  testimony: Testimony,
  intent: Intent,
  code: string,
  cents: number,
): Promise<void> {
  const charge = world.bank.byCode(code);
  if (!charge) return;
  const { copies, delaysMs, isRepeated } = intent.webhook;
  // Without a webhook an odd amount is unknowable at v1: there it always arrives.
  const isOdd = cents !== charge.amountCents && !world.bank.dialect.namesPaidAmount;
  const sent = isOdd ? Math.max(copies, 1) : copies;
  if (sent === 0) world.count('webhook lost');
  if (sent > 1) world.count('webhook duplicated', sent - 1);
  const notice = {
    eventId: `log_${randomUUID()}`,
    chargeId: charge.id,
    claimedCents: cents,
    ackedAt: null,
    isGenuine: true,
  };
  if (sent > 0) testimony.webhooks.push(notice);
  await Promise.all(
    Array.from({ length: sent }, async (_, copy) => {
      const delay = delaysMs[copy] ?? 0;
      if (delay > 0) world.count('webhook delayed');
      await sleep(delay);
      for (let tries = 0; !world.isOver(); tries++) {
        const status = await postWebhook(world, charge, { eventId: notice.eventId, claimedCents: cents });
        if (status !== null && status < 300) notice.ackedAt ??= world.sequence() as never;
        if (status !== null && (status < 300 || !(isRepeated || isOdd))) return;
        if (!(isRepeated || isOdd) && status === null && tries > 0) {
          world.count('webhook lost');
          return;
        }
        await sleep(25);
      }
    }),
  );
}

/** @returns the status, or null when nobody answered. */
export async function postWebhook(
  world: World,
  charge: BankCharge,
  text: WebhookText,
): Promise<number | null> {
  const shop = world.anyShop();
  if (!shop) return null;
  const { url, headers, body } = world.bank.dialect.webhook(shop.url, charge, text);
  const slot = world.slotOf(shop);
  try {
    const answer = fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    answer.catch(() => {});
    // The bytes are on their way; a kill from here on is one between receiving and answering.
    setTimeout(() => world.moment({ slot, name: 'webhook:sent' }), 2);
    const response = await answer;
    await response.arrayBuffer();
    world.moment({ slot, name: 'webhook:answered' });
    return response.status;
  } catch {
    return null;
  }
}
