import { Splash } from './splash.tsx';

interface OrderedSkinProps {
  item: { splash_art_url: string; skin_name: string; champion_name: string };
}

/** Splash, skin and champion of one line of an order, as the order's buyer and the staff see it. */
export function OrderedSkin({ item }: OrderedSkinProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="aspect-video w-24 shrink-0 overflow-hidden rounded-control">
        <Splash
          skin={{
            splashPath: item.splash_art_url,
            color: null,
            name: item.skin_name,
            championName: item.champion_name,
          }}
          sizes="96px"
          alt=""
        />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-4 leading-snug font-medium break-words">{item.skin_name}</span>
        <span className="block text-xs break-words text-muted">{item.champion_name}</span>
      </span>
    </span>
  );
}
