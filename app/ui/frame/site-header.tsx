import { ChevronDown, Menu, ShoppingCart } from 'lucide-react';
import { Form, Link, NavLink } from 'react-router';
import { Avatar } from './avatar.tsx';
import { BrandMark, useBrand } from './brand.tsx';
import { buttonClass } from '../form/button.tsx';
import { useCart } from '../cart/cart.tsx';
import { Disclosure } from '../form/disclosure.tsx';
import { useSession, type SessionView } from './session.tsx';

const PAGES = [
  { to: '/loja', label: 'Loja' },
  { to: '/sobre-nos', label: 'Sobre Nós' },
  { to: '/contato', label: 'Contato' },
];

const menuItem =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-sm text-text hover:bg-line/60 aria-[current=page]:text-accent';

export function SiteHeader() {
  const session = useSession();
  const { name } = useBrand();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="gutter mx-auto flex h-16 max-w-[1600px] items-center gap-1 sm:gap-2">
        <Link
          to="/"
          onClick={() => window.scrollTo({ top: 0 })}
          className="mr-auto flex min-h-11 min-w-0 items-center gap-2 rounded-control font-heading text-lg font-bold tracking-tight lg:mr-6"
        >
          <BrandMark className="size-7 shrink-0" />
          <span className="truncate">{name}</span>
        </Link>
        <nav aria-label="Principal" className="mr-auto hidden items-center gap-1 lg:flex">
          {PAGES.map((page) => (
            <NavLink
              key={page.to}
              to={page.to}
              prefetch="intent"
              className="flex min-h-11 items-center rounded-control px-3 text-sm text-muted hover:text-text aria-[current=page]:text-text"
            >
              {page.label}
            </NavLink>
          ))}
        </nav>
        {session?.isStaff && (
          <Link to="/admin" className={buttonClass('ghost', 'hidden! px-3! text-accent! lg:inline-flex!')}>
            STAFF
          </Link>
        )}
        <CartLink />
        {session ? <AccountMenu session={session} /> : <SignedOutLinks />}
        <MobileMenu session={session} />
      </div>
    </header>
  );
}

function CartLink() {
  const { count } = useCart();
  const label = count === 0 ? 'Carrinho' : `Carrinho, ${count} ${count === 1 ? 'item' : 'itens'}`;
  return (
    <Link
      to="/carrinho"
      aria-label={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-text hover:bg-raised"
    >
      <ShoppingCart aria-hidden="true" className="size-5" strokeWidth={1.75} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[12px] leading-none font-bold text-accent-ink tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}

function SignedOutLinks() {
  return (
    <div className="hidden items-center gap-2 sm:flex">
      <Link to="/auth" className={buttonClass('ghost', 'px-3!')}>
        Fazer Login
      </Link>
      <Link to="/auth?modo=cadastro" className={buttonClass('outline', 'px-4!')}>
        Cadastro
      </Link>
    </div>
  );
}

function AccountMenu({ session }: { session: SessionView }) {
  const { email, avatar } = session;
  const name = session.name || email;
  return (
    <Disclosure
      summaryClassName="flex min-h-11 max-w-[11rem] items-center gap-2 rounded-control px-1.5 text-sm font-medium hover:bg-raised sm:max-w-[14rem]"
      panelClassName="w-72 max-w-[calc(100vw-72px)]"
      summary={
        <>
          <Avatar picture={avatar} name={name} />
          <span className="hidden truncate sm:block">{name}</span>
          <span className="sr-only sm:hidden">Minha conta</span>
          <ChevronDown aria-hidden="true" className="hidden size-4 shrink-0 text-muted sm:block" />
        </>
      }
    >
      <div className="border-b border-line px-3 pt-1.5 pb-2.5">
        {session.name && (
          <p className="line-clamp-2 text-sm leading-snug font-semibold [overflow-wrap:anywhere]">{name}</p>
        )}
        <p className="mt-0.5 line-clamp-3 text-xs [overflow-wrap:anywhere] text-muted">{email}</p>
      </div>
      <div className="pt-1.5">
        <Link to="/dashboard" className={menuItem}>
          Dashboard
        </Link>
        <Form method="post" action="/auth/sair">
          <button type="submit" className={menuItem}>
            Sair
          </button>
        </Form>
      </div>
    </Disclosure>
  );
}

function MobileMenu({ session }: { session: SessionView | null }) {
  return (
    <Disclosure
      className="lg:hidden"
      label="Menu"
      summaryClassName="grid size-11 place-items-center rounded-control hover:bg-raised"
      panelClassName="w-56"
      summary={<Menu aria-hidden="true" className="size-5" strokeWidth={1.75} />}
    >
      <nav aria-label="Páginas">
        {PAGES.map((page) => (
          <MenuLink key={page.to} to={page.to}>
            {page.label}
          </MenuLink>
        ))}
        {session?.isStaff && <MenuLink to="/admin">STAFF</MenuLink>}
        {!session && (
          <div className="mt-1.5 border-t border-line pt-1.5 sm:hidden">
            <MenuLink to="/auth">Fazer Login</MenuLink>
            <MenuLink to="/auth?modo=cadastro">Cadastro</MenuLink>
          </div>
        )}
      </nav>
    </Disclosure>
  );
}

function MenuLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink to={to} end className={menuItem}>
      {children}
    </NavLink>
  );
}
