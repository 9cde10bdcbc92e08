import { useState } from 'react';
import { SKIN_PRICE_CENTS } from '#shop/catalog/catalog.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/landing';
import { ClosingCall } from './closing-call.tsx';
import { FAQ } from './faq-entries.ts';
import { Faq } from './faq.tsx';
import { Guide } from './guide.tsx';
import { Hero } from './hero.tsx';
import { pickShowcase } from './pick-showcase.ts';
import { Statistics } from './statistics.tsx';
import { structuredData } from './structured-data.ts';
import { TESTIMONIALS } from './testimonial-entries.ts';
import { Testimonials } from './testimonials.tsx';

/** In the hero; one more stands beside the closing call. */
const HERO_SKINS = 6;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(
    matches,
    loaderData ? `Qualquer skin por ${formatReais(loaderData.priceCents)}` : null,
    'Skins por um preço único, com entrega em até 15 minutos e para sempre suas.',
    { picture: loaderData?.showcase[0] },
  ),
  ...(loaderData?.structured ?? []),
];

export function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const { brandName: name, appUrl: url, socialUrl } = shop.settings;
  // The long texts are data: in the scripts they would be fetched a second time, beside the HTML.
  const page = {
    structured: structuredData({ name, url, socialUrl }, FAQ),
    testimonials: TESTIMONIALS,
    faq: FAQ,
    priceCents: SKIN_PRICE_CENTS,
  };
  try {
    return { ...page, showcase: pickShowcase(shop.catalog.current().skins, HERO_SKINS + 1) };
  } catch (error) {
    // The page stands without its pictures.
    shop.log.error('Erro ao buscar skins:', { requestId: getVisitor(context).requestId, error });
    return { ...page, showcase: [] };
  }
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { showcase, priceCents, testimonials, faq } = loaderData;
  // One button stills all that moves by itself, sky included (WCAG 2.2.2).
  const [paused, setPaused] = useState(false);
  return (
    <>
      <Hero showcase={showcase.slice(0, HERO_SKINS)} priceCents={priceCents} still={paused} />
      <Testimonials entries={testimonials} paused={paused} onPause={setPaused} />
      <Statistics />
      <Guide />
      <Faq entries={faq} />
      <ClosingCall skin={showcase[HERO_SKINS]} priceCents={priceCents} />
    </>
  );
}
