import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatDateTime } from '#app/ui/format-date.ts';
import { formatReais } from '#app/ui/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { attentionWords } from './attention-words.ts';
import { NoteDialog } from './note-dialog.tsx';
import { RefundActions } from './refund-actions.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { useAdminAction } from './use-admin-action.ts';

/** One thing that waits for a person: what happened, what to do, and the buttons that do it. */
export function AttentionCard({
  entry,
  onRefund,
}: {
  entry: AttentionEntry;
  /** Opens the refund dialog; absent on the list, where the order's page has it. */
  onRefund?: () => void;
}) {
  const { title, happened, todo } = attentionWords(entry);
  return (
    <article aria-label={title} className="rounded-card border border-accent/40 bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={entry.kind === 'refund_slow' ? 'info' : 'danger'}>{title}</Badge>
        {!onRefund && (
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
      {!onRefund && <p className="mt-2 text-xs break-words text-muted">{entry.customerName}</p>}
      <p className="mt-2 max-w-[68ch] break-words">{happened}</p>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">{todo}</p>
      <div className="mt-4 flex flex-col gap-2 empty:hidden sm:flex-row sm:flex-wrap">
        {entry.kind === 'amount_mismatch' && <HeldActions entry={entry} onRefund={onRefund} />}
        {entry.kind === 'chargeback' && <NotedAction entry={entry} {...CHARGEBACK} />}
        {entry.kind === 'amount_doubt' && <NotedAction entry={entry} {...DOUBT} />}
        {entry.refundId && entry.canClose && <RefundActions entry={entry} refundId={entry.refundId} />}
      </div>
    </article>
  );
}

function HeldActions({ entry, onRefund }: { entry: AttentionEntry; onRefund: (() => void) | undefined }) {
  const { isBusy, run } = useAdminAction();
  const [settling, setSettling] = useState(false);
  return (
    <>
      {entry.canDeliver && (
        <Button
          loading={isBusy}
          onClick={() =>
            void run({
              path: `/api/admin/charges/${entry.chargeId}`,
              body: { do: 'accept' },
              done: { title: 'Pagamento aceito!', description: 'O pedido segue para a entrega.' },
              failed: 'Erro ao aceitar o pagamento',
            })
          }
        >
          Entregar assim mesmo
        </Button>
      )}
      {onRefund ? (
        <Button variant="outline" onClick={onRefund}>
          Devolver {formatReais(entry.receivedCents)}
        </Button>
      ) : (
        <Link
          to={`/admin/pedidos/${entry.orderId}`}
          className="inline-flex min-h-11 items-center justify-center rounded-control border border-line px-5 text-sm font-semibold hover:border-muted hover:bg-raised"
        >
          Ver pedido e devolver
        </Link>
      )}
      <Button variant="ghost" onClick={() => setSettling(true)}>
        Marcar como resolvido
      </Button>
      {settling && <SettleDialog entry={entry} onClose={() => setSettling(false)} />}
    </>
  );
}

interface Noted {
  action: 'chargeback_handled' | 'doubt_handled';
  title: string;
  description: string;
  failed: string;
}

const CHARGEBACK: Noted = {
  action: 'chargeback_handled',
  title: 'Contestação resolvida',
  description: "A contestação sai de 'Atenção'. Só a equipe vê o que foi feito.",
  failed: 'Erro ao marcar a contestação',
};

const DOUBT: Noted = {
  action: 'doubt_handled',
  title: 'Aviso resolvido',
  description: "O aviso sai de 'Atenção'. Só a equipe vê o que foi feito.",
  failed: 'Erro ao marcar o aviso',
};

/** What is done elsewhere and only noted here. */
function NotedAction({ entry, action, title, description, failed }: Noted & { entry: AttentionEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAdminAction();
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Marcar como resolvido
      </Button>
      {isOpen && (
        <NoteDialog
          title={title}
          description={description}
          label="O que foi feito"
          confirm="Marcar como resolvido"
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onConfirm={(note) =>
            run({
              path: `/api/admin/charges/${entry.chargeId}`,
              body: { do: action, note },
              done: { title },
              failed,
            })
          }
        />
      )}
    </>
  );
}
