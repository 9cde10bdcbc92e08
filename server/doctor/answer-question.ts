import { readBackupState } from '#shop/backups/read-backup-state.ts';
import type { ShopContext } from '#shop/context.ts';
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

async function readFacts(shop: ShopContext): Promise<NonNullable<SignedAnswer['facts']>> {
  const gateway = shop.gateway.name;
  const paid = await shop.db
    .selectFrom('charges')
    .select('paid_at')
    .where('gateway', '=', gateway)
    // Notices are forgotten, payments are not.
    .where('paid_at', '>', new Date(shop.now().getTime() - RETENTION.webhooks.days * 86_400_000))
    .orderBy('paid_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const heard = await shop.db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  return {
    paidAt: paid?.paid_at ?? null,
    heardAt: heard?.at ?? null,
    backup: await readBackupState(shop),
  };
}
