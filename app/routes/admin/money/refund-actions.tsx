import { useState } from 'react';
import { Button, type ButtonVariant } from '#app/ui/form/button.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { NoteDialog } from '../desk/note-dialog.tsx';
import { useAdminAction } from '../use-admin-action.ts';

type Closing = 'sent' | 'dismissed' | 'not_sent';

interface ClosingWords {
  title: string;
  description: (amount: string) => string;
  label: string;
  confirm: string;
  variant: ButtonVariant;
  done: string;
}

const WORDS: Record<Closing, ClosingWords> = {
  sent: {
    title: 'Devolvido manualmente',
    description: (amount) => `Você já devolveu ${amount} por fora da loja. O cliente recebe um e-mail.`,
    label: 'Como foi devolvido',
    confirm: 'Marcar como devolvido',
    variant: 'accent',
    done: 'Marcado como devolvido',
  },
  dismissed: {
    title: 'Encerrar sem devolver',
    description: (amount) => `${amount} não voltam para o cliente. Só a equipe vê o motivo.`,
    label: 'Motivo',
    confirm: 'Encerrar',
    variant: 'danger',
    done: 'Encerrado sem devolução',
  },
  not_sent: {
    title: 'Não foi devolvido',
    description: (amount) =>
      `O provedor confirmou que ${amount} não voltaram e não vão mais voltar por este pedido de devolução. Depois disto você pode tentar de novo.`,
    label: 'O que o provedor disse',
    confirm: 'Não foi devolvido',
    variant: 'danger',
    done: 'Marcado como não devolvido',
  },
};

/** The actions for a waiting refund: send it, or record its result. */
export function RefundActions({ entry }: { entry: Extract<AttentionEntry, { refundId: string }> }) {
  const [closing, setClosing] = useState<Closing | null>(null);
  const { isBusy, run } = useAdminAction();
  const path = `/api/admin/refunds/${entry.refundId}`;
  const amount = formatReais(entry.amountCents);
  const isOnItsWay = entry.kind === 'refund_slow';
  const words = closing && WORDS[closing];
  return (
    <>
      {entry.canSend && !isOnItsWay && (
        <Button
          loading={isBusy && closing === null}
          onClick={() =>
            void run({
              path,
              body: { do: 'send' },
              done: { title: 'Reembolso enviado!', description: 'O cliente recebe um e-mail.' },
              failed: 'Erro ao devolver',
            })
          }
        >
          {entry.kind === 'refund_failed' ? 'Tentar de novo' : `Devolver ${amount}`}
        </Button>
      )}
      <Button variant="outline" onClick={() => setClosing('sent')}>
        Marcar como devolvido
      </Button>
      <Button variant="ghost" onClick={() => setClosing(isOnItsWay ? 'not_sent' : 'dismissed')}>
        {isOnItsWay ? 'Não foi devolvido' : 'Encerrar sem devolver'}
      </Button>
      {closing && words && (
        <NoteDialog
          title={words.title}
          description={words.description(amount)}
          label={words.label}
          confirm={words.confirm}
          variant={words.variant}
          isBusy={isBusy}
          onClose={() => setClosing(null)}
          onConfirm={(note) =>
            run({
              path,
              body: { do: closing, note },
              done: { title: words.done },
              failed: 'Erro ao encerrar o reembolso',
            })
          }
        />
      )}
    </>
  );
}
