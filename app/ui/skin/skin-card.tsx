import { ViewTransition } from 'react';
import { Link } from 'react-router';
import { skinPath } from './skin-path.ts';
import { addressOf } from '#shop/catalog/sku.ts';
import { Badge } from '../list/badge.tsx';
import { Price } from './price.tsx';
import { Splash, type SplashSkin } from './splash.tsx';

export interface CardSkin extends SplashSkin {
  /** false while it is off sale. */
  available: boolean;
  /** A product of keys without one. */
  soldOut?: true;
  priceCents: number;
}

/** How wide a card is in `skinGridClass`, for the browser's choice among the picture's widths. */
const CARD_SIZES =
  '(min-width: 1600px) 292px, (min-width: 1440px) 19vw, (min-width: 1024px) 24vw, (min-width: 640px) 31vw, calc(50vw - 22px)';

/** `*:relative`: a mark lies in the corner of its place in the grid. */
export const skinGridClass =
  '*:relative grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 lg:gap-5 wide:grid-cols-5';

/** What ties the art on a card to the art on the skin's page while the browser moves from one to the other. */
export function artName({ sku }: { sku: string }): string {
  return `art-${addressOf(sku)
    .join('-')
    .replaceAll(/[^\w-]/g, '-')}`;
}

/** The art is the card, and the whole card is one link. */
export function SkinCard({
  skin,
  eager = false,
}: {
  skin: CardSkin;
  /** On the first screen: its picture is fetched at once. */
  eager?: boolean;
}) {
  return (
    <Link
      to={skinPath(skin)}
      prefetch="intent"
      // All cards lead to one route. The router asks the server for it once for the first cards and not for each letter.
      discover={eager ? 'render' : 'none'}
      className="forced-border group flex h-full flex-col rounded-card border border-line bg-surface hover:border-muted/50"
    >
      <ViewTransition name={artName(skin)} default="none" share="auto">
        <span className="relative block aspect-video min-h-0 overflow-hidden rounded-t-[calc(var(--radius-card)-1px)]">
          <Splash
            skin={skin}
            sizes={CARD_SIZES}
            eager={eager}
            alt=""
            className={`transition-transform duration-200 ease-out group-hover:scale-[1.02] ${skin.available ? '' : 'opacity-45'}`}
          />
          {!skin.available && (
            <span className="absolute top-2 left-2">
              <Badge>{skin.soldOut ? 'Sem estoque' : 'Indisponível'}</Badge>
            </span>
          )}
        </span>
      </ViewTransition>
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
    </Link>
  );
}
