import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { CommandRefused } from '../commands/command-refused.ts';
import { SNAPSHOT_COUNTS } from './read-snapshot.ts';
import { deriveSealingKeys, type SealingKeys } from './seal-stream.ts';

/** Raised when an older release could not read it any more. */
const FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';

const Part = z.object({
  file: z.string().regex(/^[a-z]+(?:\.[a-z]+)+$/),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupPart = z.infer<typeof Part>;

const Manifest = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  version: z.string(),
  /** The moment that the backup holds. */
  at: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  /** The major version of the program that wrote a dump of PostgreSQL. */
  postgresMajor: z.int().nullable(),
  migrations: z.array(z.string()),
  counts: z.record(z.enum(SNAPSHOT_COUNTS), z.int()),
  /** Where the files are that the database names: in this backup, or still in the bucket of the shop. */
  files: z.object({
    kept: z.enum(['here', 'bucket']),
    bucket: z.string().nullable(),
    count: z.int(),
    /** Named by the database, but not there when the backup was made. */
    missing: z.array(z.string()),
  }),
  parts: z.object({ database: Part, files: Part }),
  /** null: not encrypted. */
  salt: z.string().nullable(),
});
export type BackupManifest = z.infer<typeof Manifest>;

/** With keys, nobody else can write another one. */
export function writeManifest(
  manifest: Omit<BackupManifest, 'format' | 'salt'>,
  keys: SealingKeys | null,
): string {
  const text = JSON.stringify({ format: FORMAT, ...manifest, salt: keys?.salt ?? null }, null, 2);
  return JSON.stringify({ manifest: JSON.parse(text) as unknown, mac: keys && macOf(text, keys) }, null, 2);
}

/** Refuses what it cannot read, in the operator's words. */
export function readManifest(
  text: string,
  passphrase: string | null,
): { manifest: BackupManifest; keys: SealingKeys | null } {
  let outer: { manifest?: unknown; mac?: unknown };
  try {
    outer = JSON.parse(text) as typeof outer;
  } catch {
    throw new CommandRefused(`${MANIFEST_FILE} está cortado ou não é de um backup desta loja.`);
  }
  const format = (outer.manifest as { format?: unknown } | undefined)?.format;
  if (typeof format === 'number' && format > FORMAT)
    throw new CommandRefused(
      'Este backup foi feito por uma versão mais nova da loja: atualize o programa primeiro.',
    );
  const parsed = Manifest.safeParse(outer.manifest);
  if (!parsed.success)
    throw new CommandRefused(`${MANIFEST_FILE} está danificado ou não é de um backup desta loja.`);
  const manifest = parsed.data;
  if (manifest.salt === null) {
    if (passphrase === null) return { manifest, keys: null };
    // Anybody who can write there may have put it there.
    throw new CommandRefused(
      'Este backup não é cifrado. Se foi você que o fez, rode de novo sem BACKUP_KEY.',
    );
  }
  if (passphrase === null)
    throw new CommandRefused('Este backup é cifrado: defina BACKUP_KEY com a chave usada ao fazê-lo.');
  const keys = deriveSealingKeys(passphrase, manifest.salt);
  const given = Buffer.from(String(outer.mac));
  const wanted = Buffer.from(macOf(JSON.stringify(outer.manifest, null, 2), keys));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new CommandRefused(`A chave em BACKUP_KEY não é a deste backup, ou ${MANIFEST_FILE} foi alterado.`);
  return { manifest, keys };
}

const macOf = (text: string, keys: SealingKeys): string =>
  createHmac('sha256', keys.of('manifest')).update(text).digest('hex');
