import { SKIN_PRICE_CENTS } from '#shop/catalog/catalog.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/landing';
import { Guide } from './guide.tsx';
import { Hero } from './hero.tsx';
import { pickShowcase } from './pick-showcase.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, null, 'Skins por um preço único, com entrega em até 15 minutos e para sempre suas.');

export function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  try {
    return { priceCents: SKIN_PRICE_CENTS, showcase: pickShowcase(shop.catalog.current().skins) };
  } catch (error) {
    // The page stands without its pictures.
    shop.log.error('Erro ao buscar skins:', { requestId: getVisitor(context).requestId, error });
    return { priceCents: SKIN_PRICE_CENTS, showcase: [] };
  }
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero showcase={loaderData.showcase} priceCents={loaderData.priceCents} />
      <Guide />
      <section className="gutter mx-auto max-w-[1600px] pt-16 lg:pt-24">
        <div className="flex flex-col items-start gap-6 rounded-card border border-line bg-surface p-6 sm:flex-row sm:items-center sm:justify-between sm:p-10">
          <div>
            <h2 className="text-xl sm:text-2xl">Sua próxima skin está na loja.</h2>
            <p className="mt-2 text-base text-muted">Pague por PIX e receba em até 15 minutos.</p>
          </div>
          <LinkButton to="/loja" size="large" className="shrink-0">
            Acessar Loja
          </LinkButton>
        </div>
      </section>
    </>
  );
}
