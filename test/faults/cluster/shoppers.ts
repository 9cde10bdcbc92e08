import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPayment } from '#app/routes/payment/start/create-payment.ts';
import { beginPurchaseAttempt } from '#app/routes/payment/start/purchase-attempt.ts';
import type { Buyer } from '../../../bench/load/prepare-buyers.ts';
import type { Testimony } from '../people/testimony.ts';
import type { Bank } from '../world/bank.ts';
import type { SkinName } from '../world/shop-template.ts';
import type { Door } from './door.ts';

const SKIN_CENTS = 1500;
const WEBHOOK_AGAIN_MS = 1_000;
const WEBHOOK_TRIES = 90;
const CUSTOMER = {
  name: 'Bruna Compradora',
  email: 'bruna@faults.test',
  cellphone: '11987654321',
  taxId: '52998224725',
};

export interface Traffic {
  /** When each order was acknowledged, in milliseconds. */
  acknowledged: number[];
  begun: number;
  /** Requests that nobody answered or that were answered with 5xx. */
  failedRequests: Map<string, number>;
  /** What a buyer read after the page's own tries, with how often. */
  seen: Map<string, number>;
  longestWaitMs: number;
  /** Resolves when everybody who came has left. */
  stop(): Promise<void>;
}

/**
 * Buyers come at a steady rate, whatever the answers take. Each asks for a code by the page's own function, pays after
 * a moment, and the provider tells the shop until it is heard.
 */
export function openTraffic(options: {
  perSecond: number;
  door: Door;
  bank: Bank;
  buyers: Buyer[];
  skins: SkinName[];
  testimony: Testimony;
  sightings: string[];
}): Traffic {
  const { door, bank, buyers, skins, testimony } = options;
  const inside = new Set<Promise<void>>();
  const traffic: Traffic = {
    acknowledged: [],
    begun: 0,
    failedRequests: new Map(),
    seen: new Map(),
    longestWaitMs: 0,
    async stop() {
      clearInterval(clock);
      await Promise.all(inside);
    },
  };
  const startedAt = performance.now();
  const clock = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * options.perSecond);
    while (traffic.begun < due) {
      const visit = shop(traffic.begun++).catch((error: unknown) => {
        options.sightings.push(`BROKEN OFF: ${String((error as Error).stack ?? error)}`);
      });
      inside.add(visit);
      void visit.finally(() => inside.delete(visit));
    }
  }, 10);

  async function shop(number: number): Promise<void> {
    const customer = number % buyers.length;
    const buyer = buyers[customer] as Buyer;
    const skin = skins[Math.floor(number / buyers.length) % skins.length] as SkinName;
    const ask: typeof fetch = async (url, init = {}) => {
      try {
        const headers = { ...(init.headers as Record<string, string>), cookie: buyer.cookie };
        const response = await door.fetch(url as string, { ...init, headers }, customer);
        if (response.status >= 500) count(traffic.failedRequests, `HTTP ${response.status}`);
        return response;
      } catch (error) {
        const { cause, name } = error as { cause?: { code?: string }; name: string };
        count(traffic.failedRequests, cause?.code ?? name);
        throw error;
      }
    };
    const begun = performance.now();
    const result = await createPayment(
      {
        purchase: {
          kind: 'skin',
          skin: { sku: `lol:${skin.championId}:${skin.skinNum}`, skinName: 'Skin', championName: 'Campeão' },
          totalCents: SKIN_CENTS,
        },
        customer: CUSTOMER,
        attempt: beginPurchaseAttempt(),
      },
      { ask },
    );
    traffic.longestWaitMs = Math.max(traffic.longestWaitMs, performance.now() - begun);
    if (!result.ok) {
      count(traffic.seen, result.message);
      return;
    }
    traffic.acknowledged.push(performance.now());
    const { payment } = result;
    testimony.ordersTold.push({ intent: number, orderId: payment.order.id, customer, hasKey: true });
    if (payment.pixCode === null) return;
    testimony.shown.push({
      intent: number,
      orderId: payment.order.id,
      paymentId: payment.id,
      code: payment.pixCode,
      amountCents: payment.amountCents,
    });
    if (payment.amountCents !== SKIN_CENTS)
      options.sightings.push(`intent ${number}: shown ${payment.amountCents} centavos`);
    await sleep(100 + Math.random() * 900);
    if (!bank.pay(payment.pixCode, SKIN_CENTS)) return;
    testimony.paid.push({ intent: number, code: payment.pixCode, cents: SKIN_CENTS });
    await tellShop(payment.pixCode, customer);
  }

  /** As providers do: again, until somebody answers 2xx. */
  async function tellShop(code: string, visitor: number): Promise<void> {
    const charge = bank.byCode(code);
    if (!charge) return;
    const notice = {
      eventId: `log_${randomUUID()}`,
      chargeId: charge.id,
      claimedCents: SKIN_CENTS,
      ackedAt: null as number | null,
      isGenuine: true,
    };
    testimony.webhooks.push(notice);
    for (let tries = 0; tries < WEBHOOK_TRIES; tries++) {
      const { url, headers, body } = bank.dialect.webhook(door.origin, charge, notice);
      const { pathname, search } = new URL(url);
      try {
        const response = await door.fetch(
          pathname + search,
          { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) },
          visitor,
        );
        await response.arrayBuffer();
        if (response.ok) {
          notice.ackedAt = tries;
          return;
        }
      } catch {
        // Nobody knows whether it was heard.
      }
      await sleep(WEBHOOK_AGAIN_MS);
    }
  }

  return traffic;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
