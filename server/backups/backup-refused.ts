/** Ends a backup or a restore with a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
