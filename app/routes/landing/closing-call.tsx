import { Link } from 'react-router';
import { formatReais } from '#shop/text/format-reais.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import type { Prices } from './offer-words.ts';
import { Splash, type SplashSkin } from '#app/ui/skin/splash.tsx';

interface ClosingCallProps {
  skin: SplashSkin | undefined;
  prices: Prices;
}

export function ClosingCall({ skin, prices }: ClosingCallProps) {
  return (
    <section
      aria-labelledby="closing-title"
      className="gutter mx-auto grid max-w-[1600px] items-center gap-x-16 gap-y-10 pt-20 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:pt-28 lg:pb-8"
    >
      <div>
        <h2 id="closing-title" className="max-w-[14ch] text-2xl font-extrabold xl:text-3xl">
          Sua próxima skin está na loja.
        </h2>
        <p className="mt-4 text-base text-muted sm:text-lg">
          {prices.areAllTheSame
            ? `${formatReais(prices.lowestCents)} cada uma, sem pacote de moeda.`
            : `A partir de ${formatReais(prices.lowestCents)}, sem pacote de moeda.`}
        </p>
        <LinkButton to="/loja" size="large" className="mt-7">
          Acessar Loja
        </LinkButton>
      </div>
      {skin && (
        <Link
          to={skinPath(skin)}
          prefetch="intent"
          className="group relative block overflow-hidden rounded-card border border-line"
        >
          <span className="block aspect-video overflow-hidden lg:aspect-[1215/560]">
            <Splash skin={skin} sizes="(min-width: 1024px) 60vw, 100vw" alt="" />
          </span>
          <span className="flex items-baseline justify-between gap-4 border-t border-line bg-surface px-4 py-3 sm:px-5">
            <span className="font-heading text-base font-semibold group-hover:text-accent">{skin.name}</span>
            <span className="shrink-0 text-muted">{skin.championName}</span>
          </span>
        </Link>
      )}
    </section>
  );
}
