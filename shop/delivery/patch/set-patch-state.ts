import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { isOfChampion } from '#shop/catalog/is-of-champion.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { joinOwners } from './join-owners.ts';

/** Whose files: all, those of the game that the radar watches, of one champion, or of these skins. */
export type PatchScope =
  | { all: true }
  | { game: true }
  | { championId: string }
  | { skins: readonly string[] };

export interface PatchRequest {
  /** null: the shop itself, for a new version of the game. */
  actorUserId: string | null;
  scope: PatchScope;
  state: 'updating' | 'ready';
  /** The owners of files that are ready are told, by mail and on screen. */
  notify: boolean;
}

/** `skins`: whose file changed its state. `owners`: how many people own one of them. */
export interface PatchResult {
  skins: number;
  owners: number;
}

/** Marks files as 'em atualização', or takes the mark away. */
export async function setPatchState(ctx: ShopContext, request: PatchRequest): Promise<PatchResult> {
  const { actorUserId, scope, state, notify } = request;
  const done = await ctx.transaction(async (tx) => {
    // Two clerks who mark at once mean the same patch.
    await sql`select pg_advisory_xact_lock(hashtext('patch_day'))`.execute(tx);
    if (state === 'updating') await learnProducts(tx, request);
    const rows = await tx
      .selectFrom('skin_files as file')
      .select(['id', 'patch_id'])
      .where(isConcerned(request))
      .orderBy('sku')
      .forUpdate()
      .execute();
    if (rows.length === 0) return { skins: 0, owners: 0 };
    const ids = rows.map(({ id }) => id);
    if (state === 'updating') await markFiles(ctx, tx, rows);
    else {
      const news = notify ? { patched_at: ctx.now(), is_news: true } : {};
      await tx
        .updateTable('skin_files')
        .set({ updating: false, ...news })
        .where('id', 'in', ids)
        .execute();
    }
    const owners = await countOwners(tx, sql`skin_files`, sql`file.id = any(${ids}::uuid[])`);
    await recordAudit(ctx, tx, {
      actorUserId,
      action: state === 'updating' ? 'patch.marked' : 'patch.ready',
      subject: { type: 'patch', id: nameScope(scope) },
      details: { skins: rows.length, owners, ...(state === 'ready' ? { notify } : {}) },
    });
    const name = state === 'updating' ? 'patch.opened' : 'patch.closed';
    await tellChange(ctx, tx, { name, state, skins: rows.length, owners });
    // The store says before the payment what waits.
    await announceCatalog(ctx, tx, ctx.catalog.current());
    ctx.log.info('patch.state', { state, skins: rows.length, owners });
    return { skins: rows.length, owners };
  });
  // After the commit: whoever delivers holds an order and then writes a file.
  await refreshClocks(ctx, ctx.db);
  return done;
}

/** What `setPatchState` would do now, by what it asks itself. */
export async function countPatch(
  ctx: ShopContext,
  request: Pick<PatchRequest, 'scope' | 'state'>,
  executor: Executor = ctx.db,
): Promise<PatchResult> {
  const concerned = isConcerned(request);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${knownFiles} file where ${concerned}`.execute(executor);
  return { skins: rows[0]?.n ?? 0, owners: await countOwners(executor, knownFiles, concerned) };
}

/** Of `file`: it is in this scope, and its state would change. */
function isConcerned({ scope, state }: Pick<PatchRequest, 'scope' | 'state'>): RawBuilder<boolean> {
  const changes = sql<boolean>`file.updating = ${state === 'ready'}`;
  if ('championId' in scope) return sql`${changes} and ${isOfChampion(sql`file.sku`, scope.championId)}`;
  if ('skins' in scope) return sql`${changes} and file.sku = any(${scope.skins}::text[])`;
  if ('all' in scope) return changes;
  return sql`${changes} and starts_with(file.sku, 'lol:') and (${state === 'ready'} or ${isOlder})`;
}

/** What came after the new version that is asked about is not outdated by it. */
const isOlder = sql<boolean>`file.updated_at <= coalesce(
  (select max(noticed_at) from patch_drafts where state in ('open', 'marking')), 'infinity')`;

const products = sql`
  select sku, download_url, created_at from products
  where is_active and download_url is not null and sku is not null`;

/** Every file that a patch can mark. */
export const knownFiles = sql`(
  select sku, updating, updated_at from skin_files
  union select sku, false, created_at from (${products}) product
  where not exists (
    select from skin_files known
    where known.sku = product.sku))`;

/** A product's own link is a file of its skin too: it becomes the one that is marked. */
async function learnProducts(tx: Tx, { actorUserId }: PatchRequest): Promise<void> {
  await sql`
    insert into skin_files (sku, link, updated_at, updated_by)
    select sku, download_url, created_at, ${actorUserId} from (${products}) product
    on conflict (sku) do nothing
  `.execute(tx);
}

/**
 * What is marked belongs to the patch that is going on. A file that was ready in it already is out of date again, so
 * this is another patch, and whoever was told is told once more.
 */
async function markFiles(
  ctx: ShopContext,
  tx: Tx,
  rows: readonly { id: string; patch_id: string | null }[],
): Promise<void> {
  const current = await tx
    .selectFrom('skin_files')
    .select('patch_id')
    .where('updating', '=', true)
    .where('patch_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const goesOn = current?.patch_id && !rows.some(({ patch_id }) => patch_id === current.patch_id);
  const patchId = goesOn ? current.patch_id : randomUUID();
  if (!goesOn)
    await tx.updateTable('skin_files').set({ patch_id: patchId }).where('updating', '=', true).execute();
  await tx
    .updateTable('skin_files')
    .set({ updating: true, patch_id: patchId, marked_at: ctx.now(), is_news: false })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

async function countOwners(
  executor: Executor,
  files: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct entry.user_id)::int as n from ${files} file ${joinOwners} where ${which}
  `.execute(executor);
  return rows[0]?.n ?? 0;
}

function nameScope(scope: PatchScope): string {
  if ('all' in scope) return 'catálogo inteiro';
  if ('game' in scope) return 'skins do jogo';
  if ('championId' in scope) return scope.championId;
  const names = scope.skins.slice(0, 5).map(skinKey);
  return scope.skins.length > names.length ? `${names.join(', ')}…` : names.join(', ');
}
