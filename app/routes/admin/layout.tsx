import { isRouteErrorResponse, Outlet, useLocation } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { ErrorScreen } from '#app/ui/feedback/error-screen.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import { countAttention } from '#shop/attention/list-attention.ts';
import { listFailingChannels } from '#shop/alerts/list-failing-channels.ts';
import { readBackupState } from '#shop/backups/read-backup-state.ts';
import { countWithheldFiles } from '#shop/delivery/examining/list-withheld-files.ts';
import { countBrokenFiles } from '#shop/delivery/files/list-broken-files.ts';
import { readPatchDraft } from '#shop/delivery/patch/patch-draft.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { countDifferences } from '#shop/ledger/reconciliation/list-differences.ts';
import { listUnread } from '#shop/ledger/reconciliation/list-unread.ts';
import { countGivenUp } from '#shop/given-up/list-given-up.ts';
import { countWaitingOrders } from '#shop/orders/search/count-waiting-orders.ts';
import { countOpenTickets } from '#shop/tickets/list-tickets.ts';
import { VERSION } from '#shop/version.ts';
import type { Route } from './+types/layout';
import { NoRight } from './panel/no-right.tsx';
import { Panel, type PanelData } from './panel/panel.tsx';
import { listWebhooks } from '#shop/programs/webhooks/change-webhooks.ts';
import { countRequests } from '#shop/programs/requests/request.ts';
import { listRequestable } from '#app/doors/requests/requested-call.ts';
import { readRailFolded } from './panel/panel-cookies.ts';
import { requireStaff } from './require-staff.ts';

export async function loader({ context, request }: Route.LoaderArgs): Promise<PanelData> {
  const { role } = await requireStaff(context, 'orders.read');
  const shop = getShop(context);
  // An error of a badge must not break the whole panel.
  const counted = Promise.all([
    countAttention(shop),
    countGivenUp(shop),
    listFailingChannels(shop),
    countBrokenFiles(shop),
    countWithheldFiles(shop),
    mayDo(role, 'reconciliation') ? countDifferences(shop) : 0,
    mayDo(role, 'reconciliation') ? listUnread(shop) : [],
    readBackupState(shop),
    listWebhooks(shop),
    readPatchDraft(shop),
  ]);
  const notCounted = (error: unknown) => {
    shop.log.error('attention.count_failed', { error });
    return 0;
  };
  const [attention, tickets, requests, { pending, late }] = await Promise.all([
    counted
      .then(
        ([money, { mail, webhook }, failing, broken, withheld, differences, unread, backup, hooks, draft]) =>
          money +
          mail +
          webhook +
          failing.length +
          broken +
          withheld +
          differences +
          unread.length +
          hooks.filter(({ switchedOffAt }) => switchedOffAt !== null).length +
          (backup.trouble === null ? 0 : 1) +
          (draft === null ? 0 : 1),
      )
      .catch(notCounted),
    mayDo(role, 'tickets') ? countOpenTickets(shop).catch(notCounted) : 0,
    countRequests(shop, listRequestable(role)).catch(notCounted),
    countWaitingOrders(shop).catch((error: unknown) => {
      notCounted(error);
      return { pending: 0, late: 0 };
    }),
  ]);
  return {
    role,
    pending,
    late,
    attention,
    tickets,
    requests,
    isRailFolded: readRailFolded(request),
    version: VERSION,
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <Panel data={loaderData}>
      {/* What is half written about one ticket or order must not stand in the next one's fields. */}
      <Outlet key={pathname} />
    </Panel>
  );
}

/** Staff stay in the panel where their role ends, and where a screen fails. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Panel data={loaderData ?? null}>
      <Failed error={error} as={loaderData ? 'h2' : 'h1'} />
    </Panel>
  );
}

function Failed({ error, as }: { error: unknown; as: 'h1' | 'h2' }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403) return <NoRight />;
  return status === 404 ? <NotFoundScreen as={as} /> : <ErrorScreen as={as} />;
}
