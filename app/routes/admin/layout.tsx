import { useEffect, useRef, type ReactNode } from 'react';
import { isRouteErrorResponse, NavLink, Outlet, useLocation, useNavigation } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { ErrorScreen } from '#app/ui/feedback/error-screen.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import { mayDo, type StaffRole } from '#shop/accounts/staff/rights.ts';
import { countAttention } from '#shop/attention/list-attention.ts';
import { listFailingChannels } from '#shop/alerts/list-failing-channels.ts';
import { countGivenUp } from '#shop/given-up/list-given-up.ts';
import type { Route } from './+types/layout';
import { NoRight } from './no-right.tsx';
import { PANEL_SCREENS } from './panel-screens.ts';
import { requireStaff } from './require-staff.ts';
import { RoleProvider } from './use-may.tsx';

interface PanelData {
  role: StaffRole;
  /** How many entries wait in 'Atenção'. */
  attention: number;
}

export async function loader({ context }: Route.LoaderArgs): Promise<PanelData> {
  const { role } = await requireStaff(context, 'orders.read');
  const shop = getShop(context);
  // An error of a badge must not break the whole panel.
  const counted = Promise.all([countAttention(shop), countGivenUp(shop), listFailingChannels(shop)]);
  const attention = await counted
    .then(([money, { mail, webhook }, failing]) => money + mail + webhook + failing.length)
    .catch((error: unknown) => {
      shop.log.error('attention.count_failed', { error });
      return 0;
    });
  return { role, attention };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Panel {...loaderData}>
      <Outlet />
    </Panel>
  );
}

/** Staff stay in the panel where their role ends, and where a screen fails. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const screen = <Failed error={error} />;
  return loaderData ? <Panel {...loaderData}>{screen}</Panel> : screen;
}

function Failed({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403) return <NoRight />;
  return status === 404 ? <NotFoundScreen /> : <ErrorScreen />;
}

function Panel({ role, attention, children }: PanelData & { children: ReactNode }) {
  const { pathname } = useLocation();
  const tabs = useOpenTabInSight(pathname);
  const wanted = useNavigation().location?.pathname;
  // A tab says itself when it loads afresh; what is on the way to another one, nobody else can say.
  const screens = PANEL_SCREENS.flatMap((group) => group.screens).filter(({ right }) => mayDo(role, right));
  const opening = screens.find(({ to }) => to === wanted && to !== pathname);
  const isSlow = useSlow(opening !== undefined);
  return (
    <div className="gutter mx-auto max-w-[1600px] py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">Painel Administrativo</h1>
      <p className="mt-1 text-muted">Gerencie pedidos e produtos da loja</p>
      <nav
        ref={tabs}
        aria-label="Painel"
        className="-mx-2 mt-6 flex gap-1 overflow-x-auto shadow-[inset_0_-1px] shadow-line max-sm:justify-between max-sm:gap-0 sm:mx-0"
      >
        {screens.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-medium text-muted hover:text-text focus-visible:-outline-offset-2 sm:px-4 aria-[current=page]:border-accent aria-[current=page]:text-accent"
          >
            {label}
            {to === '/admin/atencao' && attention > 0 && (
              <span className="ml-2">
                <CountBadge count={attention} />
              </span>
            )}
          </NavLink>
        ))}
      </nav>
      {isSlow && opening && (
        <p role="status" className="flex items-center gap-2 pt-5 text-xs text-muted">
          <Spinner />
          {opening.loading}
        </p>
      )}
      <div hidden={isSlow}>
        <RoleProvider role={role}>{children}</RoleProvider>
      </div>
    </div>
  );
}

/** On a phone the tabs are wider than the screen, and the open one may be the last. Only the row itself is moved. */
function useOpenTabInSight(pathname: string) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!row.current || !open) return;
    const { left, width } = open.getBoundingClientRect();
    const around = row.current.getBoundingClientRect();
    row.current.scrollLeft += left - around.left - (around.width - width) / 2;
  }, [pathname]);
  return row;
}
