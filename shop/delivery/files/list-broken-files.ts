import type { ShopContext } from '#shop/context.ts';
import { nameSkin, type SkinOfFile } from './skin-file.ts';

export interface BrokenFile {
  skin: SkinOfFile;
  failingSince: Date;
  failure: string;
}

/** There may be hundreds when a host gives up. Staff see the next ones when these have another file. */
const BROKEN_FILES_SHOWN = 50;

/**
 * Files that the shop itself found broken, the longest first. One that a person marked needs no second notice. Staff
 * only: the caller checks the role.
 */
export async function listBrokenFiles(ctx: ShopContext): Promise<BrokenFile[]> {
  const rows = await broken(ctx)
    .select(['sku', 'failing_since', 'failure'])
    .orderBy('failing_since')
    .orderBy('id')
    .limit(BROKEN_FILES_SHOWN)
    .execute();
  return rows.map(({ sku, failing_since, failure }) => ({
    skin: nameSkin(ctx, sku),
    failingSince: failing_since!,
    failure: failure!,
  }));
}

export async function countBrokenFiles(ctx: ShopContext): Promise<number> {
  const { count } = await broken(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const broken = (ctx: ShopContext) =>
  ctx.db.selectFrom('skin_files').where('state', '=', 'broken').where('failing_since', 'is not', null);
