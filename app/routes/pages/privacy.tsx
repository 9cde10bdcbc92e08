import { getShop } from '#app/request-context.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/privacy';
import { fillText } from './fill-text.ts';
import { FIRST_PRIVACY_TEXT } from '#shop/chapters/first-privacy-text.ts';
import { LongText } from './long-text.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Política de privacidade',
    'Quais dados a loja guarda, para quê, por quanto tempo e o que você pode fazer com eles.',
  );

/** The owner's text, or the one that comes with the shop. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = getShop(context);
  return { text: fillText(shop.settings.privacyText ?? FIRST_PRIVACY_TEXT, shop) };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <div className="gutter mx-auto max-w-[1120px] py-8 sm:py-14">
      <h1 className="text-2xl">Política de privacidade</h1>
      <LongText text={loaderData.text} />
    </div>
  );
}
