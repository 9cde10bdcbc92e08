import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { checkLink } from '#shop/text/check-link.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { callAdminApi } from '../call-admin-api.ts';
import { LinkField } from './link-field.tsx';
import { OnlyThisOrder } from './only-this-order.tsx';
import { spreadLinks } from './spread-links.ts';
import type { LinkDrafts, LinksDialogState } from './use-links-dialog.ts';

type Props = Pick<LinksDialogState, 'draft' | 'preserveDraft' | 'close' | 'finish'> & { order: StaffOrder };

const FAILED = { title: 'Erro ao enviar links', tone: 'danger', stays: true, about: 'links' } as const;

/** One field for each skin, made for pasting: a list that is pasted into one field also fills the following ones. */
export function SendLinksForm({ order, draft, preserveDraft, close, finish }: Props) {
  const items = order.items.filter(({ kept }) => kept);
  const refunded = order.items.filter(({ kept }) => !kept);
  const [links, setLinks] = useState<LinkDrafts>(() =>
    Object.fromEntries(
      items.map((item) => [item.id, draft[item.id] ?? item.downloadLink ?? item.knownLink ?? '']),
    ),
  );
  const [failure, setFailure] = useState<{ message: string; fields: Record<string, string> } | null>(null);
  const [onlyThisOrder, setOnlyThisOrder] = useState(false);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [firstEmpty] = useState(() =>
    items.findIndex((item) => links[item.id] === '' && item.storedFileName === null),
  );
  /** Without a link it gets the file that the shop stores. */
  const takesStored = (item: (typeof items)[number]) =>
    item.storedFileName !== null && (links[item.id] ?? '').trim() === '';
  const complete = items.every((item) => takesStored(item) || checkLink(links[item.id] ?? '').ok);

  function change(next: LinkDrafts): void {
    setLinks(next);
    preserveDraft(next);
    setFailure(null);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, index: number): void {
    const pasted = spreadLinks(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const next = { ...links };
    items.slice(index, index + pasted.length).forEach((item, n) => (next[item.id] = pasted[n] ?? ''));
    change(next);
    const surplus = pasted.length - (items.length - index);
    if (surplus > 0) {
      showToast({
        title: surplus === 1 ? 'Sobrou 1 link' : `Sobraram ${surplus} links`,
        description: 'Você colou mais links do que skins. Confira a ordem.',
        tone: 'info',
      });
    }
  }

  /** Enter goes to the next empty field and sends once there is none. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || complete) return;
    event.preventDefault();
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[type=url]') ?? [])];
    const start = fields.indexOf(event.currentTarget) + 1;
    [...fields.slice(start), ...fields.slice(0, start)].find((field) => !checkLink(field.value).ok)?.focus();
  }

  async function send(): Promise<void> {
    if (!complete || sending) return;
    setSending(true);
    const answer = await callAdminApi(`/api/admin/orders/${order.id}/links`, {
      links,
      kept_files: items.filter(takesStored).map(({ id }) => id),
      only_this_order: onlyThisOrder,
    });
    setSending(false);
    if (answer.ok) {
      showToast({
        title: 'Links enviados!',
        description: 'Os links foram salvos e as skins adicionadas à coleção do cliente.',
        tone: 'success',
        about: 'links',
      });
      return finish();
    }
    console.error('Erro ao enviar links', { orderId: order.id, status: answer.status });
    if (answer.status === 409) {
      showToast({ ...FAILED, description: answer.message });
      return finish();
    }
    showToast({ ...FAILED, description: 'Não foi possível enviar os links de download.' });
    setFailure(answer);
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {order.items.length === 0 && (
        <p className="rounded-control border border-line bg-raised p-4 break-words">
          Este pedido não tem skins: {order.description}. Conclua quando estiver resolvido com o cliente.
        </p>
      )}
      <ul className="flex flex-col gap-5">
        {items.map((item, index) => (
          <li key={item.id}>
            <LinkField
              item={item}
              value={links[item.id] ?? ''}
              serverError={failure?.fields[item.id]}
              isRepeated={items.some(
                (other) => other.id !== item.id && sameLink(links[other.id], links[item.id]),
              )}
              startsHere={index === Math.max(firstEmpty, 0)}
              onChange={(text) => change({ ...links, [item.id]: text })}
              onPaste={(event) => onPaste(event, index)}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ul>
      {refunded.length > 0 && (
        <p className="rounded-control border border-line bg-raised p-4 text-sm break-words">
          Não precisa de link, o cliente recebe o valor de volta:{' '}
          {refunded.map((item) => item.skinName).join(', ')}.
        </p>
      )}
      {items.length > 0 && <OnlyThisOrder checked={onlyThisOrder} onChange={setOnlyThisOrder} />}
      {failure && (
        <p role="alert" className="text-xs text-danger">
          {failure.message} O que você digitou foi mantido.
        </p>
      )}
      <DialogEnd onCancel={close} isSticky>
        <Button type="submit" disabled={!complete} loading={sending} loadingLabel="Enviando...">
          Enviar Links e Concluir
        </Button>
      </DialogEnd>
    </form>
  );
}

function sameLink(one = '', other = ''): boolean {
  return one.trim() !== '' && one.trim() === other.trim();
}
