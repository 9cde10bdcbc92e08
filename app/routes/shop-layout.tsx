import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useNavigation } from 'react-router';
import { ErrorScreen } from '#app/ui/feedback/error-screen.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import { ShopFrame } from '#app/ui/frame/shop-frame.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import type { Route } from './+types/shop-layout';

// What stands in for a slow screen is fetched beside it, and not by everybody's first visit.
const AdminPending = lazy(() =>
  import('./admin/admin-pending.tsx').then((module) => ({ default: module.AdminPending })),
);
const StoreSkeleton = lazy(() =>
  import('./store/store-skeleton.tsx').then((module) => ({ default: module.StoreSkeleton })),
);

export default function ShopLayout() {
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname;
  const isOpeningStore = useSlow(next === '/loja' && here !== '/loja');
  const isOpeningAdmin = useSlow(isUnder('/admin', next) && !isUnder('/admin', here));
  const isOpeningDashboard = useSlow(isUnder('/dashboard', next) && !isUnder('/dashboard', here));
  return (
    <ShopFrame>
      <Suspense>
        {isOpeningStore && <StoreSkeleton />}
        {isOpeningAdmin && <AdminPending />}
      </Suspense>
      {isOpeningDashboard && (
        <p className="flex justify-center py-32 text-muted">
          <Spinner label="Carregando sua conta..." className="size-6" />
        </p>
      )}
      <div hidden={isOpeningStore || isOpeningAdmin || isOpeningDashboard}>
        <Outlet />
      </div>
    </ShopFrame>
  );
}

function isUnder(root: string, path: string | undefined): boolean {
  return path === root || path?.startsWith(`${root}/`) === true;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ShopFrame>
      {isRouteErrorResponse(error) && error.status === 404 ? <NotFoundScreen /> : <ErrorScreen />}
    </ShopFrame>
  );
}
