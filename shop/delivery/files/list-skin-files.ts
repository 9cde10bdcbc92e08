import { sql } from 'kysely';
import { z } from 'zod';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, cutPage, isAfter, pageOf, type Page } from '#shop/pagination/page.ts';
import { describeFiles, shownSkinFile, type SkinFile, type SkinOfFile } from './skin-file.ts';

const SKIN_FILES_PAGE = 50;

/** The known files, the last changed first, starting before `cursor`. */
export async function listSkinFiles(
  ctx: ShopContext,
  { cursor }: { cursor: string | null },
): Promise<Page<SkinFile>> {
  const rows = await ctx.db
    .selectFrom('skin_files')
    .selectAll()
    .where(isAfter(cursor, 'updated_at'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SKIN_FILES_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, SKIN_FILES_PAGE, (row) => ({
    at: row.updated_at,
    id: row.id,
  }));
  return { entries: await describeFiles(ctx, ctx.db, entries), nextCursor };
}

/** Skins of the catalogue whose name or champion contains the text, each with its file if one is known. */
export async function searchSkinFiles(
  ctx: ShopContext,
  query: string,
  limit = SKIN_FILES_PAGE,
): Promise<{ found: (SkinOfFile & { file: SkinFile | null })[]; total: number }> {
  const { skins, total } = searchSkins(ctx.catalog.current(), {
    query,
    sort: 'champion',
    offset: 0,
    limit,
  });
  const rows =
    skins.length === 0
      ? []
      : await ctx.db
          .selectFrom('skin_files')
          .selectAll()
          .where(sql<boolean>`sku = any(${skins.map(({ sku }) => sku)}::text[])`)
          .execute();
  const files = new Map((await describeFiles(ctx, ctx.db, rows)).map((file) => [file.sku, file]));
  return {
    found: skins.map(({ sku, championName, name, splashPath }) => ({
      sku,
      championName,
      skinName: name,
      splashPath,
      file: files.get(sku) ?? null,
    })),
    total,
  };
}

export const showSkinFiles = operation(
  {
    id: 'skin_files.list',
    who: 'files.manage',
    input: cursorInput.extend({ q: z.string().default('') }),
    output: pageOf(shownSkinFile),
    refusals: {},
  },
  async (ctx: ShopContext, { q, cursor }) => {
    if (q.trim() === '') return listSkinFiles(ctx, { cursor });
    // Of all that it names, those that have a file.
    const { found } = await searchSkinFiles(ctx, q, Number.MAX_SAFE_INTEGER);
    return { entries: found.flatMap(({ file }) => file ?? []), nextCursor: null };
  },
);
