import { useState } from 'react';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { NoteDialog } from './note-dialog.tsx';
import { useAdminAction } from '../use-admin-action.ts';

type Settled = 'returned' | 'kept';

/** A held payment that staff have settled with its buyer outside of the shop: where the money is, and why. */
export function SettleDialog({ entry, onClose }: { entry: AttentionEntry; onClose: () => void }) {
  const [settled, setSettled] = useState<Settled | null>(null);
  const { isBusy, run } = useAdminAction();
  const received = formatReais(entry.receivedCents);
  const choices: { value: Settled; label: string; effect: string }[] = [
    {
      value: 'returned',
      label: `${received} já voltaram para o cliente`,
      effect: 'Entra nos livros como devolução manual, e o cliente recebe um e-mail.',
    },
    {
      value: 'kept',
      label: 'Foi acertado de outra forma',
      effect: 'Nada volta pela loja.',
    },
  ];
  return (
    <NoteDialog
      title="Marcar como resolvido"
      description={
        entry.orderStatus === 'awaiting_payment'
          ? 'Você já acertou este pagamento com o cliente, fora da loja. O pedido é cancelado e não pode mais ser pago.'
          : entry.isDoubted
            ? 'Você já acertou este pagamento com o cliente, fora da loja. O pedido segue para a entrega, a não ser que o valor tenha voltado.'
            : 'Você já acertou este pagamento com o cliente, fora da loja. O pedido continua como está.'
      }
      label="O que foi combinado"
      confirm="Marcar como resolvido"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={async (note) =>
        settled === null
          ? { ok: false, status: 422, message: 'Diga o que aconteceu com o valor.', fields: {} }
          : run({
              path: `/api/admin/charges/${entry.chargeId}`,
              body: { do: 'settle', as: settled, note },
              done: { title: 'Marcado como resolvido' },
              failed: 'Erro ao marcar como resolvido',
            })
      }
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">O que aconteceu com o valor</legend>
        {choices.map(({ value, label, effect }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 hover:border-muted has-checked:border-accent"
          >
            <input
              type="radio"
              name="settled"
              value={value}
              checked={settled === value}
              onChange={() => setSettled(value)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="text-sm font-medium">
              {label}
              <span className="block text-xs font-normal text-muted">{effect}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </NoteDialog>
  );
}
