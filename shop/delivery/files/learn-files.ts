import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import type { SkinContent } from './kept-file.ts';

export interface LearnedFile {
  champion_id: string;
  skin_num: number;
  content: SkinContent;
}

/**
 * The link or file that staff give for a skin becomes the skin's file (ruling 32). What is known already changes
 * nothing: one that is marked broken stays so. Whether the skin is delivered by itself stays as it was.
 */
export async function learnFiles(
  ctx: ShopContext,
  tx: Tx,
  actorUserId: string,
  learned: readonly LearnedFile[],
): Promise<void> {
  if (learned.length === 0) return;
  const now = ctx.now();
  const changed = await tx
    .insertInto('skin_files')
    .values(
      // In one order in all transactions, so that two of them never wait for each other.
      learned.toSorted(bySkin).map(({ champion_id, skin_num, content }) => ({
        champion_id,
        skin_num,
        link: 'link' in content ? content.link : null,
        file_id: 'fileId' in content ? content.fileId : null,
        checked_at: null,
        failing_since: null,
        failure: null,
        updated_at: now,
        updated_by: actorUserId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['champion_id', 'skin_num'])
        .doUpdateSet((eb) => ({
          link: eb.ref('excluded.link'),
          file_id: eb.ref('excluded.file_id'),
          state: 'ok' as const,
          checked_at: null,
          failing_since: null,
          failure: null,
          version: eb('skin_files.version', '+', 1),
          // New content ends 'em atualização', and the owners are told (ruling 35).
          updating: false,
          is_news: sql<boolean>`skin_files.is_news or skin_files.updating`,
          patched_at: eb
            .case()
            .when(eb.ref('skin_files.updating'))
            .then(eb.ref('excluded.updated_at'))
            .else(eb.ref('skin_files.patched_at'))
            .end(),
          updated_at: eb.ref('excluded.updated_at'),
          updated_by: eb.ref('excluded.updated_by'),
        }))
        .where(
          sql<boolean>`(skin_files.link, skin_files.file_id) is distinct from (excluded.link, excluded.file_id)`,
        ),
    )
    .returning('patched_at')
    .execute();
  const hasLifted = changed.some((row) => row.patched_at?.getTime() === now.getTime());
  if (hasLifted) await announceCatalog(ctx, tx, ctx.catalog.current());
}

function bySkin(one: LearnedFile, other: LearnedFile): number {
  if (one.champion_id !== other.champion_id) return one.champion_id < other.champion_id ? -1 : 1;
  return one.skin_num - other.skin_num;
}
