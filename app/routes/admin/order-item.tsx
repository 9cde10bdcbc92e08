import { Splash } from '#app/ui/splash.tsx';
import type { StaffOrder } from '#shop/orders/list-all-orders.ts';

/** Splash, skin and champion of one line in the links dialog. */
export function OrderItem({ item }: { item: StaffOrder['order_items'][number] }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="aspect-video w-20 shrink-0 overflow-hidden rounded-control">
        <Splash
          skin={{
            splashPath: item.splash_art_url,
            color: null,
            name: item.skin_name,
            championName: item.champion_name,
          }}
          sizes="80px"
          alt=""
        />
      </span>
      <span className="min-w-0">
        <span className="block leading-snug font-medium break-words">{item.skin_name}</span>
        <span className="block truncate text-xs text-muted">{item.champion_name}</span>
      </span>
    </span>
  );
}
