import { useOperationForm } from '#app/ui/form/operation-form.tsx';

/** Unticked, the shop learns the link. */
export function OnlyThisOrder() {
  const { typed } = useOperationForm();
  return (
    <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        name="onlyThisOrder"
        defaultChecked={typed.onlyThisOrder === 'on'}
        className="size-5 shrink-0 accent-accent"
      />
      <span>
        Só para este pedido
        <span className="block text-xs text-muted">
          Sem marcar, a loja guarda o link para os próximos pedidos da skin.
        </span>
      </span>
    </label>
  );
}
