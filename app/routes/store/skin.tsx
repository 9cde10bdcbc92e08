import { ViewTransition } from 'react';
import { data, redirect } from 'react-router';
import { answerForm } from '#app/doors/answer-form.ts';
import { readSku, readSource } from '#shop/catalog/sku.ts';
import { groupWordOf } from '#shop/catalog/shelves.ts';
import { ownsSkin } from '#shop/collection/owned-skins.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { nameAhead } from '#shop/promise/say-ahead.ts';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { pageMeta, readRoot } from '#app/ui/frame/page-meta.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { artName } from '#app/ui/skin/skin-card.tsx';
import { Splash } from '#app/ui/skin/splash.tsx';
import { useKept } from '#app/ui/form/use-kept.ts';
import { SESSION_ENDED } from '../messages/message-answer.ts';
import { isAskedAhead } from '../is-asked-ahead.ts';
import { loadScreen } from '../load-screen.ts';
import type { Route } from './+types/skin';
import { BenefitNotes } from './benefit-notes.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { ExaminedFile } from './examined-file.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { loadExamined } from './load-examined.ts';
import { RelatedSkins } from './related-skins.tsx';
import { loadReviews } from './reviews/load-reviews.ts';
import { DONE_PARAM } from './reviews/review-answer.ts';
import { Rating } from './reviews/rating.tsx';
import { SkinReviews } from './reviews/skin-reviews.tsx';
import { ShareSkin } from './share-skin.tsx';
import { SkinNotFound } from './skin-not-found.tsx';
import { structuredData } from './structured-data.ts';

const RELATED_COUNT = 10;
/**
 * In this browser alone, and shorter than anything changes that somebody would notice. Whoever is signed in may own the
 * skin a moment later: of a purchase the success alone is shown for two seconds.
 */
const KEPT_FOR_THE_CLICK = { signedIn: 'private, max-age=3', anonymous: 'private, max-age=10' };

/** The spec shows the same screen for a skin that cannot be read; the status tells crawlers to come back. */
const FAILURE = { title: 'Erro ao buscar skins:', description: 'Não foi possível carregar esta skin.' };

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const catalog = shop.catalog.current();
    const skin = catalog.findSkin(readSku(params.championId, params.skinNum) ?? '');
    if (!skin) return data({ skin: null }, { status: 404 });
    const isUpdating = catalog.isUpdating(skin.sku);
    const aheadUntil = skin.available ? catalog.aheadUntil(skin.sku) : null;
    const { isOwned, isSignedIn } = await askVisitor(context, skin);
    const [reviews, examined] = await Promise.all([
      loadReviews(context, url, { ...skin, isOwned }),
      loadExamined(context, skin.sku),
    ]);
    const page = {
      skin,
      /** null: a champion, whose name says so. */
      groupWord: groupWordOf(catalog, skin),
      isDemo: catalog.source === 'demo' && readSource(skin.sku) !== null,
      isOwned,
      isUpdating,
      examined,
      aheadUntil,
      hasFile: catalog.hasFile(skin.sku),
      reviews,
      // Written here and not in `meta`, which is sent as a script too.
      structured: structuredData({
        skin,
        isAhead: aheadUntil !== null,
        description: describe(skin, { isUpdating, aheadUntil }, shop.settings.promiseMinutes),
        shop: { name: shop.settings.brandName, url: shop.settings.appUrl },
        reviews,
      }),
      related: catalog
        .skinsOf(skin.championId)
        .filter((each) => each.sku !== skin.sku)
        .slice(0, RELATED_COUNT),
    };
    if (!isAskedAhead(request)) return page;
    // What the browser may not keep it would fetch again at the click.
    const kept = KEPT_FOR_THE_CLICK[isSignedIn ? 'signedIn' : 'anonymous'];
    // A visitor who signs in or out within that time must see their own skins, not somebody else's.
    return data(page, { headers: { 'Cache-Control': kept, Vary: 'Cookie' } });
  });
}

