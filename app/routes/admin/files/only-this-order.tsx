/** Unticked, the shop learns the link. */
export function OnlyThisOrder({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
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
