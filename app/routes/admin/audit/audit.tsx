import { ScrollText } from 'lucide-react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listAudit } from '#shop/audit/list-audit.ts';
import { readCatalogs } from '#shop/file-catalogs/list-catalogs.ts';
import type { Route } from './+types/audit';
import { AuditLines } from './audit-lines.tsx';
import { nameProviders, nameSkins, nameSources } from './audit-words.ts';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Registro');

export const loader = staffLoader('log', 'o registro', async ({ shop, url }) => {
  const cursor = url.searchParams.get('antes');
  const { entries, nextCursor } = await listAudit(shop, { cursor });
  const named = nameSources(await readCatalogs(shop.db), nameSkins(shop.catalog.current(), entries));
  return { isFirst: cursor === null, entries: nameProviders(shop, named), nextCursor };
});

/** The audit log, which nobody can change. It has pages, because it grows for ever. */
export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage
      title="Registro"
      about="Quem fez o quê e quando. Nenhuma linha pode ser alterada ou apagada."
      loaded={loaderData}
    >
      {({ entries, isFirst, nextCursor }) => (
        <>
          {entries.length === 0 ? (
            <EmptyState as="h2" icon={ScrollText} title="Nada registrado por enquanto" />
          ) : (
            <AuditLines lines={entries} />
          )}
          <div className="mt-5 flex justify-center gap-3 empty:hidden">
            {!isFirst && (
              <LinkButton variant="ghost" to="/admin/registro">
                Mais recentes
              </LinkButton>
            )}
            {nextCursor !== null && (
              <LinkButton variant="outline" to={`?antes=${nextCursor}`}>
                Mais antigas
              </LinkButton>
            )}
          </div>
        </>
      )}
    </PanelPage>
  );
}
