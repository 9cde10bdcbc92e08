/**
 * For a caller that has read under the lock of the order that this move is allowed: a refusal means that somebody writes
 * without the lock, and nothing of the transaction may stand.
 */
export async function requireMove(move: Promise<boolean>, what: string): Promise<void> {
  if (await move) return;
  throw new Error(`${what} changed under its lock: somebody writes without it.`);
}
