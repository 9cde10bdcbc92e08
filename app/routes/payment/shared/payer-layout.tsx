import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ErrorScreen } from '#app/ui/feedback/error-screen.tsx';
import { BrandMark, useBrand } from '#app/ui/frame/brand.tsx';
import { LegalNotice } from '#app/ui/frame/legal-notice.tsx';

/** Around the page of whoever pays for somebody else: which shop it is, and nothing to click away to. */
function PayerFrame({ children }: { children: ReactNode }) {
  const { name } = useBrand();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <p className="gutter mx-auto flex h-16 max-w-[760px] items-center gap-2 font-heading text-lg font-bold">
          <BrandMark />
          <span className="min-w-0 truncate">{name}</span>
        </p>
      </header>
      <main className="grow">{children}</main>
      <footer className="border-t border-line bg-surface">
        <div className="gutter mx-auto max-w-[760px] pt-4 pb-8">
          {/* The law asks for both. They open beside the page: the code stays where it is. */}
          <p className="-mx-3 flex flex-wrap">
            <BesideLink href="/privacidade">Privacidade</BesideLink>
            <BesideLink href="/termos">Termos</BesideLink>
          </p>
          <LegalNotice />
        </div>
      </footer>
    </div>
  );
}

function BesideLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      className="inline-flex min-h-11 items-center rounded-control px-3 text-sm text-muted hover:text-text"
    >
      {children}
      <span className="sr-only"> (abre em nova aba)</span>
    </a>
  );
}

export default function PayerLayout() {
  return (
    <PayerFrame>
      <Outlet />
    </PayerFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PayerFrame>
      <ErrorScreen />
    </PayerFrame>
  );
}
