import { Outlet, useLocation } from 'react-router';
import type { Route } from './+types/layout';
import { DashboardMenu } from './dashboard-menu.tsx';
import { requireSession } from './require-session.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireSession(context, url);
  return null;
}

export default function DashboardLayout() {
  const { pathname } = useLocation();
  return (
    <div className="gutter mx-auto flex max-w-[1600px] flex-col lg:grid lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-10">
      <DashboardMenu />
      <div className="min-h-[calc(100dvh-128px)] min-w-0 py-6 sm:py-10 lg:min-h-[60dvh] [&_:is(a,button)]:scroll-mb-20">
        {/* What is half written in one thread must not stand in the next one's fields. */}
        <Outlet key={pathname} />
      </div>
    </div>
  );
}
