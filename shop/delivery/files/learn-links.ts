import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

export interface LearnedLink {
  champion_id: string;
  skin_num: number;
  link: string;
}

/**
 * The link that staff give for a skin becomes the skin's file (ruling 32). A link that is known already changes
 * nothing: one that is marked broken stays so. Whether the skin is delivered by itself stays as it was.
 */
export async function learnLinks(
  ctx: ShopContext,
  tx: Tx,
  actorUserId: string,
  learned: readonly LearnedLink[],
): Promise<void> {
  if (learned.length === 0) return;
  await tx
    .insertInto('skin_files')
    .values(
      // In one order in all transactions, so that two of them never wait for each other.
      learned.toSorted(bySkin).map(({ champion_id, skin_num, link }) => ({
        champion_id,
        skin_num,
        link,
        checked_at: null,
        updated_at: ctx.now(),
        updated_by: actorUserId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['champion_id', 'skin_num'])
        .doUpdateSet((eb) => ({
          link: eb.ref('excluded.link'),
          state: 'ok' as const,
          checked_at: null,
          version: eb('skin_files.version', '+', 1),
          updating: false,
          updated_at: eb.ref('excluded.updated_at'),
          updated_by: eb.ref('excluded.updated_by'),
        }))
        .whereRef('skin_files.link', '<>', 'excluded.link'),
    )
    .execute();
}

function bySkin(one: LearnedLink, other: LearnedLink): number {
  if (one.champion_id !== other.champion_id) return one.champion_id < other.champion_id ? -1 : 1;
  return one.skin_num - other.skin_num;
}
