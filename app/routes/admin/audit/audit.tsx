import { ScrollText } from 'lucide-react';
import { getShop } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listAudit } from '#shop/audit/list-audit.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/audit';
import { AuditLines } from './audit-lines.tsx';
import { requireStaff } from '../require-staff.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Registro');

const FAILURE = { title: 'Erro ao carregar registro', description: 'Não foi possível carregar o registro.' };

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'log');
  const shop = getShop(context);
  const cursor = url.searchParams.get('antes');
  return loadScreen(context, FAILURE, async () => {
    return { isFirst: cursor === null, ...(await listAudit(shop, { cursor })) };
  });
}

/** The audit log, which nobody can change. It has pages, because it grows for ever. */
export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="audit-title" className="max-w-[960px] pt-5">
      <h2 id="audit-title" className="text-lg">
        Registro
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Quem fez o quê e quando. Nenhuma linha pode ser alterada ou apagada.
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.entries.length === 0 ? (
        <EmptyState as="h2" icon={ScrollText} title="Nada registrado por enquanto" />
      ) : (
        <AuditLines lines={loaderData.entries} />
      )}
      {!('failure' in loaderData) && (
        <div className="mt-5 flex justify-center gap-3 empty:hidden">
          {!loaderData.isFirst && (
            <LinkButton variant="ghost" to="/admin/registro">
              Mais recentes
            </LinkButton>
          )}
          {loaderData.nextCursor !== null && (
            <LinkButton variant="outline" to={`?antes=${loaderData.nextCursor}`}>
              Mais antigas
            </LinkButton>
          )}
        </div>
      )}
    </section>
  );
}
