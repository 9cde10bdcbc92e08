import { readBackupState } from '#shop/backups/read-backup-state.ts';
import type { ShopContext } from '#shop/context.ts';
import { providerOrder } from '#shop/payments/providers/provider-order.ts';
import { RETENTION } from '#shop/retention/retention.ts';
import type { SignedAnswer } from './signed-answer.ts';

/** The running shop's part: what only it knows. */
export async function answerQuestion(
  shop: ShopContext,
  version: string,
  seen: SignedAnswer['seen'],
): Promise<SignedAnswer> {
  const facts = await readFacts(shop).catch((error: unknown) => {
    shop.log.warn('doctor.facts_failed', { error });
    return null;
  });
  return { version, seen, facts };
}

async function readFacts(shop: ShopContext): Promise<Facts> {
  const { paused } = shop.settings.pixGateways;
  const selling = providerOrder(shop).filter((name) => !paused.includes(name));
  return {
    providers: await Promise.all(selling.map((name) => readProvider(shop, name))),
    backup: await readBackupState(shop),
  };
}

async function readProvider(shop: ShopContext, name: string): Promise<Facts['providers'][number]> {
  const paid = await shop.db
    .selectFrom('charges')
    .select('paid_at')
    .where('gateway', '=', name)
    // Notices are forgotten, payments are not.
    .where('paid_at', '>', new Date(shop.now().getTime() - RETENTION.webhooks.days * 86_400_000))
    .orderBy('paid_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const heard = await shop.db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('gateway', '=', name)
    .executeTakeFirst();
  return { name, paidAt: paid?.paid_at ?? null, heardAt: heard?.at ?? null };
}

type Facts = NonNullable<SignedAnswer['facts']>;
