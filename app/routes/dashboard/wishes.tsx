import { Heart, ShoppingCart } from 'lucide-react';
import { data, redirect, useNavigate } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useCart } from '#app/ui/cart/cart.tsx';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { SkinCard, skinGridClass, type CardSkin } from '#app/ui/skin/skin-card.tsx';
import { useStillWished } from '#app/ui/skin/marks.tsx';
import { SkinMark } from '#app/ui/skin/skin-mark.tsx';
import { toCartItem } from '#app/ui/cart/to-cart-item.ts';
import { addWish, removeWish } from '#shop/collection/wishes/change-wishes.ts';
import { listWishes } from '#shop/collection/wishes/list-wishes.ts';
import { isSku } from '#shop/catalog/sku.ts';
import { quotePurchase } from '#shop/pricing/quote-purchase.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/wishes';
import { loadOwn } from './load-own.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Lista de Desejos');

const FAILURE = {
  title: 'Erro ao carregar a lista de desejos',
  description: 'Não foi possível carregar sua lista.',
};

export function loader(args: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const { entries, nextPage } = await takePages(readPageCount(args.url.searchParams), (cursor) =>
      listWishes(shop, { userId: user.id, cursor }),
    );
    return { skins: entries.map(({ skin }) => skin), nextPage };
  });
}

/** The hearts without scripts: `add` on the page of a skin, `remove` here. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const [sku, what] = [textOf(form, 'sku'), textOf(form, 'do')];
  if (!isSku(sku) || !['add', 'remove'].includes(what)) throw data(null, { status: 400 });
  const session = await getVisitor(context).session();
  // Back to the skin, which still has to be wished for.
  if (!session) throw redirect(`/auth?${new URLSearchParams({ voltar: skinPath({ sku }) })}`);
  const wish = { userId: session.user.id, sku };
  // A skin that is owned or gone is no wish; the list shows that.
  if (what === 'add') await addWish(getShop(context), wish);
  else await removeWish(getShop(context), wish);
  throw redirect('/dashboard/desejos');
}

export default function Wishes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-xl sm:text-2xl">Lista de Desejos</h1>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.skins.length === 0 ? (
        <EmptyState as="h2" icon={Heart} title="Sua lista de desejos está vazia">
          <p className="-mt-3 max-w-[44ch] text-muted">
            Toque no coração de uma skin na loja e ela fica guardada aqui.
          </p>
          <LinkButton to="/loja">Explorar a loja</LinkButton>
        </EmptyState>
      ) : (
        <>
          <BuyAll skins={loaderData.skins.filter(({ available }) => available)} />
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none. */}
          <ul role="list" className={`mt-6 ${skinGridClass}`}>
            {loaderData.skins.map((skin) => (
              <li key={skinPath(skin)}>
                <SkinCard skin={skin} />
                <SkinMark skin={skin} />
                <noscript>
                  <RemoveForm skin={skin} />
                </noscript>
              </li>
            ))}
          </ul>
          <NextPageLink page={loaderData.nextPage} />
        </>
      )}
    </>
  );
}

function BuyAll({ skins: loaded }: { skins: CardSkin[] }) {
  const still = useStillWished(loaded.map(({ sku }) => sku));
  const skins = loaded.filter(({ sku }) => still.has(sku));
  const cart = useCart();
  const navigate = useNavigate();
  if (skins.length === 0) return null;
  return (
    <Button
      variant="outline"
      className="mt-4 w-full sm:w-auto"
      onClick={() => {
        cart.addAll(skins.map(toCartItem));
        void navigate('/carrinho');
      }}
    >
      <ShoppingCart aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
      {skins.length === 1 ? 'Pôr no carrinho' : `Pôr as ${skins.length} no carrinho`}:{' '}
      {formatReais(quotePurchase(skins).totalCents)}
    </Button>
  );
}

function RemoveForm({ skin }: { skin: { sku: string; name: string } }) {
  return (
    <form method="post" className="mt-1">
      <input type="hidden" name="sku" value={skin.sku} />
      <Button type="submit" variant="ghost" className="w-full" name="do" value="remove">
        Tirar da lista<span className="sr-only">: {skin.name}</span>
      </Button>
    </form>
  );
}
