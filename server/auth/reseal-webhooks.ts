import type { DatabaseHandle } from '#db/client.server.ts';
import { sealText, tryUnseal } from '#shop/secrets/seal-text.ts';

/** Nobody is locked out by one that cannot be opened: each try of its hook says so, and a person draws another. */
export async function resealWebhooks(
  db: DatabaseHandle['db'],
  key: Buffer,
  previousKey: Buffer | null,
): Promise<void> {
  if (previousKey === null) return;
  const anew = (sealed: string | null) => {
    const secret = sealed !== null && tryUnseal(key, sealed) === null ? tryUnseal(previousKey, sealed) : null;
    return secret === null ? sealed : sealText(key, secret);
  };
  const rows = await db.selectFrom('webhooks').select(['id', 'secret', 'previous_secret']).execute();
  for (const { id, secret, previous_secret } of rows) {
    const fresh = { secret: anew(secret) ?? secret, previous_secret: anew(previous_secret) };
    if (fresh.secret === secret && fresh.previous_secret === previous_secret) continue;
    await db.updateTable('webhooks').set(fresh).where('id', '=', id).where('secret', '=', secret).execute();
  }
}
