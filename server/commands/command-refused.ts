/** Ends what the owner asked for (a backup, a restore, a move, a role, a webhook) with a sentence for them. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
