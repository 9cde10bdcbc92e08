import type { ButtonVariant } from '#app/ui/form/button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import type { Closing } from '#shop/refunds/close-refund.ts';
import { NoteAction } from '../desk/note-action.tsx';

interface ClosingWords {
  button: string;
  look: ButtonVariant;
  title: string;
  description: (amount: string) => string;
  label: string;
  confirm: string;
  variant: ButtonVariant;
  done: { title: string };
}

const WORDS: Record<Closing, ClosingWords> = {
  sent: {
    button: 'Marcar como devolvido',
    look: 'outline',
    title: 'Devolvido manualmente',
    description: (amount) => `Você já devolveu ${amount} por fora da loja. O cliente recebe um e-mail.`,
    label: 'Como foi devolvido',
    confirm: 'Marcar como devolvido',
    variant: 'accent',
    done: { title: 'Marcado como devolvido' },
  },
  dismissed: {
    button: 'Encerrar sem devolver',
    look: 'ghost',
    title: 'Encerrar sem devolver',
    description: (amount) => `${amount} não voltam para o cliente. Só a equipe vê o motivo.`,
    label: 'Motivo',
    confirm: 'Encerrar',
    variant: 'danger',
    done: { title: 'Encerrado sem devolução' },
  },
  not_sent: {
    button: 'Não foi devolvido',
    look: 'ghost',
    title: 'Não foi devolvido',
    description: (amount) =>
      `O provedor confirmou que ${amount} não voltaram e não vão mais voltar por este pedido de devolução. Depois disto você pode tentar de novo.`,
    label: 'O que o provedor disse',
    confirm: 'Não foi devolvido',
    variant: 'danger',
    done: { title: 'Marcado como não devolvido' },
  },
};

/** The actions for a waiting refund: send it, or record its result. */
export function RefundActions({ entry }: { entry: Extract<AttentionEntry, { refundId: string }> }) {
  const { refundId, kind, canSend } = entry;
  const amount = formatReais(entry.amountCents);
  const isOnItsWay = kind === 'refund_slow';
  const closings: Closing[] = ['sent', isOnItsWay ? 'not_sent' : 'dismissed'];
  return (
    <>
      {canSend && !isOnItsWay && (
        <OperationForm
          does="refunds.send"
          fixed={{ refundId }}
          done={{ title: 'Reembolso enviado!', description: 'O cliente recebe um e-mail.' }}
          failed="Erro ao devolver"
          about="refund"
        >
          <SubmitButton className="w-full">
            {kind === 'refund_failed' ? 'Tentar de novo' : `Devolver ${amount}`}
          </SubmitButton>
        </OperationForm>
      )}
      {closings.map((as) => (
        <NoteAction
          key={as}
          does="refunds.close"
          fixed={{ refundId, as }}
          failed="Erro ao encerrar o reembolso"
          {...WORDS[as]}
          description={WORDS[as].description(amount)}
        />
      ))}
    </>
  );
}
