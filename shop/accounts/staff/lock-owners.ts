import type { Tx } from '#db/client.server.ts';

/**
 * Locks every owner and answers who they are. Whoever would leave the shop without one calls it first, so that of two
 * at once the second one sees what the first one did. Always in the same order: otherwise two can deadlock.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const owners = await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return owners.map(({ user_id }) => user_id);
}
