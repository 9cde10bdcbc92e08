import { BookOpen, Download, LifeBuoy, Library, Package, Store, type LucideIcon } from 'lucide-react';
import { NavLink, useLocation } from 'react-router';

const PAGES: { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/dashboard/colecao', label: 'Minha Coleção', icon: Library },
  { to: '/dashboard/pedidos', label: 'Meus Pedidos', icon: Package },
  { to: '/loja', label: 'Acessar Loja', icon: Store },
  { to: '/dashboard/download', label: 'Download App', icon: Download },
  { to: '/dashboard/como-utilizar', label: 'Como Utilizar', icon: BookOpen },
  { to: '/dashboard/suporte', label: 'Suporte', icon: LifeBuoy },
];

/** At the side on wide screens, along the lower edge on phones, where the thumb is. */
export function DashboardMenu() {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label="Minha conta"
      className="sticky bottom-0 z-20 order-last -mx-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:-mx-6 lg:top-24 lg:bottom-auto lg:z-0 lg:order-none lg:mx-0 lg:mt-10 lg:self-start lg:border-0 lg:bg-transparent lg:pb-0"
    >
      <ul className="grid auto-cols-fr grid-flow-col lg:grid-flow-row lg:gap-1">
        {PAGES.map(({ to, label, icon: Icon }) => {
          // The index shows the collection too, so it counts as being there.
          const isHere =
            pathname === to || (to === '/dashboard/colecao' && /^\/dashboard\/?$/.test(pathname));
          return (
            <li key={to} className="min-w-0">
              <NavLink
                to={to}
                prefetch="intent"
                aria-current={isHere ? 'page' : undefined}
                className={`flex min-h-14 flex-col items-center justify-center gap-1 px-1 py-2 text-center text-[12px] leading-[1.2] lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-control lg:px-3 lg:text-left lg:text-sm lg:hover:bg-raised ${isHere ? 'font-medium text-accent lg:bg-surface' : 'text-muted hover:text-text'}`}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
                {label}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
