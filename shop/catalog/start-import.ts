import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { importCatalog } from './import-catalog.ts';

/** The staff's button. Nobody waits for the import; the screen follows its progress. */
export async function startImport(ctx: OutwardContext, actorUserId: string): Promise<void> {
  await ctx.transaction((tx) =>
    recordAudit(ctx, tx, {
      actorUserId,
      action: 'catalog.import_started',
      subject: { type: 'catalog', id: ctx.catalog.current().version },
    }),
  );
  ctx.inBackground('import_catalog', () => importCatalog(ctx));
}
