import { Library } from 'lucide-react';
import { data, Link } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { ShareButton } from '#app/ui/form/share-button.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { skinGridClass } from '#app/ui/skin/skin-card.tsx';
import { Splash } from '#app/ui/skin/splash.tsx';
import {
  findPublicCollection,
  listShownSkins,
  type ShownSkin,
} from '#shop/collection/public/open-public-collection.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { loadScreen } from '../load-screen.ts';
import type { Route } from './+types/shown-collection';

const FAILURE = {
  title: 'Erro ao carregar coleção',
  description: 'Não foi possível carregar esta coleção.',
};

/** What `shop/media/compose-mosaic.ts` draws. */
const PICTURE = { width: 1200, height: 630 };

/** `/colecao/{slug}`: a collection as its owner wants everybody to see it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const shop = getShop(context);
  const pages = readPageCount(url.searchParams);
  const { slug } = params;
  return loadScreen(context, FAILURE, async () => {
    const found = await findPublicCollection(shop, slug);
    if (!found) return data({ collection: null }, { status: 404 });
    const { userId, name, count } = found;
    const { entries, nextPage } = await takePages(pages, (cursor) =>
      listShownSkins(shop, { userId, cursor }),
    );
    return { collection: { slug, name, count, skins: entries, nextPage } };
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData || 'failure' in loaderData || !loaderData.collection)
    return pageMeta(matches, 'Coleção não encontrada');
  const { name, slug, count, skins } = loaderData.collection;
  const alt = `As skins mais novas de ${name}`;
  return pageMeta(
    matches,
    `Coleção de ${name}`,
    count === 0 ? `A coleção de ${name} está começando.` : `${countSkins(count)} na coleção de ${name}.`,
    {
      path: `/colecao/${slug}`,
      isIndexed: false,
      picture: skins.some(({ isListed }) => isListed)
        ? { ...PICTURE, path: `/colecao/${slug}/imagem.jpg`, alt }
        : undefined,
    },
  );
};

export default function ShownCollection({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (!loaderData.collection) return <NotFoundScreen />;
  const { name, slug, count, skins, nextPage } = loaderData.collection;
  return (
    <div className="gutter mx-auto max-w-[1600px] pt-6 sm:pt-10">
      <h1 className="text-xl break-words sm:text-2xl">Coleção de {name}</h1>
      {count === 0 ? (
        <EmptyState as="h2" icon={Library} title="Esta coleção está começando">
          <LinkButton to="/loja">Explorar a loja</LinkButton>
        </EmptyState>
      ) : (
        <>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-muted">{countSkins(count)}</p>
            <ShareButton title={`Coleção de ${name}`} path={`/colecao/${slug}`} variant="outline" />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none. */}
          <ul role="list" className={`mt-6 ${skinGridClass}`}>
            {skins.map((skin, index) => (
              <li key={skinPath(skin)}>
                <ShownCard skin={skin} eager={index < 4} />
              </li>
            ))}
          </ul>
          <NextPageLink page={nextPage} />
          <p className="mt-10 text-center">
            <LinkButton to="/loja">Montar a minha coleção</LinkButton>
          </p>
        </>
      )}
    </div>
  );
}

const CARD = 'block h-full overflow-hidden rounded-card border border-line bg-surface';

/** A skin that left the catalogue has no page to lead to. */
function ShownCard({ skin, eager }: { skin: ShownSkin; eager: boolean }) {
  const content = (
    <>
      <span className="block aspect-video overflow-hidden">
        <Splash
          skin={{ ...skin, color: null }}
          sizes="(min-width: 1024px) 24vw, (min-width: 640px) 31vw, calc(50vw - 22px)"
          alt=""
          eager={eager}
        />
      </span>
      <span className="block p-2.5 sm:p-3.5">
        <span className="line-clamp-4 font-heading text-sm leading-snug font-semibold break-words sm:text-base sm:leading-snug">
          {skin.name}
        </span>
        <span className="mt-0.5 block text-xs break-words text-muted">{skin.championName}</span>
      </span>
    </>
  );
  return skin.isListed ? (
    <Link to={skinPath(skin)} className={`forced-border ${CARD} hover:border-muted/50`}>
      {content}
    </Link>
  ) : (
    <div className={CARD}>{content}</div>
  );
}

function countSkins(count: number): string {
  return count === 1 ? '1 skin' : `${groupThousands(count)} skins`;
}
