import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An icon, what it is about, and the fact: an address, hours, a promise. */
export function FactCard({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start gap-3.5 rounded-card border border-line bg-surface p-4 sm:p-5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} />
      <div className="min-w-0">
        <h2 className="font-sans text-sm font-semibold tracking-normal">{title}</h2>
        <div className="mt-0.5 text-sm text-muted">{children}</div>
      </div>
    </div>
  );
}

/** Opens the visitor's mail program; long addresses break instead of widening the page. */
export function MailLink({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${address}`}
      className="-my-2.5 inline-block py-2.5 break-all text-info underline underline-offset-2 hover:text-text"
    >
      {address}
    </a>
  );
}
