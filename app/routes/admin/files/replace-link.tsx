import { Button } from '#app/ui/form/button.tsx';
import { Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { OnlyThisOrder } from './only-this-order.tsx';

/** Asks for the new link and for a second press that knows its consequence. */
export function ReplaceLink({ item, onClose }: { item: StaffOrder['items'][number]; onClose: () => void }) {
  return (
    <OperationForm
      does="orders.replace_link"
      fixed={{ orderId: item.orderId, itemId: item.id }}
      done={{ title: 'Link substituído!', description: 'O cliente recebe o novo link por e-mail.' }}
      failed={{
        title: 'Erro ao substituir link',
        description: 'Não foi possível substituir o link de download.',
      }}
      about="links"
      onDone={onClose}
      className="mt-3 rounded-control border border-line bg-raised/50 p-3.5"
    >
      <Field
        label="Novo link"
        name="link"
        type="url"
        required
        placeholder="https://"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
        autoFocus
        hint="A coleção do cliente é atualizada e ele recebe um e-mail com o novo link."
      />
      <OnlyThisOrder />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {useHydrated() && (
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        )}
        <SubmitButton whenFilled loadingLabel="Substituindo...">
          Confirmar substituição
        </SubmitButton>
      </div>
    </OperationForm>
  );
}
