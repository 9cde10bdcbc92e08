import type { ReactNode } from 'react';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { attentionWords } from './attention-words.ts';
import { WaitingCard } from './waiting-card.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import { NoteAction } from './note-action.tsx';
import { RefundActions } from '../money/refund-actions.tsx';
import { SettleAction } from './settle-action.tsx';
import { keyWords } from '../stock/key-words.ts';
import { useMay } from '../use-may.tsx';

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
      keys={keyWords(entry.keys)}
    >
      {entry.kind === 'dispute' && mayProve && <EvidenceLink orderId={entry.orderId} />}
      {mayDecide && actionsOf(entry, onRefund)}
    </WaitingCard>
  );
}

function actionsOf(entry: AttentionEntry, onRefund: (() => void) | undefined) {
  const fixed = { chargeId: entry.chargeId };
  switch (entry.kind) {
    case 'amount_mismatch':
      return (
        <>
          {entry.canDeliver && <AcceptButton {...fixed} />}
          <RefundOrLead entry={entry} onRefund={onRefund}>
            Devolver {formatReais(entry.receivedCents)}
          </RefundOrLead>
          <SettleAction entry={entry} />
        </>
      );
    case 'chargeback':
      return <NoteAction does="chargebacks.handle" fixed={fixed} {...CHARGEBACK} />;
    case 'amount_doubt':
      return <NoteAction does="doubts.handle" fixed={fixed} {...DOUBT} />;
    case 'withdrawal':
      return (
        <>
          <RefundOrLead entry={entry} onRefund={onRefund}>
            Devolver
          </RefundOrLead>
          <NoteAction does="withdrawals.decline" fixed={{ orderId: entry.orderId }} {...DECLINED} />
        </>
      );
    case 'refund_due':
    case 'refund_failed':
    case 'refund_slow':
      return entry.canClose && <RefundActions entry={entry} />;
    case 'dispute':
      return null;
  }
}

function AcceptButton({ chargeId }: { chargeId: string }) {
  return (
    <OperationForm
      does="charges.accept"
      fixed={{ chargeId }}
      done={{ title: 'Pagamento aceito!', description: 'O pedido segue para a entrega.' }}
      failed="Erro ao aceitar o pagamento"
      about="refund"
    >
      <SubmitButton className="w-full">Entregar assim mesmo</SubmitButton>
    </OperationForm>
  );
}

/** The dialog on the order's page; elsewhere the way there. */
function RefundOrLead({
  entry,
  onRefund,
  children,
}: {
  entry: AttentionEntry;
  onRefund: (() => void) | undefined;
  children: ReactNode;
}) {
  return onRefund ? (
    <OpenButton
      name="reembolsar"
      value={entry.chargeId}
      variant="outline"
      className="w-full"
      onOpen={onRefund}
    >
      {children}
    </OpenButton>
  ) : (
    <LinkButton to={`/admin/pedidos/${entry.orderId}`} variant="outline">
      Ver pedido e devolver
    </LinkButton>
  );
}

const ofCharge = { button: 'Marcar como resolvido', label: 'O que foi feito' };

const CHARGEBACK = {
  ...ofCharge,
  title: 'Contestação resolvida',
  description: "A contestação sai de 'Atenção'. Só a equipe vê o que foi feito.",
  done: { title: 'Contestação resolvida' },
  failed: 'Erro ao marcar a contestação',
};

const DOUBT = {
  ...ofCharge,
  title: 'Aviso resolvido',
  description: "O aviso sai de 'Atenção'. Só a equipe vê o que foi feito.",
  done: { title: 'Aviso resolvido' },
  failed: 'Erro ao marcar o aviso',
};

const DECLINED = {
  button: 'Recusar e responder',
  name: 'answer',
  label: 'Resposta ao cliente',
  title: 'Devolução respondida',
  description:
    "O pedido sai de 'Atenção', e nada mais é devolvido. O cliente lê a sua resposta em Meus Pedidos.",
  done: { title: 'Devolução respondida' },
  failed: 'Erro ao responder a devolução',
};
