import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { line } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { catalogId } from './catalog-id.ts';
import { readCatalogs } from './list-catalogs.ts';
import { shownCatalog } from './shown-catalog.ts';

const WORD = 'Escreva a palavra em até 30 letras.';

/** What a catalogue and its groups are called: arma and armas, pacote and pacotes. What is absent stays. */
export const describeCatalog = operation(
  {
    id: 'catalogs.describe',
    who: 'catalog',
    input: z.object({
      catalogId,
      name: line(60, 'Dê um nome de até 60 letras.', 1).optional(),
      groupWord: line(30, WORD, 1).optional(),
      groupWords: line(30, WORD, 1).optional(),
    }),
    output: shownCatalog,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, catalogId, name, groupWord, groupWords }) => {
    const changes = {
      ...(name !== undefined && { name }),
      ...(groupWord !== undefined && { group_word: groupWord }),
      ...(groupWords !== undefined && { group_words: groupWords }),
    };
    await ctx.transaction(async (tx) => {
      if (Object.keys(changes).length === 0) return;
      const { numUpdatedRows } = await tx
        .updateTable('catalogs')
        .set(changes)
        .where('id', '=', catalogId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'catalog.described',
        subject: { type: 'catalog', id: catalogId },
      });
      await announceCatalog(ctx, tx, { version: catalogId });
    });
    await ctx.catalog.reload();
    const [catalog] = await readCatalogs(ctx.db, catalogId);
    return catalog ?? { ok: false, reason: 'not_found' };
  },
);
