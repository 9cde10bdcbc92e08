import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isOfChampion } from '#shop/catalog/is-of-champion.ts';
import type { OutwardContext } from '#shop/context.ts';
import { askStoredFile } from './ask-stored-file.ts';
import { askLink, type FileCheck } from './ask-link.ts';
import { CONFIRM_SECONDS, noteCheck } from './note-check.ts';

const DAY_SECONDS = 24 * 60 * 60;
const MOST_AT_ONCE = 500;
const HOSTS_AT_ONCE = 4;
/** Between two questions to one host. */
const PAUSE_MS = 1000;

export interface ChecksDone {
  checked: number;
  /** Not asked: the time was over, or the shop itself reaches nobody. */
  left: number;
}

interface Options {
  /** No further question is begun after it. */
  signal?: AbortSignal | undefined;
  pauseMs?: number;
}

type Asked = Awaited<ReturnType<typeof readFiles>>[number];

/** Asks what was not asked for a day, and again what failed an hour ago (docs/decisions/files-of-skins.md). */
export function checkDueFiles(ctx: OutwardContext, options: Options = {}): Promise<ChecksDone> {
  return checkFiles(ctx, { due: true }, null, options);
}

/** 'Verificar agora': one skin, one champion or everything, broken or not, what was not asked for longest first. */
export function checkFilesNow(
  ctx: OutwardContext,
  { actorUserId, ...which }: { actorUserId: string } & Omit<Which, 'due'>,
  options: Options = {},
): Promise<ChecksDone> {
  return checkFiles(ctx, which, actorUserId, options);
}

interface Which {
  due?: boolean;
  championId?: string | undefined;
  sku?: string | undefined;
}

async function checkFiles(
  ctx: OutwardContext,
  which: Which,
  actorUserId: string | null,
  { signal, pauseMs = PAUSE_MS }: Options,
): Promise<ChecksDone> {
  const files = await readFiles(ctx, which);
  const hosts = [...Map.groupBy(files, hostOf).values()];
  const unreached: { file: Asked; check: FileCheck }[] = [];
  let checked = 0;
  let hasReached = false;

  async function note(file: Asked, check: FileCheck): Promise<void> {
    await noteCheck(ctx, file, check, actorUserId);
    checked++;
  }
  async function askHost(ofHost: readonly Asked[]): Promise<void> {
    const byContent = [...Map.groupBy(ofHost, (file) => file.link ?? file.file_id).values()];
    for (const [n, same] of byContent.entries()) {
      if (signal?.aborted) return;
      const [first] = same;
      if (first?.link && n > 0) await sleep(pauseMs);
      const check = await ask(ctx, first!);
      const isUnreached = check.is === 'dead' && check.met === 'nobody';
      if (first?.link && (check.is !== 'dead' || check.met === 'answer')) hasReached = true;
      for (const file of same) {
        if (isUnreached) unreached.push({ file, check });
        else await note(file, check);
      }
    }
  }
  const waiting = [...hosts];
  await Promise.all(
    Array.from({ length: HOSTS_AT_ONCE }, async () => {
      for (let host = waiting.shift(); host; host = waiting.shift()) await askHost(host);
    }),
  );
  // Where nobody at all answers, it is rather the shop's own line: no file is to blame.
  if (hasReached || new Set(unreached.map(({ file }) => hostOf(file))).size === 1)
    for (const { file, check } of unreached) await note(file, check);
  else if (unreached.length > 0) ctx.log.warn('files.nobody_reached', { links: unreached.length });
  return { checked, left: files.length - checked };
}

function ask(ctx: OutwardContext, file: Asked): Promise<FileCheck> {
  if (file.link !== null) return askLink(ctx, file.link);
  return askStoredFile(ctx, { id: file.file_id ?? '', size: Number(file.size) });
}

function hostOf({ link }: { link: string | null }): string {
  return link === null ? '' : new URL(link).host;
}

function readFiles(ctx: OutwardContext, { due, championId, sku }: Which) {
  const before = (seconds: number) => new Date(ctx.now().getTime() - seconds * 1000);
  return ctx.db
    .selectFrom('skin_files')
    .leftJoin('files as kept', 'kept.id', 'skin_files.file_id')
    .select(['skin_files.id', 'version', 'link', 'file_id', 'kept.size'])
    .$if(due === true, (query) =>
      query.where((eb) =>
        eb.or([
          eb('state', '=', 'ok').and(
            eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before(DAY_SECONDS))]),
          ),
          eb('state', '=', 'suspect').and('failing_since', '<=', before(CONFIRM_SECONDS)),
        ]),
      ),
    )
    .$if(championId !== undefined, (query) =>
      query.where(isOfChampion(sql`skin_files.sku`, championId ?? '')),
    )
    .$if(sku !== undefined, (query) => query.where('skin_files.sku', '=', sku ?? ''))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('skin_files.id')
    .limit(MOST_AT_ONCE)
    .execute();
}
