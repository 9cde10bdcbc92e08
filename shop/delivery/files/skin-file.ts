import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '#db/client.server.ts';
import type { SkinFileRow } from '#db/schema.ts';
import { addressOf, skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { twinOfFile } from '#shop/states/why-waits.ts';
import { readStoredFiles, type KnownFile, type StoredFile } from './stored-file.ts';

/** The file of a skin in the form that staff read. */
export interface SkinFile {
  sku: string;
  skinName: string;
  championName: string;
  splashPath: string;
  /** null: the shop keeps the file. */
  link: string | null;
  stored: StoredFile | null;
  auto: boolean;
  state: SkinFileRow['state'];
  checkedAt: Date | null;
  /** What the last check met, in a sentence for staff. */
  failure: string | null;
  version: number;
  updating: boolean;
  updatedAt: Date;
  examined: z.output<typeof examined>;
  /** A person has looked at what the shop found in it. */
  acceptedAt: Date | null;
  /** null: the account is deleted, or nobody did. */
  acceptedBy: string | null;
  acceptedReason: string | null;
  /** It delivers nothing by itself (`isWithheld`). */
  withheld: boolean;
}

const examined = z.object({
  verdict: z.enum(['clean', 'suspicious', 'not_examined']),
  entries: z.number().nullable(),
  reasons: z.array(z.string()),
  at: z.date().nullable(),
});

const shown = z.object({
  sku: z.string(),
  skinName: z.string(),
  link: z.string().nullable(),
  fileId: z.string().nullable(),
  auto: z.boolean(),
  broken: z.boolean(),
  checkedAt: z.date().nullable(),
  state: z.string(),
  version: z.number(),
  sha256: z.string().nullable(),
  size: z.number().nullable(),
  updatedAt: z.date(),
  examined,
  acceptedAt: z.date().nullable(),
});

/** A skin's file as the API shows it. */
export const shownSkinFile = z
  .custom<SkinFile>()
  .transform((file): z.input<typeof shown> => ({
    ...file,
    fileId: file.stored?.id ?? null,
    broken: file.state === 'broken',
    sha256: file.stored?.sha256 ?? null,
    size: file.stored?.size ?? null,
  }))
  .pipe(shown);

export type SkinOfFile = Pick<SkinFile, 'sku' | 'skinName' | 'championName' | 'splashPath'>;

export async function describeFiles(
  ctx: ShopContext,
  executor: Executor,
  rows: SkinFileRow[],
): Promise<SkinFile[]> {
  const stored = await readStoredFiles(
    executor,
    rows.flatMap((row) => row.file_id ?? []),
  );
  const twins = stored.size === 0 ? new Map<string, string>() : await findTwins(executor, rows);
  const acceptors = await findAcceptors(executor, rows);
  return rows.map((row) => ({
    ...nameSkin(ctx, row.sku),
    acceptedBy: acceptors.get(skinKey(row.sku)) ?? null,
    acceptedReason: row.accepted_reason,
    ...describeExamination(ctx, row, stored.get(row.file_id ?? ''), twins.get(row.id)),
    link: row.link,
    stored: (row.file_id && stored.get(row.file_id)) || null,
    auto: row.auto,
    state: row.state,
    checkedAt: row.checked_at,
    failure: row.failure,
    version: row.version,
    updating: row.updating,
    updatedAt: row.updated_at,
  }));
}

async function findTwins(executor: Executor, rows: SkinFileRow[]): Promise<Map<string, string>> {
  const found = await executor
    .selectFrom('skin_files as file')
    .select(['file.id', sql<string | null>`${twinOfFile}`.as('twin')])
    .where(
      'file.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return new Map(found.flatMap(({ id, twin }) => (twin ? [[id, twin] as const] : [])));
}

/** By the skin's key. The log has it: the last time that it says so is about the file that the skin has now. */
async function findAcceptors(
  executor: Executor,
  rows: SkinFileRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const keys = rows.flatMap(({ sku, accepted_at }) => (accepted_at ? [skinKey(sku)] : []));
  if (keys.length === 0) return new Map();
  const found = await executor
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .select(['audit_log.subject_id as key', 'users.name'])
    .where('audit_log.action', '=', 'skin_file.accepted')
    .where('audit_log.subject_id', 'in', keys)
    .orderBy('audit_log.id')
    .execute();
  return new Map(found.map(({ key, name }) => [key, name]));
}

/** What the shop found in it. A link to elsewhere is not examined, and delivers all the same. */
function describeExamination(
  ctx: ShopContext,
  { accepted_at: acceptedAt }: SkinFileRow,
  stored: KnownFile | undefined,
  twin: string | undefined,
): Pick<SkinFile, 'examined' | 'acceptedAt' | 'withheld'> {
  const { verdict = 'not_examined', entries = null, reasons = [], examinedAt: at = null } = stored ?? {};
  const other = twin === undefined ? null : nameSkin(ctx, twin);
  const told = other
    ? [...reasons, `O mesmo conteúdo já é o arquivo de ${other.skinName} (${other.championName}).`]
    : reasons;
  const isSuspicious = other !== null || verdict === 'suspicious';
  return {
    examined: {
      verdict: isSuspicious ? 'suspicious' : (verdict ?? 'not_examined'),
      entries,
      reasons: told,
      at,
    },
    acceptedAt,
    withheld: acceptedAt === null && (isSuspicious || verdict === null),
  };
}

export async function describeFile(
  ctx: ShopContext,
  executor: Executor,
  row: SkinFileRow,
): Promise<SkinFile> {
  const [file] = await describeFiles(ctx, executor, [row]);
  if (!file) throw new Error('One row is described as one file.');
  return file;
}

/** A skin that left the catalogue keeps its file, under the only name that is left. */
export function nameSkin(ctx: ShopContext, sku: string): SkinOfFile {
  const skin = ctx.catalog.current().findSkin(sku);
  const [group, id] = addressOf(sku);
  return {
    sku,
    skinName: skin?.name ?? `Skin ${id} (fora do catálogo)`,
    championName: skin?.championName ?? group,
    splashPath: skin?.splashPath ?? `/img/${skinKey(sku)}`,
  };
}
