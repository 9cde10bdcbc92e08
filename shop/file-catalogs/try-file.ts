import { sql, type Insertable } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { CatalogsTable } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OfferedFile } from '#shop/catalog/catalog-provider.ts';
import type { OutwardContext } from '#shop/context.ts';
import { skuPrefix, type Draft, type DraftPicture } from './draft.ts';
import { forgetItemPictures, listTriedDigests } from './forget-item-pictures.ts';
import { examinePictures, type ExaminedPictures } from './keep-pictures.ts';
import { readCatalogs } from './list-catalogs.ts';
import { nameCatalog } from './name-catalog.ts';
import { readUpload } from './read-upload.ts';
import type { ShownCatalog } from './shown-catalog.ts';

export type TryFileResult =
  | { ok: true; catalog: ShownCatalog }
  | { ok: false; reason: 'not_found' | 'too_large' | 'broken_off' | 'storage_away' };

/**
 * Reads a file as a catalogue and says what it would bring, without changing what is on sale. `catalogId` null: a new
 * catalogue, named after the file.
 */
export async function tryFile(
  ctx: OutwardContext,
  request: {
    actorUserId: string;
    catalogId: string | null;
    name: string;
    content: AsyncIterable<Uint8Array>;
  },
): Promise<TryFileResult> {
  const { catalogId } = request;
  if (catalogId !== null && (await readCatalogs(ctx.db, catalogId)).length === 0)
    return { ok: false, reason: 'not_found' };
  const upload = await readUpload(request.content);
  if (!upload.ok) return upload;
  const known =
    catalogId === null ? new Map<string, DraftPicture>() : await readKnownPictures(ctx, catalogId);
  const pictures = examinePictures(ctx);
  const offered = await ctx.catalogs.file.read(upload.bytes, {
    examinePicture: pictures.examine,
    knownPictures: new Set(known.keys()),
  });
  const kept = await keepPictures(ctx, offered, pictures);
  if (!kept) return { ok: false, reason: 'storage_away' };
  const tried: Tried = {
    file_name: request.name.replaceAll(/^.*[/\\]/g, '').slice(-200) || 'catalog',
    tried_at: ctx.now(),
    tried_by: request.actorUserId,
    group_count: offered.groups.length,
    item_count: offered.groups.reduce((sum, { items }) => sum + items.length, 0),
    problems: JSON.stringify(offered.problems),
    ignored_columns: JSON.stringify(offered.ignoredColumns.slice(0, 20)),
    draft:
      offered.problems.length > 0 ? null : JSON.stringify(toDraft(offered, new Map([...known, ...kept]))),
  };
  const { id, before } = await ctx.transaction(async (tx) => {
    const before = catalogId === null ? [] : await listTriedDigests(tx, catalogId);
    const written = await writeTried(tx, catalogId, request.name, tried);
    if (written === null) return { id: null, before };
    await recordAudit(ctx, tx, {
      actorUserId: request.actorUserId,
      action: 'catalog.tried',
      subject: { type: 'catalog', id: written },
      details: { items: tried.item_count, problems: offered.problems.length },
    });
    return { id: written, before };
  });
  const digests = new Set([...kept.values()].map(({ digest }) => digest));
  forgetItemPictures(ctx, id === null ? [...digests] : before.filter((digest) => !digests.has(digest)));
  const [catalog] = id === null ? [] : await readCatalogs(ctx.db, id);
  return catalog ? { ok: true, catalog } : { ok: false, reason: 'not_found' };
}

type Tried = Omit<Insertable<CatalogsTable>, 'id' | 'name' | 'group_word' | 'group_words' | 'published_at'>;

/** null: it was deleted meanwhile. */
async function writeTried(
  tx: Tx,
  catalogId: string | null,
  fileName: string,
  tried: Tried,
): Promise<string | null> {
  if (catalogId !== null) {
    const { numUpdatedRows } = await tx
      .updateTable('catalogs')
      .set(tried)
      .where('id', '=', catalogId)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? catalogId : null;
  }
  const { id: wanted, name } = nameCatalog(fileName);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    // What was sold of one that was removed, its files and its keys stand on its id.
    const wasOnSale = await tx
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', id)
      .where('subject_type', '=', 'catalog')
      .where('action', '=', 'catalog.published')
      .limit(1)
      .executeTakeFirst();
    if (wasOnSale) continue;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('catalogs')
      .values({ ...tried, id, name, group_word: 'Grupo', group_words: 'Grupos' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return id;
  }
}

/** Those that are on sale already, by their names in the file. */
async function readKnownPictures(ctx: OutwardContext, catalogId: string): Promise<Map<string, DraftPicture>> {
  const rows = await ctx.db
    .selectFrom('item_pictures as picture')
    .leftJoin('splash_colors as splash', 'splash.sku', 'picture.sku')
    .select(['picture.name', 'picture.digest', 'splash.color'])
    .where('picture.sku', '^@', skuPrefix(catalogId))
    // Of one name the last counts: what is on sale, not what was sold and left.
    .orderBy(sql`picture.sku in (select sku from skins)`)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** null: the storage does not answer. Of a file with problems nothing is kept. */
async function keepPictures(
  ctx: OutwardContext,
  { problems, pictures }: OfferedFile,
  { keep }: ExaminedPictures,
): Promise<Map<string, DraftPicture> | null> {
  if (problems.length > 0) return new Map();
  try {
    return await keep(pictures);
  } catch (error) {
    ctx.log.error('catalogs.pictures_not_kept', { error });
    return null;
  }
}

const toDraft = ({ groups }: OfferedFile, pictures: ReadonlyMap<string, DraftPicture>): Draft => ({
  groups: groups.map(({ id, name, items }) => ({
    id,
    name,
    items: items.map((item) => ({
      ...item,
      picture: item.picture === null ? null : (pictures.get(item.picture) ?? null),
    })),
  })),
});
