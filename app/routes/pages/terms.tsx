import { getShop } from '#app/request-context.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/terms';
import { fillText } from './fill-text.ts';
import { FIRST_TERMS_TEXT } from '#shop/chapters/first-terms-text.ts';
import { LongText } from './long-text.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Termos de uso',
    'Como a compra, a entrega e a devolução funcionam nesta loja, e quem vende.',
  );

/** The owner's text, or the one that comes with the shop. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  return { text: fillText(shop.settings.termsText ?? FIRST_TERMS_TEXT, shop) };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <div className="gutter mx-auto max-w-[1120px] py-8 sm:py-14">
      <h1 className="text-2xl">Termos de uso</h1>
      <LongText text={loaderData.text} />
    </div>
  );
}
