import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** Above the title of a screen: the list that it was opened from. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text"
    >
      <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {children}
    </Link>
  );
}
