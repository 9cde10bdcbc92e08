import { CircleCheck, Hourglass, SearchX } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useNow } from '#app/ui/live/use-now.ts';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { AheadNote } from '#app/ui/skin/ahead-note.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { QrFrame } from '#app/ui/qr-code/qr-frame.tsx';
import { Splash } from '#app/ui/skin/splash.tsx';
import { nameSeller } from '#shop/settings/name-seller.ts';
import { publicFirstName } from '#shop/text/public-first-name.ts';
import { readOpenOrderRefusal } from '#shop/orders/check-open-order.ts';
import { readSharedOrder } from '#shop/orders/read-shared-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { watchPayment } from '#shop/payments/charges/watch-payment.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { PRIVATE } from '../../private-headers.ts';
import { CopyPixCode } from '../code/copy-pix-code.tsx';
import { Validity } from '../code/validity.tsx';
import { limitForm } from '../../limit-form.ts';
import type { Route } from './+types/shared-payment';

/** Whoever pays has no session and so no live stream: the page asks, and the sweep asks the provider meanwhile. */
const LOOK_EVERY_MS = 4_000;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * `/pagar/{token}`: somebody else pays. Skins, sum, code and a first name, and nothing else; once it is paid, the sum
 * alone (docs/rulings.md, 'Someone else pays'). For whom a gift is stands in no part of it.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const shared = await readSharedOrder(shop, params.token);
  if (!shared) return data({ order: null }, { status: 404, headers: PRIVATE });
  const { payment, state } = shared;
  const isOpen = state === 'open';
  if (isOpen) await watchPayment(shop, shared.orderId);
  const now = shop.now();
  const isRefused = isOpen && payment !== null && (await readOpenOrderRefusal(shop, payment)) !== null;
  const isLive = isOpen && !isRefused && payment?.status === 'pending' && payment.expiresAt > now;
  const isPaid = state === 'paid';
  const { seller, brandName } = shop.settings;
  const catalog = shop.catalog.current();
  return data(
    {
      order: {
        firstName: isPaid ? null : publicFirstName(shared.customerName, brandName),
        description: isPaid || shared.items.length === 0 ? null : shared.description,
        seller: seller ? nameSeller(seller) : brandName,
        totalCents: shared.totalCents,
        state: isRefused ? ('refused' as const) : state,
        items: (isPaid ? [] : shared.items).map((item) => ({
          ...item,
          color: catalog.findSkin(item.sku)?.color ?? null,
        })),
        code:
          isLive && payment.pixCode !== null
            ? { pixCode: payment.pixCode, expiresAt: payment.expiresAt.toISOString() }
            : null,
        releases: isOpen ? (payment?.releases ?? []) : [],
        readAt: now.toISOString(),
      },
    },
    { headers: PRIVATE },
  );
}

