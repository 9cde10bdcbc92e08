import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { importCatalog } from './import-catalog.ts';

/** The staff's button. The request does not wait for the import; the screen shows the progress. */
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
