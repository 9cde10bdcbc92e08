import { Gift as GiftIcon, SearchX } from 'lucide-react';
import { data, Form, redirect, useNavigation } from 'react-router';
import { CLAIM_GIFT_REFUSALS } from '#app/doors/sentences/gifts.ts';
import { call } from '#app/doors/call.ts';
import { explainRefusal } from '#app/doors/explain-refusal.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { formatDate } from '#shop/text/format-date.ts';
import { Splash } from '#app/ui/skin/splash.tsx';
import { ownedSkus } from '#shop/collection/owned-skins.ts';
import { readSkinKey } from '#shop/catalog/sku.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import { readGift, type GiftView } from '#shop/gifts/read-gift.ts';
import { PRIVATE } from '../private-headers.ts';
import { readForm, textOf } from '../read-form.ts';
import { limitForm } from '../limit-form.ts';
import type { Route } from './+types/gift';
import { ChooseInstead } from './choose-instead.tsx';
import { listChoices } from './list-choices.ts';

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** `/presente/{token}`: what is in it and who gives it. It needs no session until it is claimed. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const shop = getShop(context);
  const gift = await readGift(shop, params.token);
  if (!gift) return data({ gift: null }, { status: 404, headers: PRIVATE });
  const session = await getVisitor(context).session();
  const { ownerId, priceCents, ...shown } = gift;
  const owned = session ? await ownedSkus(shop, session.user.id) : null;
  const isOwned = owned?.has(gift.sku) ?? false;
  const query = url.searchParams.get('q') ?? '';
  return data(
    {
      gift: {
        ...shown,
        expiresAt: gift.expiresAt?.toISOString() ?? null,
        color: shop.catalog.current().findSkin(gift.sku)?.color ?? null,
      },
      address: url.pathname,
      isMine: session !== null && session.user.id === ownerId,
      isSignedIn: session !== null,
      // Only for somebody who cannot take the skin itself.
      choices:
        owned && isOwned && gift.state === 'offered'
          ? {
              query,
              chosenKey: url.searchParams.get('escolha'),
              skins: listChoices(shop.catalog.current(), { query, atMostCents: priceCents, owned }),
            }
          : null,
    },
    { headers: PRIVATE },
  );
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const session = await getVisitor(context).session();
  const address = url.pathname;
  if (!session) throw redirect(signUpFor(address));
  const reached = await limitForm(context, 'claim-gift', session.user.id);
  if (!reached.ok) return reached.refusal;
  const shop = reached.ctx;
  const claimed = await claimGift(shop, {
    userId: session.user.id,
    token: params.token,
    instead: readSkinKey(textOf(await readForm(request), 'instead')),
  });
  if (claimed.ok) throw redirect('/dashboard/colecao');
  const { status, message } = explainRefusal(call(claimGift, CLAIM_GIFT_REFUSALS), claimed);
  return data({ message }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Presente');

export default function GiftPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.gift) {
    return (
      <EmptyState as="h1" icon={SearchX} title="Presente não encontrado">
        <p className="max-w-[48ch] text-muted">
          Confira se o endereço está completo, como no e-mail que você recebeu.
        </p>
        <LinkButton to="/loja">Ver a loja</LinkButton>
      </EmptyState>
    );
  }
  const { gift, isMine, choices } = loaderData;
  const title = isMine
    ? 'Este presente é seu!'
    : gift.state === 'offered'
      ? gift.buyerFirstName === null
        ? 'Você ganhou uma skin!'
        : `${gift.buyerFirstName} deu uma skin para você!`
      : ENDED[gift.state];
  const skin = { ...gift, name: gift.skinName };
  return (
    <div className="gutter mx-auto max-w-[640px] py-8 sm:py-12">
      <p className="flex items-center gap-2 text-sm text-muted">
        <GiftIcon aria-hidden="true" className="size-[18px] text-accent" strokeWidth={1.75} />
        Presente
      </p>
      <h1 className="mt-2 text-xl break-words sm:text-2xl">{title}</h1>
      <div className="mt-5 overflow-hidden rounded-card border border-line bg-surface">
        <div className="aspect-video overflow-hidden">
          <Splash skin={skin} sizes="(min-width: 672px) 640px, 100vw" eager />
        </div>
        <div className="p-4 sm:p-6">
          <p className="font-heading text-lg font-bold break-words">{gift.skinName}</p>
          <p className="text-sm text-muted">{gift.championName}</p>
          {gift.message !== null && gift.state === 'offered' && (
            <blockquote className="mt-4 border-l-2 border-accent pl-4 text-base break-words whitespace-pre-line">
              {gift.message}
            </blockquote>
          )}
          {actionData && (
            <p role="alert" className="mt-4 rounded-control border border-danger/50 px-4 py-3 text-sm">
              {actionData.message}
            </p>
          )}
          <Next {...loaderData} gift={gift} />
        </div>
      </div>
      {choices && <ChooseInstead {...choices} skinName={gift.skinName} />}
    </div>
  );
}

/** Most who are given something have no account yet; the other tab is one tap away, and both lead back here. */
function signUpFor(address: string): string {
  return `/auth?${new URLSearchParams({ modo: 'cadastro', voltar: address })}`;
}

const ENDED = {
  going_back: 'Este presente não pode ser aberto agora',
  claimed: 'Este presente já foi aberto',
  expired: 'Este presente não pode mais ser aberto',
};

const WHY = {
  going_back:
    'O dinheiro dele está voltando para quem comprou, ou a equipe ou o banco ainda decide sobre isso. Se a devolução não acontecer, você abre o presente por este mesmo endereço.',
  claimed: 'Um presente é aberto uma vez só. Se foi você, entre com a mesma conta para ver a skin.',
  expired: 'O prazo acabou, ou quem comprou recebeu o dinheiro de volta.',
};

function Next({
  gift,
  address,
  isMine,
  isSignedIn,
  choices,
}: {
  gift: { state: GiftView['state']; expiresAt: string | null };
  address: string;
  isMine: boolean;
  isSignedIn: boolean;
  choices: object | null;
}) {
  const isSending = useNavigation().formMethod === 'POST';
  if (isMine) {
    return (
      <LinkButton to="/dashboard/colecao" size="large" className="mt-5 w-full">
        Ver na minha coleção
      </LinkButton>
    );
  }
  if (gift.state !== 'offered') {
    return (
      <>
        <p className="mt-4 text-sm text-muted">{WHY[gift.state]}</p>
        <LinkButton
          to={isSignedIn ? '/loja' : `/auth?voltar=${encodeURIComponent(address)}`}
          className="mt-5 w-full"
        >
          {isSignedIn ? 'Ver a loja' : 'Entrar'}
        </LinkButton>
      </>
    );
  }
  const until = gift.expiresAt && (
    <p className="mt-3 text-center text-sm text-muted">
      Espera por você até {formatDate(new Date(gift.expiresAt))}.
    </p>
  );
  if (!isSignedIn) {
    return (
      <>
        <LinkButton to={signUpFor(address)} size="large" className="mt-5 w-full">
          Criar conta ou entrar para abrir
        </LinkButton>
        {until}
      </>
    );
  }
  if (choices) {
    return <p className="mt-4 text-base">Você já tem esta skin. Escolha outra abaixo, no lugar dela.</p>;
  }
  return (
    <Form method="post" className="mt-5">
      <Button type="submit" size="large" className="w-full" loading={isSending} loadingLabel="Abrindo...">
        Abrir meu presente
      </Button>
      {until}
    </Form>
  );
}
