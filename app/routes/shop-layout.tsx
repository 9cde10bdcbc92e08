import { isRouteErrorResponse, Outlet, useLocation, useNavigation } from 'react-router';
import { ErrorScreen } from '#app/ui/error-screen.tsx';
import { NotFoundScreen } from '#app/ui/not-found-screen.tsx';
import { ShopFrame } from '#app/ui/shop-frame.tsx';
import { useSlow } from '#app/ui/use-slow.ts';
import type { Route } from './+types/shop-layout';
import { StoreSkeleton } from './store/store-skeleton.tsx';

export default function ShopLayout() {
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname;
  const isOpeningStore = useSlow(next === '/loja' && here !== '/loja');
  return (
    <ShopFrame>
      {isOpeningStore && <StoreSkeleton />}
      <div hidden={isOpeningStore}>
        <Outlet />
      </div>
    </ShopFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ShopFrame>
      {isRouteErrorResponse(error) && error.status === 404 ? <NotFoundScreen /> : <ErrorScreen />}
    </ShopFrame>
  );
}
