import { formatReais } from '#shop/text/format-reais.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';

interface RefundItemsProps {
  items: StaffOrderDetails['refundable'];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which skins of an order the money goes back for, each at what was paid for it; none: the sum is typed. */
export function RefundItems({ items, chosen, onChange }: RefundItemsProps) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Só algumas skins (opcional)</legend>
      <div className="-mx-1 mt-1 flex max-h-60 flex-col overflow-y-auto px-1">
        {items.map(({ id, skinName, paidCents }) => (
          <label key={id} className="flex min-h-11 shrink-0 cursor-pointer items-center gap-3 py-1.5 text-sm">
            <input
              type="checkbox"
              name="itemIds"
              value={id}
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 break-words">{skinName}</span>
            <span className="whitespace-nowrap text-muted tabular-nums">{formatReais(paidCents)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
