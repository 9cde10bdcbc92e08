import { skuOf } from '#app/ui/cart/cart-storage.ts';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '#app/ui/list/badge.tsx';
import { useCart, type CartItem } from '#app/ui/cart/cart.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import { nameAhead } from '#shop/promise/say-ahead.ts';
import type { CartItemState } from './check-cart.ts';

export function CartLine({
  item,
  state,
  isUpdating,
  aheadUntil,
}: {
  item: CartItem;
  state: CartItemState;
  isUpdating: boolean;
  aheadUntil: string | null;
}) {
  const { remove } = useCart();
  const picture = {
    name: item.skinName,
    championName: item.championName,
    splashPath: item.splashArt,
    color: null,
  };
  return (
    <li className="flex items-center gap-3 py-4 sm:gap-5">
      <Link
        to={skinPath({ sku: skuOf(item) })}
        className="flex min-w-0 grow items-center gap-3 rounded-control sm:gap-5"
      >
        <span
          className={`block aspect-video w-28 shrink-0 overflow-hidden rounded-control bg-raised sm:w-44 ${state === 'unavailable' || state === 'sold_out' ? 'opacity-45' : ''}`}
        >
          <Splash skin={picture} sizes="(min-width: 640px) 176px, 112px" alt="" eager />
        </span>
        <span className="flex min-w-0 grow flex-col gap-x-4 sm:flex-row sm:items-center sm:justify-between">
          <span className="min-w-0">
            <span className="line-clamp-4 font-heading text-sm leading-snug font-semibold break-words sm:line-clamp-3 sm:text-base">
              {item.skinName}
            </span>
            <span className="block text-xs break-words text-muted">{item.championName}</span>
            {state === 'for_sale' && aheadUntil && (
              <span className="mt-1 block text-xs text-info">{nameAhead(aheadUntil)}</span>
            )}
            {state === 'for_sale' && isUpdating && (
              <span className="mt-1 block">
                <Badge tone="info">Em atualização</Badge>
              </span>
            )}
            {state !== 'for_sale' && (
              <span className="mt-1 block">
                {state === 'owned' ? (
                  <Badge tone="ok">Na sua coleção</Badge>
                ) : (
                  <Badge tone="danger">{state === 'sold_out' ? 'Sem estoque' : 'Indisponível'}</Badge>
                )}
              </span>
            )}
          </span>
          <Price cents={item.priceCents} className="mt-1 text-sm font-semibold sm:mt-0 sm:text-base" />
        </span>
      </Link>
      <button
        type="button"
        aria-label={`Remover ${item.skinName}`}
        onClick={({ currentTarget }) => {
          const line = currentTarget.closest('li');
          const next = line?.nextElementSibling ?? line?.previousElementSibling;
          // The keyboard goes on with the next one, and from the last one at the top.
          (next?.querySelector('button') ?? document.getElementById('conteudo'))?.focus();
          remove(item.id);
        }}
        className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-danger"
      >
        <Trash2 aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
      </button>
    </li>
  );
}
