/** Ends a backup, a restore or a move with a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
