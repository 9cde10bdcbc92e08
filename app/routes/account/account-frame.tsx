import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrandMark } from '#app/ui/frame/brand.tsx';

/** One card on a bare page: nothing competes with the form. */
export function AccountFrame({
  title,
  intro,
  backTo = { to: '/', label: 'Voltar ao início' },
  children,
}: {
  title: string;
  intro?: string;
  backTo?: { to: string; label: string };
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col px-4 py-4 sm:py-8">
      <header>
        <Link
          to={backTo.to}
          className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm text-muted hover:text-text sm:ml-0"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {backTo.label}
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-[420px] flex-col py-6 sm:pt-[9vh]">
        <BrandMark className="mb-5 -ml-1 size-10" />
        <h1 className="text-xl">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <div className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6">{children}</div>
      </main>
    </div>
  );
}
