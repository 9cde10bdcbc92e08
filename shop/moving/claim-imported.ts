import type { Tx } from '#db/client.server.ts';
import { attachMovedGrants } from '#shop/states/attach-moved-grants.ts';

/** Somebody has proved this address: what came along for it is theirs. The orders show it to them, without a mail. */
export async function claimImported(
  tx: Tx,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  // An import that is taken back waits for this, or this for it (undo-import.ts).
  await tx
    .updateTable('imported_people')
    .set({ claimed_at: at })
    .where('email', '=', email)
    .where('claimed_at', 'is', null)
    .execute();
  await attach(tx, userId, email);
}

async function attach(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ user_id: userId })
    .where('status', '=', 'imported')
    .where('customer_email', '=', email)
    .where('user_id', 'is', null)
    .execute();
  await attachMovedGrants(tx, { userId, email });
}

/** Those of these addresses that were proved before what is theirs came along. */
export async function claimAll(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const proved = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .where('address_proved_at', 'is not', null)
    .execute();
  for (const { id, email } of proved) await attach(tx, id, email);
}
