import type { Tx } from '#db/client.server.ts';

/**
 * Orders the automatic deliveries of an account and its pause: whoever delivers holds the account beside others who
 * deliver, whoever pauses it holds it alone. Lock the order first.
 */
export async function lockAccount(tx: Tx, userId: string, why: 'to deliver' | 'to pause'): Promise<void> {
  const account = tx.selectFrom('users').select('id').where('id', '=', userId);
  await (why === 'to deliver' ? account.forShare() : account.forNoKeyUpdate()).execute();
}
