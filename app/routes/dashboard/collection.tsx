import { Clock, Download, KeyRound, Library, Share2 } from 'lucide-react';
import { useState } from 'react';
import { getVisitor } from '#app/request-context.ts';
import { buttonClass } from '#app/ui/form/button.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { formatDate } from '#shop/text/format-date.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { countCollection, listCollection, type CollectionEntry } from '#shop/collection/list-collection.ts';
import { championProgress } from '#shop/collection/champion-progress.ts';
import { ownedSkus } from '#shop/collection/owned-skins.ts';
import { quotePurchase } from '#shop/pricing/quote-purchase.ts';
import { listInstallable } from '#shop/delivery/install/list-installable.ts';
import { isPhone } from '#shop/text/name-system.ts';
import { recordUse } from '#shop/delivery/record-use.ts';
import { isAskedAhead } from '../is-asked-ahead.ts';
import type { Route } from './+types/collection';
import { ChampionList, type ChampionState } from './champion-list.tsx';
import { InstallButton } from './install/install-button.tsx';
import { loadOwn } from './load-own.ts';
import { WorksQuestion } from './works-question.tsx';

/** The fields of an entry for the screen. The link stays on the server; its own endpoint redirects to it. */
type OwnedSkin = Omit<CollectionEntry, 'downloadLink' | 'orderId'> & {
  isReady: boolean;
  /** The program that takes it. */
  installer: string | null;
  isPhone: boolean;
};

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Minha Coleção');

const FAILURE = { title: 'Erro ao carregar coleção', description: 'Não foi possível carregar suas skins.' };

export function loader(args: Route.LoaderArgs) {
  const { context, request, url } = args;
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const [count, owned, installable, { entries, nextPage }] = await Promise.all([
      countCollection(shop, user.id),
      ownedSkus(shop, user.id),
      listInstallable(shop, user.id),
      takePages(readPageCount(url.searchParams), (cursor) =>
        listCollection(shop, { userId: user.id, cursor }),
      ),
    ]);
    const taken = new Set(installable.entries.map(({ entryId }) => entryId));
    const userAgent = request.headers.get('user-agent');
    const skins = entries.map(({ downloadLink, orderId: _order, ...entry }): OwnedSkin => ({
      ...entry,
      isReady: downloadLink !== null,
      installer: taken.has(entry.id) ? installable.installer : null,
      isPhone: isPhone(userAgent),
    }));
    if (!isAskedAhead(request))
      recordUse(shop, {
        userId: user.id,
        of: { entryIds: skins.filter(({ isReady }) => isReady).map(({ id }) => id) },
        address: getVisitor(context).ip,
        userAgent,
      });
    const champions = championProgress(shop.catalog.current(), owned).map(
      ({ missing, skins, ...progress }): ChampionState => ({
        ...progress,
        skins: skins.map(({ sku, name, splashPath }) => ({
          sku,
          name,
          splashPath: owned.has(sku) ? splashPath : null,
        })),
        missingCount: missing.length,
        missingCents: quotePurchase(missing).totalCents,
      }),
    );
    return { count, skins, nextPage, champions };
  });
}

/** Below more skins than this, nobody sees on a phone that the champions are there. */
const ONE_LOOK = 6;

export default function Collection({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('orders');
  const { one } = useGroupWords();
  return (
    <>
      <h1 className="text-xl sm:text-2xl">Minha Coleção</h1>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : (
        <>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-muted">{describeCount(loaderData.count)}</p>
            {loaderData.count > 0 && (
              <div className="flex flex-wrap gap-2.5">
                {loaderData.skins.length > ONE_LOOK && loaderData.champions.length > 0 && (
                  <LinkButton to="#champions-title" prefetch="none" variant="ghost">
                    Por {one}
                  </LinkButton>
                )}
                <LinkButton to="/dashboard/colecao/publica" variant="outline">
                  <Share2 aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
                  Mostrar aos amigos
                </LinkButton>
              </div>
            )}
          </div>
          {loaderData.skins.length === 0 ? (
            <EmptyState as="h2" icon={Library} title="Sua coleção está vazia">
              <LinkButton to="/loja">Explorar a loja</LinkButton>
            </EmptyState>
          ) : (
            <ul className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-4 xl:gap-5 full:grid-cols-5">
              {loaderData.skins.map((skin) => (
                <OwnedSkinCard key={skin.id} skin={skin} />
              ))}
            </ul>
          )}
          <NextPageLink page={loaderData.nextPage} />
          {loaderData.champions.length > 0 && <ChampionList champions={loaderData.champions} />}
        </>
      )}
    </>
  );
}

