import { Link } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatDateTime } from '#app/ui/format-date.ts';
import type { GivenUpEntry } from '#shop/given-up/list-given-up.ts';
import { givenUpWords } from './given-up-words.ts';
import { useAdminAction } from './use-admin-action.ts';

/** A webhook or mail that the shop stopped trying. */
export function GivenUpCard({ entry }: { entry: GivenUpEntry }) {
  const { title, happened, todo } = givenUpWords(entry);
  const { isBusy, run } = useAdminAction();
  const path = `/api/admin/given-up/${entry.id}`;
  return (
    <article aria-label={title} className="rounded-card border border-accent/40 bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="danger">{title}</Badge>
        {entry.orderId && (
          <Link
            to={`/admin/pedidos/${entry.orderId}`}
            className="-my-2.5 py-2.5 text-sm font-semibold text-info underline underline-offset-2 hover:text-text"
          >
            Pedido #{entry.orderId.slice(0, 8)}
          </Link>
        )}
        <time dateTime={entry.since} className="ml-auto text-xs text-muted tabular-nums">
          {formatDateTime(entry.since)}
        </time>
      </div>
      <p className="mt-2 max-w-[68ch] break-words">{happened}</p>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">{todo}</p>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {entry.canRetry && (
          <Button
            loading={isBusy}
            onClick={() =>
              void run({
                path,
                body: { do: 'retry' },
                done: { title: 'A loja está tentando de novo' },
                failed: 'Erro ao tentar de novo',
              })
            }
          >
            Tentar de novo
          </Button>
        )}
        <Button
          variant="ghost"
          loading={isBusy && !entry.canRetry}
          onClick={() =>
            void run({
              path,
              body: { do: 'dismiss' },
              done: { title: 'Dispensado' },
              failed: 'Erro ao dispensar',
            })
          }
        >
          Dispensar
        </Button>
      </div>
    </article>
  );
}
