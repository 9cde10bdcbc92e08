import { nameAhead } from '#shop/promise/say-ahead.ts';
import { Splash } from '../skin/splash.tsx';

/** Nobody asked for it. */
const WHY_BACK = {
  sold_out: 'Sem estoque',
  preorder_over: 'O arquivo não chegou a tempo',
  already_owned: 'Já estava na coleção',
};

interface OrderedSkinProps {
  item: { splashPath: string; skinName: string; championName: string; aheadUntil?: string | null };
  /** Its money goes or went back, and the others of its order stay. */
  isRefunded?: boolean;
  whyBack?: keyof typeof WHY_BACK | null;
}

/** Splash, skin and champion of one line of an order, as the order's buyer and the staff see it. */
export function OrderedSkin({ item, isRefunded = false, whyBack = null }: OrderedSkinProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="aspect-video w-24 shrink-0 overflow-hidden rounded-control">
        <Splash
          skin={{
            splashPath: item.splashPath,
            color: null,
            name: item.skinName,
            championName: item.championName,
          }}
          sizes="96px"
          alt=""
        />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-4 leading-snug font-medium break-words">{item.skinName}</span>
        <span className="block text-xs break-words text-muted">{item.championName}</span>
        {item.aheadUntil && <span className="block text-xs text-info">{nameAhead(item.aheadUntil)}</span>}
        {(isRefunded || whyBack) && (
          <span className="block text-xs text-info">
            {whyBack ? WHY_BACK[whyBack] : 'Saiu do pedido'}: o valor volta para quem pagou
          </span>
        )}
      </span>
    </span>
  );
}
