import { memo } from 'react';
import { Badge } from './badge.tsx';
import { Price } from './price.tsx';
import { Splash, type SplashSkin } from './splash.tsx';

export interface CardSkin extends SplashSkin {
  /** false while it is off sale. */
  available: boolean;
  priceCents: number;
  /** Whose picture the card holds, if any, while it shows only this one's colour. */
  former?: CardSkin | null;
}

/** How wide a card is in `SkinGrid`, for the browser's choice among the picture's widths. */
const CARD_SIZES =
  '(min-width: 1600px) 292px, (min-width: 1440px) 19vw, (min-width: 1024px) 24vw, (min-width: 640px) 31vw, calc(50vw - 22px)';

/** By itself (`isolate`), so that what is drawn beside it does not paint it again. */
export const skinGridClass =
  'isolate grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 lg:gap-5 wide:grid-cols-5';

export function skinPath(skin: { championId: string; num: number }): string {
  return `/loja/skin/${skin.championId}/${skin.num}`;
}

/** What ties the art on a card to the art on the skin's page while the browser moves from one to the other. */
export function artName(path: string): string {
  return path.replace('/loja/skin/', 'art-').replace('/', '-');
}

/**
 * The art is the card, and the whole card is one link. The list around it opens it within this page, moves its art and
 * fetches its page ahead: a card by itself listens to nothing, so that drawing 24 of them fits into a frame.
 */
export const SkinCard = memo(function SkinCard({ skin, eager = false }: { skin: CardSkin; eager?: boolean }) {
  const { former = skin } = skin;
  const isSketch = former !== skin;
  return (
    <a
      href={skinPath(skin)}
      className="forced-border group flex h-full flex-col rounded-card border border-line bg-surface hover:border-muted/50"
    >
      <span
        className={`skin-art ${skin.available ? '' : 'relative'}`}
        style={isSketch && skin.color ? { backgroundColor: skin.color } : undefined}
      >
        {former && (
          <Splash
            // Another picture is another element: this one would show its former picture until then.
            key={former.splashPath}
            skin={former}
            sizes={CARD_SIZES}
            eager={eager}
            alt=""
            className={`skin-picture ${former.available ? '' : 'opacity-45'} ${isSketch ? 'invisible' : ''}`}
          />
        )}
        {!skin.available && (
          <span className="absolute top-2 left-2">
            <Badge>Indisponível</Badge>
          </span>
        )}
      </span>
      <span className="flex grow flex-col p-2.5 sm:p-3.5">
        <span className="line-clamp-4 min-h-[2lh] font-heading text-sm leading-snug font-semibold break-words sm:line-clamp-3 sm:text-base sm:leading-snug">
          {skin.name}
        </span>
        {/* At the foot, so that the prices of a row stand on one line however long the names are. */}
        <span className="mt-auto mb-2.5 flex flex-wrap items-baseline justify-between gap-x-2 pt-0.5 text-xs">
          <span className="min-w-0 break-words text-muted">{skin.championName}</span>
          <Price cents={skin.priceCents} className="ml-auto text-xs font-semibold text-accent sm:text-sm" />
        </span>
        <span className="min-h-10 rounded-control border border-line bg-raised py-[7.75px] text-center text-sm font-semibold group-hover:border-accent group-hover:text-accent">
          {skin.available ? 'Obter Skin' : 'Ver Skin'}
        </span>
      </span>
    </a>
  );
});