function describeCount(count: number): string {
  if (count === 0) return 'Nenhuma skin por enquanto';
  return count === 1 ? '1 skin' : `${groupThousands(count)} skins`;
}

function OwnedSkinCard({ skin }: { skin: OwnedSkin }) {
  // The server learns of the download in another tab.
  const [isDownloaded, setDownloaded] = useState(false);
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <span className="block aspect-video overflow-hidden">
        <Splash
          skin={{
            splashPath: skin.splashPath,
            color: null,
            name: skin.skinName,
            championName: skin.championName,
          }}
          sizes="(min-width: 1280px) 22vw, (min-width: 640px) 31vw, 46vw"
          alt=""
        />
      </span>
      <span className="flex grow flex-col p-2.5 sm:p-3.5">
        <h2 className="line-clamp-4 font-heading text-sm leading-snug font-semibold break-words sm:text-base sm:leading-snug">
          {skin.skinName}
        </h2>
        <span className="mt-0.5 text-xs break-words text-muted">{skin.championName}</span>
        <span className="mt-0.5 mb-3 text-xs text-muted">
          Desde <time dateTime={skin.addedAt.toISOString()}>{formatDate(skin.addedAt)}</time>
        </span>
        {skin.news === 'updating' && (
          <span className="mb-3">
            <Badge tone="info">Em atualização</Badge>
            <span className="mt-1.5 block text-xs text-muted">
              O jogo recebeu um patch. Avisamos quando a nova versão chegar.
            </span>
          </span>
        )}
        {(skin.news === 'updated' || skin.news === 'mended') && (
          <span className="mb-3 text-xs font-medium text-ok">
            {skin.news === 'mended' ? 'O link foi consertado: baixe de novo' : 'Atualizada: baixe de novo'}
          </span>
        )}
        {skin.isReady && skin.isKey && <KeyLink skin={skin} />}
        {skin.isReady && !skin.isKey && (
          <a
            href={`/dashboard/download-skin/${skin.id}`}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => setDownloaded(true)}
            aria-label={`Baixar Skin ${skin.skinName} (abre em nova aba)`}
            className={buttonClass('accent', 'mt-auto px-2!')}
          >
            <Download aria-hidden="true" className="size-[18px] shrink-0" />
            Baixar Skin
          </a>
        )}
        {skin.installer && <InstallButton {...skin} installer={skin.installer} entryId={skin.id} />}
        {!skin.isReady && (
          <span className="mt-auto flex min-h-11 items-center justify-center gap-2 rounded-control border border-dashed border-line text-xs text-info">
            <Clock aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
            {skin.isDisputed
              ? 'Pagamento do presente em análise'
              : skin.isImported
                ? 'Ainda sem arquivo na loja'
                : 'Link a caminho'}
          </span>
        )}
        {skin.isReady && (skin.asksWhetherItWorks || isDownloaded) && (
          <WorksQuestion entryId={skin.id} skinName={skin.skinName} onYes={() => setDownloaded(false)} />
        )}
      </span>
    </li>
  );
}

/** Its page is not asked for ahead: that the owner opened it is written down. */
function KeyLink({ skin }: { skin: OwnedSkin }) {
  return (
    <LinkButton to={`/dashboard/chave/${skin.id}`} prefetch="none" variant="accent" className="mt-auto px-2!">
      <KeyRound aria-hidden="true" className="size-[18px] shrink-0" />
      Ver chave
      <span className="sr-only"> de {skin.skinName}</span>
    </LinkButton>
  );
}
