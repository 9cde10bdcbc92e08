import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { readSkinKey, splitSkins } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { checkImport } from './check-import.ts';
import { foldName } from './match-names.ts';
import { checkColumns, headerKey } from './receive-file.ts';
import { readImport, readImports, shownImport, type ShownImport } from './shown-import.ts';

export const listImports = operation(
  { id: 'imports.list', who: 'moving', input: z.object({}), output: z.array(shownImport), refusals: {} },
  (ctx) => readImports(ctx.db),
);

export const showImport = operation(
  {
    id: 'imports.show',
    who: 'moving',
    input: z.object({ importId: id() }),
    output: shownImport,
    refusals: { not_found: 404 },
  },
  async (ctx, { importId }) => (await readImport(ctx.db, importId)) ?? { ok: false, reason: 'not_found' },
);

const body = (example: object) =>
  z.record(z.string(), z.unknown()).meta({ isBody: true, examples: [example] });

/** 'É a skin …': a person says which skin another shop's product is, or none. It holds for later files too. */
export const matchNames = operation(
  {
    id: 'imports.match',
    who: 'moving',
    input: z.object({
      importId: id(),
      matches: body({ 'Skin Ahri Raposa': 'lol:Ahri:1', 'Frete expresso': null }),
      /** Of the panel's form, in the place of what was chosen there: empty is nothing, `-` no skin. */
      typed: z.record(z.string(), z.string()).optional(),
    }),
    output: shownImport,
    /** `started`: it is brought in already. */
    refusals: { not_found: 404, started: 409 },
  },
  async (ctx, { importId, matches, typed = {} }) => {
    /** By name: two that are spelled differently may be one. */
    const decided = new Map<string, string | null>();
    const fields: Record<string, string> = {};
    for (const [name, chosen] of Object.entries(matches)) {
      const said = (Object.hasOwn(typed, name) && typed[name]?.trim()) || chosen;
      if (said === '') continue;
      const sku = said === null || said === '-' ? null : findSku(ctx, said);
      if (sku === undefined) fields[name] = 'Esta skin não existe na loja.';
      else decided.set(foldName(name).slice(0, 300), sku);
    }
    if (Object.keys(fields).length > 0) return { ok: false, reason: 'invalid', fields };
    return mend(ctx, importId, async (tx) => {
      if (decided.size === 0) return;
      await tx
        .insertInto('import_matches')
        .values([...decided].map(([name, sku]) => ({ name, sku, decided_at: ctx.now() })))
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((eb) => ({
            sku: eb.ref('excluded.sku'),
            decided_at: eb.ref('excluded.decided_at'),
          })),
        )
        .execute();
    });
  },
);

/** undefined: the shop does not sell it. */
function findSku(ctx: ShopContext, typed: unknown): string | undefined {
  if (typeof typed !== 'string') return undefined;
  const sku = readSkinKey(typed.trim()) ?? splitSkins(typed)[0]?.sku;
  return sku && ctx.catalog.current().findSkin(sku) ? sku : undefined;
}

/** A person says what the columns of a table are that no shop makes. It holds for later files with the same ones. */
export const chooseColumns = operation(
  {
    id: 'imports.columns',
    who: 'moving',
    input: z.object({ importId: id(), columns: body({ email: 'Cliente', product: 'Item' }) }),
    output: shownImport,
    /** `other_kind`: the file says itself what its columns are. */
    refusals: { not_found: 404, started: 409, other_kind: 409 },
  },
  async (ctx, { importId, columns: typed }) => {
    const file = await ctx.db
      .selectFrom('imports')
      .select(['kind', 'header'])
      .where('id', '=', importId)
      .executeTakeFirst();
    if (!file) return { ok: false, reason: 'not_found' };
    if (file.kind !== 'columns') return { ok: false, reason: 'other_kind' };
    const columns = checkColumns(typed, file.header);
    if (!columns)
      return { ok: false, reason: 'invalid', fields: { columns: 'Escolha colunas que o arquivo tem.' } };
    return mend(ctx, importId, async (tx) => {
      await tx
        .updateTable('imports')
        .set({ columns: JSON.stringify(columns) })
        .where('id', '=', importId)
        .execute();
      const kept = { columns: JSON.stringify(columns), decided_at: ctx.now() };
      await tx
        .insertInto('import_columns')
        .values({ header: headerKey(file.header), ...kept })
        .onConflict((conflict) => conflict.column('header').doUpdateSet(kept))
        .execute();
    });
  },
);

/** Changes how a file is read while nothing of it is there, and looks into it anew. */
async function mend(
  ctx: ShopContext,
  importId: string,
  change: (tx: Tx) => Promise<void>,
): Promise<ShownImport | { ok: false; reason: 'not_found' | 'started' }> {
  const refused = await ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('imports')
      .select('state')
      .where('id', '=', importId)
      .where('found', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'not_found' as const;
    if (row.state !== 'checked') return 'started' as const;
    await change(tx);
    return null;
  });
  if (refused) return { ok: false, reason: refused };
  await checkImport(ctx, importId);
  return (await readImport(ctx.db, importId)) ?? { ok: false, reason: 'not_found' };
}
