import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { importCatalog } from './import-catalog.ts';

/** The staff's button. The request does not wait for the import; the screen shows the progress. */
export const startImport = operation(
  {
    id: 'catalog.import',
    who: 'catalog',
    input: z.object({}),
    output: nothing,
    refusals: {},
    limit: 'import-catalog',
  },
  async (ctx, { actorUserId }) => {
    await ctx.transaction((tx) =>
      recordAudit(ctx, tx, {
        actorUserId,
        action: 'catalog.import_started',
        subject: { type: 'catalog', id: ctx.catalog.current().version },
      }),
    );
    ctx.inBackground('import_catalog', () => importCatalog(ctx));
    return { ok: true as const };
  },
);
