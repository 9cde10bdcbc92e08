import {
  BookOpen,
  Download,
  Ellipsis,
  Heart,
  LifeBuoy,
  Library,
  Package,
  ShieldCheck,
  Store,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { Disclosure } from '#app/ui/form/disclosure.tsx';

interface Page {
  to: string;
  label: string;
  icon: LucideIcon;
}

const PAGES: Page[] = [
  { to: '/dashboard/colecao', label: 'Minha Coleção', icon: Library },
  { to: '/dashboard/pedidos', label: 'Meus Pedidos', icon: Package },
  { to: '/loja', label: 'Acessar Loja', icon: Store },
  { to: '/dashboard/download', label: 'Download App', icon: Download },
  { to: '/dashboard/como-utilizar', label: 'Como Utilizar', icon: BookOpen },
];

/** A phone's bar has six places: these share the last. */
const MORE_PAGES: Page[] = [
  { to: '/dashboard/suporte', label: 'Suporte', icon: LifeBuoy },
  { to: '/dashboard/perfil', label: 'Perfil', icon: UserRound },
  { to: '/dashboard/desejos', label: 'Lista de Desejos', icon: Heart },
  { to: '/dashboard/meus-dados', label: 'Meus dados', icon: ShieldCheck },
];

const BAR_ENTRY =
  'flex min-h-14 flex-col items-center justify-center gap-1 px-1 py-2 text-center text-[12px] leading-[1.2]';

/** At the side on wide screens, along the lower edge on phones, where the thumb is. */
export function DashboardMenu() {
  const { pathname } = useLocation();
  // The index shows the collection too, so it counts as being there.
  const here = /^\/dashboard\/?$/.test(pathname) ? '/dashboard/colecao' : pathname;
  return (
    <nav
      aria-label="Minha conta"
      className="sticky bottom-0 z-20 order-last -mx-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:-mx-6 lg:top-24 lg:bottom-auto lg:z-0 lg:order-none lg:mx-0 lg:mt-10 lg:self-start lg:border-0 lg:bg-transparent lg:pb-0"
    >
      <ul className="grid auto-cols-fr grid-flow-col lg:grid-flow-row lg:gap-1">
        {PAGES.map((page) => (
          <li key={page.to} className="min-w-0">
            <MenuEntry page={page} isHere={here === page.to} />
          </li>
        ))}
        {MORE_PAGES.map((page) => (
          <li key={page.to} className="hidden min-w-0 lg:block">
            <MenuEntry page={page} isHere={here === page.to} />
          </li>
        ))}
        <li className="min-w-0 lg:hidden">
          <Disclosure
            summaryClassName={`${BAR_ENTRY} ${stateClass(MORE_PAGES.some(({ to }) => to === here))}`}
            panelClassName="bottom-full mr-2 mb-2 w-48"
            summary={
              <>
                <Ellipsis aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
                Mais
              </>
            }
          >
            <ul>
              {MORE_PAGES.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-line/60 aria-[current=page]:text-accent"
                  >
                    <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </Disclosure>
        </li>
      </ul>
    </nav>
  );
}

function MenuEntry({ page: { to, label, icon: Icon }, isHere }: { page: Page; isHere: boolean }) {
  return (
    <NavLink
      to={to}
      prefetch="intent"
      aria-current={isHere ? 'page' : undefined}
      className={`${BAR_ENTRY} lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-control lg:px-3 lg:text-left lg:text-sm lg:hover:bg-raised ${stateClass(isHere)}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      {label}
    </NavLink>
  );
}

function stateClass(isHere: boolean): string {
  return isHere ? 'font-medium text-accent lg:bg-surface' : 'text-muted hover:text-text';
}
