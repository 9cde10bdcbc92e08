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
        <Choice value="returned" label={`${formatReais(entry.receivedCents)} já voltaram para o cliente`}>
          Entra nos livros como devolução manual, e o cliente recebe um e-mail.
        </Choice>
        <Choice value="kept" label="Foi acertado de outra forma">
          Nada volta pela loja.
        </Choice>
      </fieldset>
    </NoteAction>
  );
}

function Choice({ value, label, children }: { value: string; label: string; children: string }) {
  const { typed } = useOperationForm();
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 hover:border-muted has-checked:border-accent">
      <input
        type="radio"
        name="as"
        value={value}
        defaultChecked={typed.as === value}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="text-sm font-medium">
        {label}
        <span className="block text-xs font-normal text-muted">{children}</span>
      </span>
    </label>
  );
}
