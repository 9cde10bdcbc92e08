import { ChoiceCard } from '#app/ui/form/choice-card.tsx';
import { useOperationForm } from '#app/ui/form/operation-form.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { NoteAction } from './note-action.tsx';

/** A held payment that staff have settled with its buyer outside of the shop: where the money is, and why. */
export function SettleAction({ entry }: { entry: AttentionEntry }) {
  const next =
    entry.orderStatus === 'awaiting_payment'
      ? 'O pedido é cancelado e não pode mais ser pago.'
      : entry.isDoubted
        ? 'O pedido segue para a entrega, a não ser que o valor tenha voltado.'
        : 'O pedido continua como está.';
  return (
    <NoteAction
      does="charges.settle"
      fixed={{ chargeId: entry.chargeId }}
      button="Marcar como resolvido"
      look="ghost"
      title="Marcar como resolvido"
      description={`Você já acertou este pagamento com o cliente, fora da loja. ${next}`}
      label="O que foi combinado"
      done={{ title: 'Marcado como resolvido' }}
      failed="Erro ao marcar como resolvido"
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">O que aconteceu com o valor</legend>
        <Choice
          value="returned"
          label={`${formatReais(entry.receivedCents)} já voltaram para o cliente`}
          hint="Entra nos livros como devolução manual, e o cliente recebe um e-mail."
        />
        <Choice value="kept" label="Foi acertado de outra forma" hint="Nada volta pela loja." />
      </fieldset>
    </NoteAction>
  );
}

function Choice(choice: { value: string; label: string; hint: string }) {
  const { typed } = useOperationForm();
  return <ChoiceCard name="as" {...choice} defaultChecked={typed.as === choice.value} />;
}