/** The owner's review, which leads to its page. One that is gone is deleted. */
export async function action(args: Route.ActionArgs) {
  const answer = await answerForm(args);
  if (answer.data.status === 401) answer.data.message = SESSION_ENDED;
  const isDeletion = answer.data.do === 'reviews.delete';
  if (!answer.data.ok && !(isDeletion && answer.data.status === 404)) return answer;
  return redirect(`${args.url.pathname}?${DONE_PARAM}=${isDeletion ? 'apagada' : 'salva'}#avaliacoes`, 303);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Only for the text of the buttons: the server refuses a second purchase of the same skin in any case. */
async function askVisitor(
  context: Route.LoaderArgs['context'],
  { sku }: { sku: string },
): Promise<{ isOwned: boolean; isSignedIn: boolean }> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  try {
    const session = await visitor.session();
    if (!session) return { isOwned: false, isSignedIn: false };
    return { isOwned: await ownsSkin(shop, session.user.id, sku), isSignedIn: true };
  } catch (error) {
    shop.log.error('skin.ownership_unknown', { requestId: visitor.requestId, error });
    return { isOwned: false, isSignedIn: true };
  }
}

function describe(
  skin: { sku: string; name: string; championName: string; priceCents: number },
  { isUpdating, aheadUntil }: { isUpdating: boolean; aheadUntil: string | null },
  promiseMinutes: number,
): string {
  const of = readSource(skin.sku) ? `skin de ${skin.championName}` : skin.championName;
  const offer = `${skin.name}, ${of}, por ${formatReais(skin.priceCents)}`;
  if (aheadUntil) return `${offer}. ${nameAhead(aheadUntil)}.`;
  return isUpdating
    ? `${offer}. O arquivo está em atualização.`
    : `${offer}, com entrega em até ${describeMinutes(promiseMinutes)}.`;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData || 'failure' in loaderData || !loaderData.skin)
    return pageMeta(matches, 'Skin não encontrada');
  const { skin, structured } = loaderData;
  return [
    ...pageMeta(
      matches,
      `${skin.name} (${skin.championName})`,
      describe(skin, loaderData, readRoot(matches).offer.promiseMinutes),
      {
        path: skinPath(skin),
        picture: skin,
      },
    ),
    ...structured,
  ];
};

export default function SkinDetail({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  if ('failure' in loaderData || !loaderData.skin) {
    return <SkinNotFound mayComeBack={'failure' in loaderData} />;
  }
  const { skin, groupWord, isUpdating, aheadUntil, isDemo, examined, related, reviews } = loaderData;
  return (
    <>
      <div className="mx-auto grid max-w-[1600px] lg:grid-cols-[3fr_2fr] lg:items-start lg:gap-10 lg:pt-8 lg:pr-6 xl:pr-10 full:pl-10">
        <ViewTransition key={skinPath(skin)} name={artName(skin)} default="none" share="auto">
          <div className="aspect-[1215/717] overflow-hidden bg-surface lg:rounded-r-card full:rounded-card">
            <Splash skin={skin} eager sizes="(min-width: 1600px) 900px, (min-width: 1024px) 58vw, 100vw" />
          </div>
        </ViewTransition>
        <div className="gutter pt-5 lg:sticky lg:top-24 lg:px-0 lg:pt-2">
          <p className="text-sm text-muted">
            {groupWord && `${groupWord}: `}
            {skin.championName}
          </p>
          <h1 className="mt-1 text-xl break-words sm:text-2xl">{skin.name}</h1>
          {skin.rarity && <p className="mt-1 text-sm text-muted">Raridade: {skin.rarity}</p>}
          <Rating reviews={reviews} />
          <BuyPanel key={skin.sku} {...loaderData} />
          <ShareSkin skin={skin} />
          <BenefitNotes isLater={isUpdating || aheadUntil !== null} isOfGame={!groupWord} />
          {examined && !isUpdating && <ExaminedFile examined={examined} />}
          {isDemo && <DemoNotice className="mt-6" />}
        </div>
      </div>
      <SkinReviews key={skin.sku} skin={skin} reviews={reviews} answer={actionData} />
      {related.length > 0 && (
        <RelatedSkins
          title={groupWord ? `Mais em ${skin.championName}` : `Outras skins de ${skin.championName}`}
          skins={related}
        />
      )}
    </>
  );
}
