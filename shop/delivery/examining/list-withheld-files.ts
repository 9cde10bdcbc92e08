import { sql } from 'kysely';
import { describeFiles, type SkinFile } from '#shop/delivery/files/skin-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { MAX_COUNTED } from '#shop/pagination/max-counted.ts';
import { isWithheld } from '#shop/states/why-waits.ts';

const SHOWN = 50;

/** Files of skins that wait for a person to look at them, the longest first. Staff only: the caller checks the role. */
export async function listWithheldFiles(ctx: ShopContext): Promise<SkinFile[]> {
  const rows = await withheld(ctx)
    .selectAll('file')
    .orderBy('file.updated_at')
    .orderBy('file.id')
    .limit(SHOWN)
    .execute();
  return describeFiles(ctx, ctx.db, rows);
}

/** It stops counting at `MAX_COUNTED`. */
export async function countWithheldFiles(ctx: ShopContext): Promise<number> {
  const some = withheld(ctx).select('file.id').limit(MAX_COUNTED);
  const { n } = await ctx.db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const withheld = (ctx: ShopContext) =>
  ctx.db
    .selectFrom('skin_files as file')
    .innerJoin('files as stored', 'stored.id', 'file.file_id')
    .where(isWithheld)
    // Nobody has to look while the shop itself does.
    .where(sql<boolean>`(stored.verdict is not null or stored.reasons <> '[]')`);