/** The code has expired, or there is none yet: whoever has the address may have one made. */
export async function action({ params, context, url }: Route.ActionArgs) {
  const shared = await readSharedOrder(getShop(context), params.token);
  if (!shared) return data({ message: 'Este link não vale mais.' }, { status: 404 });
  const reached = await limitForm(context, 'shared-code', shared.userId);
  if (!reached.ok) return reached.refusal;
  const shop = reached.ctx;
  const resumed = await resumeOrder(shop, shared);
  const started = resumed.ok ? await startCharge(shop, resumed.charge) : null;
  if (started?.ok) throw redirect(url.pathname);
  getShop(context).log.warn('shared_order.no_code', { requestId: getVisitor(context).requestId });
  return data(
    { message: 'Não foi possível gerar o código agora. Nada foi cobrado: tente de novo em um minuto.' },
    { status: started ? 502 : 409 },
  );
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Pagar um pedido');

export default function SharedPayment({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  const { order } = loaderData;
  useLook(order?.state === 'open');
  if (!order) {
    return (
      <EmptyState as="h1" icon={SearchX} title="Este link não vale mais">
        <p className="max-w-[48ch] text-muted">
          O pedido foi cancelado, ou quem o fez encerrou o link. Não pague um código que você copiou antes:
          peça outro link a quem mandou.
        </p>
      </EmptyState>
    );
  }
  const whose = order.firstName === null ? 'um pedido' : `o pedido de ${order.firstName}`;
  return (
    <div className="gutter mx-auto max-w-[760px] py-8 sm:py-12">
      <h1 className="text-xl break-words sm:text-2xl">
        {order.state === 'paid' ? 'Pedido pago' : `Pagar ${whose}`}
      </h1>
      <div className="mt-2 border-y border-line py-3">
        <p className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 break-words text-muted">{order.description ?? 'Pagamento'}</span>
          <Price cents={order.totalCents} className="font-heading text-xl font-bold text-accent" />
        </p>
        <p className="mt-1 text-sm break-words text-muted">Quem vende: {order.seller}</p>
      </div>
      {order.releases.length > 0 && <AheadNote untils={order.releases} className="mt-5" />}
      <div className="mt-5 rounded-card border border-line bg-surface p-4 sm:p-6">
        <p role="status" className="font-heading text-lg font-bold">
          {HEADLINES[order.state]}
        </p>
        {order.state === 'open' ? (
          <Code code={order.code} readAt={order.readAt} failure={actionData?.message} />
        ) : (
          <p className="mt-3 flex items-start gap-2.5 text-muted">
            {order.state === 'paid' ? (
              <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-ok" />
            ) : (
              <Hourglass aria-hidden="true" className="size-6 shrink-0" />
            )}
            {EXPLAINED[order.state]}
          </p>
        )}
      </div>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2">
        {order.items.map((item) => (
          <li key={item.sku} className="overflow-hidden rounded-card border border-line bg-surface">
            <div className="aspect-video overflow-hidden">
              <Splash skin={item} sizes="(min-width: 640px) 372px, 100vw" alt="" />
            </div>
            <p className="px-4 pt-3 font-semibold break-words">{item.name}</p>
            <p className="px-4 pb-3 text-sm text-muted">{item.championName}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

const HEADLINES = {
  open: 'Aguardando pagamento...',
  held: 'Pagamento em análise',
  paid: 'Pagamento Confirmado!',
  refused: 'Este pedido não pode ser pago agora',
};
const EXPLAINED = {
  held: 'Recebemos um pagamento deste pedido e estamos conferindo. Não pague de novo.',
  paid: 'Obrigado! Quem fez o pedido já foi avisado.',
  refused: 'Não pague: avise quem mandou o link.',
};

function Code({
  code,
  readAt,
  failure,
}: {
  code: { pixCode: string; expiresAt: string } | null;
  readAt: string;
  failure: string | undefined;
}) {
  const now = useNow(new Date(readAt)).getTime();
  const isSending = useNavigation().formMethod === 'POST';
  if (code === null || Date.parse(code.expiresAt) <= now) {
    return (
      <Form method="post" className="mt-3">
        <p className="text-muted">O código PIX expirou ou ainda não foi gerado.</p>
        {failure && (
          <p role="alert" className="mt-3 rounded-control border border-danger/50 px-4 py-3 text-sm">
            {failure}
          </p>
        )}
        <Button
          type="submit"
          size="large"
          className="mt-4 w-full"
          loading={isSending}
          loadingLabel="Gerando..."
        >
          Gerar código PIX
        </Button>
      </Form>
    );
  }
  return (
    <div className="mt-3 grid gap-5 md:grid-cols-[auto_minmax(0,1fr)] md:items-start md:gap-6">
      <div className="flex flex-col gap-4">
        <CopyPixCode code={code.pixCode} isFocused={false} />
        <Validity expiresAt={code.expiresAt} now={now} />
        <p className="text-sm text-muted noscript:hidden">
          Abra o app do seu banco, escolha Pix e cole o código ou leia o QR Code. Esta tela avisa sozinha
          quando o pagamento chegar.
        </p>
        <noscript>
          <p className="text-sm text-muted">
            Copie o código, abra o app do seu banco, escolha Pix e cole. Depois de pagar, atualize esta
            página.
          </p>
        </noscript>
      </div>
      <QrFrame text={code.pixCode} label="QR Code do PIX" className="mx-auto md:order-first" />
    </div>
  );
}

function useLook(isOpen: boolean): void {
  const refresh = useRefresh();
  const look = useEffectEvent(() => {
    if (!document.hidden) void refresh();
  });
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOpen]);
}
