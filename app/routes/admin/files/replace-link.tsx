import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { checkLink } from '#shop/text/check-link.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { callAdminApi } from '../call-admin-api.ts';
import { OnlyThisOrder } from './only-this-order.tsx';

/** Asks for the new link and for a second press that knows its consequence. */
export function ReplaceLink({
  item,
  onDone,
}: {
  item: StaffOrder['items'][number];
  onDone: (changed: boolean) => Promise<void>;
}) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [onlyThisOrder, setOnlyThisOrder] = useState(false);
  const [sending, setSending] = useState(false);
  const check = checkLink(text);

  async function replace(): Promise<void> {
    if (sending) return;
    if (!check.ok) return setError(check.message);
    setSending(true);
    const answer = await callAdminApi(`/api/admin/orders/${item.orderId}/items/${item.id}/link`, {
      link: check.link,
      only_this_order: onlyThisOrder,
    });
    setSending(false);
    if (answer.ok) {
      showToast({
        title: 'Link substituído!',
        description: 'O cliente recebe o novo link por e-mail.',
        tone: 'success',
        about: 'links',
      });
      return onDone(true);
    }
    console.error('Erro ao substituir link', { itemId: item.id, status: answer.status });
    showToast({
      title: 'Erro ao substituir link',
      description: 'Não foi possível substituir o link de download.',
      tone: 'danger',
      stays: true,
      about: 'links',
    });
    setError(answer.message);
  }

  return (
    <form
      noValidate
      className="mt-3 rounded-control border border-line bg-raised/50 p-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void replace();
      }}
    >
      <TextField
        label="Novo link"
        type="url"
        value={text}
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
        autoFocus
        error={error}
        hint="A coleção do cliente é atualizada e ele recebe um e-mail com o novo link."
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <OnlyThisOrder checked={onlyThisOrder} onChange={setOnlyThisOrder} />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => void onDone(false)}>
          Cancelar
        </Button>
        <Button type="submit" disabled={text.trim() === ''} loading={sending} loadingLabel="Substituindo...">
          Confirmar substituição
        </Button>
      </div>
    </form>
  );
}
