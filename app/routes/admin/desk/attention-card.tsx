import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { attentionWords } from './attention-words.ts';
import { WaitingCard } from './waiting-card.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { RefundActions } from '../money/refund-actions.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { useMay } from '../use-may.tsx';
import { useAdminAction } from '../use-admin-action.ts';

/** One thing that waits for a person: what happened, what to do, and the buttons that do it. */
export function AttentionCard({
  entry,
  onRefund,
}: {
  entry: AttentionEntry;
  /** Opens the refund dialog; absent on the list, where the order's page has it. */
  onRefund?: () => void;
}) {
  const mayDecide = useMay('refunds');
  const mayProve = useMay('evidence');
  return (
    <WaitingCard
      words={attentionWords(entry)}
      tone={entry.kind === 'refund_slow' ? 'info' : 'danger'}
      orderId={onRefund ? null : entry.orderId}
      customerName={onRefund ? undefined : entry.customerName}
      since={entry.since}
    >
      {entry.kind === 'dispute' && mayProve && <EvidenceLink orderId={entry.orderId} />}
      {mayDecide && <Actions entry={entry} onRefund={onRefund} />}
    </WaitingCard>
  );
}

function Actions({ entry, onRefund }: { entry: AttentionEntry; onRefund: (() => void) | undefined }) {
  return (
    <>
      {entry.kind === 'amount_mismatch' && <HeldActions entry={entry} onRefund={onRefund} />}
      {entry.kind === 'chargeback' && <NotedAction entry={entry} {...CHARGEBACK} />}
      {entry.kind === 'amount_doubt' && <NotedAction entry={entry} {...DOUBT} />}
      {entry.refundId && entry.canClose && <RefundActions entry={entry} refundId={entry.refundId} />}
    </>
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

/** An entry that staff handle elsewhere and only note here. */
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
