import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { LinkField } from './link-field.tsx';
import { OnlyThisOrder } from './only-this-order.tsx';
import { useTypedLinks } from './use-typed-links.ts';
import type { LinksDialogState } from './use-links-dialog.ts';

type Props = Pick<LinksDialogState, 'draft' | 'preserveDraft' | 'close' | 'finish'> & { order: StaffOrder };

/** One field for each skin, made for pasting: a list that is pasted into one field also fills the following ones. */
export function SendLinksForm({ order, draft, preserveDraft, close, finish }: Props) {
  const items = order.items.filter(({ kept }) => kept);
  const refunded = order.items.filter(({ kept }) => !kept);
  const { isComplete, fieldOf } = useTypedLinks(items, draft, preserveDraft);
  const isHydrated = useHydrated();
  return (
    <OperationForm
      does="orders.send_links"
      fixed={{ orderId: order.id }}
      done={{
        title: 'Links enviados!',
        description: 'Os links foram salvos e as skins adicionadas à coleção do cliente.',
      }}
      failed={{
        title: 'Erro ao enviar links',
        description: 'Não foi possível enviar os links de download.',
      }}
      about="links"
      onDone={() => void finish(true)}
      onLate={() => finish(false)}
      className="flex flex-col gap-5"
    >
      {order.items.length === 0 && (
        <p className="rounded-control border border-line bg-raised p-4 break-words">
          Este pedido não tem skins: {order.description}. Conclua quando estiver resolvido com o cliente.
        </p>
      )}
      <ul className="flex flex-col gap-5">
        {items.map((item, index) => (
          <li key={item.id}>
            <LinkField item={item} {...fieldOf(item, index)} />
          </li>
        ))}
      </ul>
      {refunded.length > 0 && (
        <p className="rounded-control border border-line bg-raised p-4 text-sm break-words">
          Não precisa de link, o cliente recebe o valor de volta:{' '}
          {refunded.map((item) => item.skinName).join(', ')}.
        </p>
      )}
      {items.length > 0 && <OnlyThisOrder />}
      <DialogEnd onCancel={close} isSticky>
        <SubmitButton disabled={isHydrated && !isComplete} loadingLabel="Enviando...">
          Enviar Links e Concluir
        </SubmitButton>
      </DialogEnd>
    </OperationForm>
  );
}
