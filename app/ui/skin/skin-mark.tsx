import { Heart } from 'lucide-react';
import { Badge } from '../list/badge.tsx';
import { useMark } from './marks.tsx';

/** In the corner of a card: owned already, or a heart for the wish list. Beside the card's link, not in it. */
export function SkinMark({ skin }: { skin: { sku: string; name: string } }) {
  const { mark, toggle } = useMark(skin.sku);
  if (mark === undefined) return null;
  if (mark === 'owned')
    return (
      <span className="pointer-events-none absolute top-2 right-2 z-10">
        <Badge tone="ok">Você já tem</Badge>
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={mark === 'wished'}
      aria-label={`Desejar ${skin.name}`}
      onClick={() => void toggle()}
      className="group/heart absolute top-0 right-0 z-10 grid size-11 place-items-center rounded-control"
    >
      <span className="grid size-8 place-items-center rounded-full bg-ink/75 text-text group-hover/heart:text-accent group-aria-pressed/heart:text-accent">
        <Heart
          aria-hidden="true"
          className="size-[18px] group-aria-pressed/heart:fill-current"
          strokeWidth={1.75}
        />
      </span>
    </button>
  );
}
