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
  switch (entry.kind) {
    case 'amount_mismatch':
      return <HeldActions entry={entry} onRefund={onRefund} />;
    case 'chargeback':
      return <NotedAction entry={entry} {...CHARGEBACK} />;
    case 'amount_doubt':
      return <NotedAction entry={entry} {...DOUBT} />;
    case 'withdrawal':
      return <WithdrawalActions entry={entry} onRefund={onRefund} />;
    case 'refund_due':
    case 'refund_failed':
    case 'refund_slow':
      return entry.canClose && <RefundActions entry={entry} />;
    case 'dispute':
      return null;
  }
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
      <RefundOrLead entry={entry} onRefund={onRefund} />
      <Button variant="ghost" onClick={() => setSettling(true)}>
        Marcar como resolvido
      </Button>
      {settling && <SettleDialog entry={entry} onClose={() => setSettling(false)} />}
    </>
  );
}

/** The dialog on the order's page; elsewhere the way there. */
function RefundOrLead({
  entry,
  onRefund,
  label = `Devolver ${formatReais(entry.receivedCents)}`,
}: {
  entry: AttentionEntry;
  onRefund: (() => void) | undefined;
  label?: string;
}) {
  return onRefund ? (
    <Button variant="outline" onClick={onRefund}>
      {label}
    </Button>
  ) : (
    <Link
      to={`/admin/pedidos/${entry.orderId}`}
      className="inline-flex min-h-11 items-center justify-center rounded-control border border-line px-5 text-sm font-semibold hover:border-muted hover:bg-raised"
    >
      Ver pedido e devolver
    </Link>
  );
}

function WithdrawalActions({
  entry,
  onRefund,
}: {
  entry: AttentionEntry;
  onRefund: (() => void) | undefined;
}) {
  return (
    <>
      <RefundOrLead entry={entry} onRefund={onRefund} label="Devolver" />
      <NotedAction entry={entry} {...DECLINED} />
    </>
  );
}

interface Noted {
  /** The call, and what it is told to do. */
  call: (entry: AttentionEntry) => string;
  action: 'chargeback_handled' | 'doubt_handled' | 'decline';
  button: string;
  label: string;
  title: string;
  description: string;
  failed: string;
}

const ofCharge = {
  call: (entry: AttentionEntry) => `/api/admin/charges/${entry.chargeId}`,
  button: 'Marcar como resolvido',
  label: 'O que foi feito',
};

const CHARGEBACK: Noted = {
  ...ofCharge,
  action: 'chargeback_handled',
  title: 'Contestação resolvida',
  description: "A contestação sai de 'Atenção'. Só a equipe vê o que foi feito.",
  failed: 'Erro ao marcar a contestação',
};

const DOUBT: Noted = {
  ...ofCharge,
  action: 'doubt_handled',
  title: 'Aviso resolvido',
  description: "O aviso sai de 'Atenção'. Só a equipe vê o que foi feito.",
  failed: 'Erro ao marcar o aviso',
};

const DECLINED: Noted = {
  call: (entry) => `/api/admin/orders/${entry.orderId}/withdrawal`,
  action: 'decline',
  button: 'Recusar e responder',
  label: 'Resposta ao cliente',
  title: 'Devolução respondida',
  description:
    "O pedido sai de 'Atenção', e nada mais é devolvido. O cliente lê a sua resposta em Meus Pedidos.",
  failed: 'Erro ao responder a devolução',
};

/** An entry that staff handle elsewhere and only note here. */
function NotedAction({
  entry,
  call,
  action,
  button,
  label,
  title,
  description,
  failed,
}: Noted & { entry: AttentionEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAdminAction();
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {button}
      </Button>
      {isOpen && (
        <NoteDialog
          title={title}
          description={description}
          label={label}
          confirm={button}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onConfirm={(note) =>
            run({
              path: call(entry),
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
