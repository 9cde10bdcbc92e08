import { Link } from 'react-router';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { Splash, type SplashSkin } from '#app/ui/skin/splash.tsx';
import { offerWords, type Prices } from './offer-words.ts';
import { Starfield } from './stars/starfield.tsx';

interface HeroProps {
  showcase: SplashSkin[];
  prices: Prices;
  /** The visitor has stopped the sky. */
  still: boolean;
}

export function Hero({ showcase, prices, still }: HeroProps) {
  const { promiseMinutes } = useOffer();
  return (
    <section className="relative isolate overflow-hidden border-b border-line">
      <Starfield still={still} />
      <div className="mx-auto grid max-w-[1600px] lg:min-h-[min(600px,46vw)] lg:grid-cols-[minmax(0,11fr)_minmax(0,13fr)]">
        <div className="gutter flex flex-col justify-center pt-10 pb-8 sm:pt-16 lg:py-20">
          {/* The text covers the sky behind it: a star beside a letter reads as a full stop. */}
          <h1 className="w-fit max-w-[14ch] bg-ink text-2xl font-extrabold sm:text-3xl">
            {offerWords(prices)}.
          </h1>
          <p className="mt-4 w-fit max-w-[44ch] bg-ink text-base text-balance text-muted sm:text-lg">
            {/* One text: of several in a line, the later ones move when the brand's typeface comes. */}
            {`Escolha, pague por PIX e receba em até ${describeMinutes(promiseMinutes)}. É sua para sempre.`}
          </p>
          <LinkButton to="/loja" size="large" className="mt-7 self-start">
            Explorar Skins
          </LinkButton>
        </div>
        {showcase.length > 0 && <Showcase skins={showcase} />}
      </div>
    </section>
  );
}

/** Two staggered columns that run off the hero's edges: the art is larger than the page. */
function Showcase({ skins }: { skins: SplashSkin[] }) {
  const columns = [skins.filter((_, index) => index % 2 === 0), skins.filter((_, index) => index % 2 === 1)];
  return (
    <div className="relative px-4 pb-10 md:px-6 lg:px-0 lg:pb-0">
      <div className="grid animate-slide-in grid-cols-2 gap-2.5 lg:absolute lg:right-0 lg:left-0 full:right-10 lg:top-1/2 lg:-translate-y-1/2 lg:gap-4">
        {columns.map((column, index) => (
          <div
            key={index}
            className={`flex flex-col gap-2.5 lg:gap-4 ${index === 0 ? 'lg:-translate-y-4 wide:-translate-y-8' : 'lg:translate-y-4 wide:translate-y-8'}`}
          >
            {column.map((skin, row) => (
              <Link
                key={skinPath(skin)}
                to={skinPath(skin)}
                prefetch="intent"
                className={`block aspect-[1215/717] overflow-hidden rounded-card focus-visible:-outline-offset-2 ${row === 2 ? 'hidden lg:block' : ''}`}
              >
                <Splash skin={skin} sizes="(min-width: 1024px) 27vw, calc(50vw - 21px)" eager={row < 2} />
              </Link>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
