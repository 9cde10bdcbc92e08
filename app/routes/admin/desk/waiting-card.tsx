import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#app/ui/list/badge.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { AttentionWords } from './attention-words.ts';

/** One thing that waits for a person: what happened, what to do, and the buttons that do it. */
export function WaitingCard({
  words: { title, happened, todo },
  tone = 'danger',
  orderId,
  customerName,
  since,
  keys = '',
  children,
}: {
  words: AttentionWords;
  tone?: 'danger' | 'info';
  /** The order that is linked; null on its own page, or where there is none. */
  orderId: string | null;
  customerName?: string | undefined;
  since: Date;
  /** Which keys it is about. */
  keys?: string;
  children: ReactNode;
}) {
  return (
    <article aria-label={title} className="rounded-card border border-accent/40 bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{title}</Badge>
        {orderId && (
          <Link
            to={`/admin/pedidos/${orderId}`}
            className="-my-2.5 py-2.5 text-sm font-semibold text-info underline underline-offset-2 hover:text-text"
          >
            Pedido #{orderId.slice(0, 8)}
          </Link>
        )}
        <time dateTime={since.toISOString()} className="ml-auto text-xs text-muted tabular-nums">
          {formatDateTime(since)}
        </time>
      </div>
      {customerName && <p className="mt-2 text-xs break-words text-muted">{customerName}</p>}
      <p className="mt-2 max-w-[68ch] break-words">{happened}</p>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">{todo}</p>
      {keys !== '' && <p className="mt-1 max-w-[68ch] text-sm break-words">{keys}.</p>}
      <div className="mt-4 flex flex-col gap-2 empty:hidden sm:flex-row sm:flex-wrap">{children}</div>
    </article>
  );
}
