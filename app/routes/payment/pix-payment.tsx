import type { ReactNode } from 'react';
import { ArrowLeft, Ban, SearchX } from 'lucide-react';
import { data, redirect, useNavigate } from 'react-router';
import { call } from '#app/doors/call.ts';
import { explainRefusal } from '#app/doors/explain-refusal.ts';
import { CREATE_PAYMENT_REFUSALS } from '#app/doors/sentences/orders.ts';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { readOpenOrderRefusal } from '#shop/orders/check-open-order.ts';
import { createPayment } from '#shop/orders/create-payment.ts';
import { findPaymentOfOrder } from '#shop/payments/charges/find-payment.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { loadScreen } from '../load-screen.ts';
import type { Route } from './+types/pix-payment';
import { signInAddress } from '../account/sign-in-address.ts';
import { FreePayment } from './free-payment.tsx';
import { OrderPayment } from './order-payment.tsx';
import { presentPaymentView } from './present-payment-view.ts';
import { readFreeCharge } from './read-free-charge.ts';

const FAILURE = {
  title: 'Erro ao carregar pagamento',
  description: 'Não foi possível carregar este pagamento.',
};

/** An order that exists is in no cart. */
const SENTENCES = {
  ...CREATE_PAYMENT_REFUSALS,
  unknown_skin: 'O que este pedido tem não está mais todo no catálogo.',
};

/** `/pagamento-pix`. With `orderId`, the order's own amount; the query's is never charged. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = await getVisitor(context).session();
  if (!session) throw redirect(signInAddress(url));

  const orderId = url.searchParams.get('orderId');
  if (!orderId) return { kind: 'free' as const, charge: readFreeCharge(url.searchParams) };
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const userId = session.user.id;
    const payment = isUuid(orderId) ? await findPaymentOfOrder(shop, { userId, orderId }) : null;
    if (!payment) return data({ kind: 'not_found' as const }, { status: 404 });
    const refusal = await readOpenOrderRefusal(shop, payment);
    if (refusal) {
      const { message = '' } = explainRefusal(call(createPayment, SENTENCES), refusal);
      return { kind: 'refused' as const, message, of: payment.skus.length };
    }
    return {
      kind: 'order' as const,
      orderId,
      description: payment.orderDescription,
      skus: payment.skus,
      payment: presentPaymentView(payment, await readMoneyOfOrder(shop.db, orderId), shop.now()),
    };
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(
    matches,
    loaderData && 'kind' in loaderData && loaderData.kind === 'not_found'
      ? 'Pedido não encontrado'
      : 'Pagamento por PIX',
  );

export default function PixPayment({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) {
    return (
      <PaymentFrame>
        <LoadFailure {...loaderData.failure} />
      </PaymentFrame>
    );
  }
  if (loaderData.kind === 'not_found') {
    return (
      <EmptyState as="h1" icon={SearchX} title="Pedido não encontrado">
        <LinkButton to="/dashboard/pedidos">Ver meus pedidos</LinkButton>
      </EmptyState>
    );
  }
  if (loaderData.kind === 'refused') {
    return (
      <EmptyState as="h1" icon={Ban} title={loaderData.message}>
        <p className="max-w-[48ch] text-muted">
          Por isso este pedido não pode ser pago agora. Você pode cancelá-lo em Meus Pedidos
          {loaderData.of > 1 && ' e comprar de novo as outras skins dele'}.
        </p>
        <LinkButton to="/dashboard/pedidos">Ver meus pedidos</LinkButton>
      </EmptyState>
    );
  }
  return (
    <PaymentFrame>
      {loaderData.kind === 'order' ? (
        <OrderPayment
          key={loaderData.orderId}
          payment={loaderData.payment}
          description={loaderData.description}
          skus={loaderData.skus}
        />
      ) : (
        <FreePayment
          key={`${loaderData.charge.amountCents} ${loaderData.charge.description}`}
          charge={loaderData.charge}
        />
      )}
    </PaymentFrame>
  );
}

function PaymentFrame({ children }: { children: ReactNode }) {
  return (
    <div className="gutter mx-auto max-w-[760px] pt-4 pb-16 sm:pt-8">
      <BackButton />
      <h1 className="mt-2 text-xl sm:text-2xl">Pagamento por PIX</h1>
      {children}
    </div>
  );
}

/** One page back; a page that was opened from a mail or a new tab has none, and leads to the store. */
function BackButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      onClick={() => {
        const { idx } = (window.history.state ?? {}) as { idx?: number };
        void (idx ? navigate(-1) : navigate('/loja'));
      }}
      className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text"
    >
      <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
      Voltar
    </button>
  );
}
