import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { findLed, leadProducts } from './lead-products.ts';
import type { SkinContent } from './stored-file.ts';

export interface LearnedFile {
  sku: string;
  content: SkinContent;
}

/**
 * The link or file that staff give for a skin becomes the skin's file. What is known already changes
 * nothing: one that is marked broken stays so. Whether the skin is delivered by itself stays as it was. Those who hold a
 * broken one follow the new one from then on, and so does a product whose address it was.
 */
export async function learnFiles(
  ctx: ShopContext,
  tx: Tx,
  actorUserId: string,
  learned: readonly LearnedFile[],
): Promise<void> {
  if (learned.length === 0) return;
  const now = ctx.now();
  const products = await findLed(
    tx,
    learned.map(({ sku }) => sku),
  );
  const broken = await lockBroken(tx, learned);
  const changed = await tx
    .insertInto('skin_files')
    .values(
      // In one order in all transactions, so that two of them never wait for each other.
      learned
        .toSorted((one, other) => (one.sku < other.sku ? -1 : 1))
        .map(({ sku, content }) => ({
          sku,
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
        .column('sku')
        .doUpdateSet((eb) => ({
          link: eb.ref('excluded.link'),
          file_id: eb.ref('excluded.file_id'),
          state: 'ok' as const,
          checked_at: null,
          failing_since: null,
          failure: null,
          accepted_at: null,
          accepted_reason: null,
          version: eb('skin_files.version', '+', 1),
          // New content ends 'em atualização', and the owners are told.
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
    .returning(['id', 'sku', 'patched_at', 'version'])
    .execute();
  for (const dead of broken) {
    if (changed.some(({ id }) => id === dead.id)) await noteMend(ctx, tx, actorUserId, dead);
  }
  await leadProducts(ctx, tx, actorUserId, { products, learned });
  await tellChange(ctx, tx, { name: 'skin_file.updated', skus: changed.map(({ sku }) => sku) });
  // Its page says so no more: that it is being updated, or that it has no file.
  const isTold = changed.some((row) => row.version === 1 || row.patched_at?.getTime() === now.getTime());
  if (isTold || broken.length > 0) await announceCatalog(ctx, tx, ctx.catalog.current());
}

type BrokenFile = Awaited<ReturnType<typeof lockBroken>>[number];

/** Of these skins' files. One that is being updated is replaced for all its owners anyway. */
function lockBroken(tx: Tx, skins: readonly LearnedFile[]) {
  return tx
    .selectFrom('skin_files')
    .select(['id', 'sku', 'link', 'file_id'])
    .where('state', '=', 'broken')
    .where('updating', '=', false)
    .where(
      'sku',
      'in',
      skins.map(({ sku }) => sku),
    )
    .orderBy('sku')
    .forUpdate()
    .execute();
}

/** The rows of owners stay as they are, and with them the proof of what was delivered. */
async function noteMend(ctx: ShopContext, tx: Tx, actorUserId: string, dead: BrokenFile): Promise<void> {
  const { id, link, file_id, sku } = dead;
  await tx.insertInto('dead_files').values({ skin_file_id: id, link, file_id }).execute();
  await tx
    .updateTable('skin_files')
    .set({ mend_id: randomUUID(), mended_at: ctx.now(), is_mend_news: true })
    .where('id', '=', id)
    .execute();
  await recordAudit(ctx, tx, {
    actorUserId,
    action: 'skin_file.mended',
    subject: { type: 'skin_file', id: skinKey(sku) },
  });
}
