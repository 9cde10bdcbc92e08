import { useState } from 'react';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { pageMeta, readRoot } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/landing';
import { ClosingCall } from './closing-call.tsx';
import { faqEntries } from './faq-entries.ts';
import { Faq } from './faq.tsx';
import { Guide } from './guide.tsx';
import { Hero } from './hero.tsx';
import { pickShowcase } from './pick-showcase.ts';
import { Statistics } from './statistics.tsx';
import { structuredData } from './structured-data.ts';
import { offerWords } from './offer-words.ts';
import { TESTIMONIALS } from './testimonial-entries.ts';
import { Testimonials } from './testimonials.tsx';
import { describeShop } from './describe-shop.ts';
import { TrustLine } from './trust-line.tsx';

/** In the hero; one more stands beside the closing call. */
const HERO_SKINS = 6;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { hasOnePrice, promiseMinutes } = readRoot(matches).offer;
  return [
    ...pageMeta(
      matches,
      loaderData ? offerWords(loaderData.prices) : null,
      `Skins ${hasOnePrice ? 'por um preço único, ' : ''}com entrega em até ${describeMinutes(promiseMinutes)} e para sempre suas.`,
      { picture: loaderData?.showcase[0] },
    ),
    ...(loaderData?.structured ?? []),
  ];
};

export async function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const { brandName: name, appUrl: url, socialUrl } = shop.settings;
  const faq = faqEntries(shop.settings.promiseMinutes);
  // The long texts are data: in the scripts they would be fetched a second time, beside the HTML.
  const page = {
    structured: structuredData({ name, url, socialUrl }, faq),
    testimonials: TESTIMONIALS,
    faq,
    trust: await describeShop(shop),
  };
  try {
    const { skins, prices } = shop.catalog.current();
    return { ...page, prices, showcase: pickShowcase(skins, HERO_SKINS + 1) };
  } catch (error) {
    // The page stands without its pictures.
    shop.log.error('Erro ao buscar skins:', { requestId: getVisitor(context).requestId, error });
    const prices = { lowestCents: shop.settings.flatPriceCents, areAllTheSame: true };
    return { ...page, prices, showcase: [] };
  }
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { showcase, prices, testimonials, faq, trust } = loaderData;
  // One button stills all that moves by itself, sky included (WCAG 2.2.2).
  const [paused, setPaused] = useState(false);
  return (
    <>
      <Hero showcase={showcase.slice(0, HERO_SKINS)} prices={prices} still={paused} />
      <Testimonials entries={testimonials} paused={paused} onPause={setPaused} />
      <Statistics />
      {trust && <TrustLine text={trust} />}
      <Guide />
      <Faq entries={faq} />
      <ClosingCall skin={showcase[HERO_SKINS]} prices={prices} />
    </>
  );
}
