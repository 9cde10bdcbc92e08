import { LinkButton } from '#app/ui/form/link-button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import type { OpenDifference } from '#shop/ledger/reconciliation/list-differences.ts';
import { differenceWords } from '../ledger/difference-words.ts';
import { NoteAction } from './note-action.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** The shop's books and somebody else's do not agree. It goes away once they do. */
export function DifferenceCard({ difference, provider }: { difference: OpenDifference; provider: string }) {
  const fixed = { differenceId: difference.id };
  const id = difference.gateway_charge_id ?? difference.end_to_end_id;
  return (
    <WaitingCard
      words={differenceWords(difference, provider)}
      orderId={difference.order_id}
      customerName={id ? `Cobrança ${id}` : undefined}
      since={difference.found_at}
    >
      {difference.charge_id && difference.kind !== 'late' && (
        <OperationForm
          does="differences.check"
          fixed={fixed}
          done={{
            title: 'O provedor respondeu',
            description: 'Se os dois lados combinam, a diferença some.',
          }}
          failed="Erro ao conferir"
          about="refund"
        >
          <SubmitButton className="w-full" loadingLabel="Conferindo...">
            Conferir agora
          </SubmitButton>
        </OperationForm>
      )}
      <NoteAction
        does="differences.settle"
        fixed={fixed}
        button="Marcar como resolvido"
        label="O que foi feito"
        title="Diferença resolvida"
        description="A diferença sai de 'Atenção' e continua na Conferência. Só a equipe vê o que foi feito."
        done={{ title: 'Diferença resolvida' }}
        failed="Erro ao resolver a diferença"
      />
      <LinkButton to={`/admin/conferencia?from=${difference.day}&to=${difference.day}`} variant="ghost">
        Ver o dia
      </LinkButton>
    </WaitingCard>
  );
}
