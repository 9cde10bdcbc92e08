import { data, redirect } from 'react-router';
import { call } from '#app/doors/call.ts';
import { explainRefusal } from '#app/doors/explain-refusal.ts';
import { WITHDRAW_ORDER_REFUSALS } from '#app/doors/sentences/orders.ts';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getVisitor } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { SendButton } from '#app/ui/form/failure-form.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { listOwnOrders, type OwnOrder } from '#shop/orders/list-own-orders.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { NOTE_MAX_LENGTH } from '#shop/refunds/check-note.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { limitForm } from '../limit-form.ts';
import { SESSION_ENDED } from '../messages/message-answer.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/withdrawal';
import { loadOwn } from './load-own.ts';
import { FAILURE, OrderForm } from './order-form.tsx';
import { toShownOrder } from './shown-order.ts';

const REFUSED = 'Devolução não pedida';
const ANSWERED = 'A equipe analisa e responde em Meus Pedidos.';

interface WithdrawalAnswer {
  failure: ScreenFailure;
  reason: string;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Pedir devolução');

export function loader({ params, ...args }: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const found = isUuid(params.id)
      ? await listOwnOrders(shop, { userId: user.id, cursor: null, orderId: params.id.toLowerCase() })
      : { entries: [] };
    const [order] = found.entries;
    if (!order) return data({ order: null }, { status: 404 });
    const closed = whyClosed(order, shop.now());
    return { order: toShownOrder(order), closed, isAutomatic: shop.settings.automaticWithdrawal };
  });
}

/** null: it can be given back. */
function whyClosed({ withdrawal, paidAt, gift, withdrawalUntil }: OwnOrder, now: Date): string | null {
  if (withdrawal) return 'A devolução deste pedido já foi pedida. Veja em Meus Pedidos como ela está.';
  const { not_paid, gift_claimed, nothing_left, too_late } = WITHDRAW_ORDER_REFUSALS;
  if (paidAt === null) return not_paid;
  if (gift?.status === 'claimed') return gift_claimed;
  if (withdrawalUntil === null) return nothing_left;
  return now < withdrawalUntil ? null : too_late;
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const user = (await getVisitor(context).session())?.user;
  const reason = textOf(await readForm(request), 'reason');
  const refuse = (description: string, init: ResponseInit | number, field?: string) =>
    data<WithdrawalAnswer>(
      { failure: { title: REFUSED, description, ...(field ? { field } : {}) }, reason },
      init,
    );
  if (!user) return refuse(SESSION_ENDED, 401);
  const reached = await limitForm(context, 'withdraw', user.id);
  if (!reached.ok) return refuse(reached.refusal.data.message, 429);
  const result = isUuid(params.id)
    ? await withdrawOrder(reached.ctx, { userId: user.id, orderId: params.id.toLowerCase(), reason })
    : ({ ok: false, reason: 'not_found' } as const);
  if (result.ok) return redirect('/dashboard/pedidos');
  const {
    message = '',
    status,
    fields,
  } = explainRefusal(call(withdrawOrder, WITHDRAW_ORDER_REFUSALS), result);
  return refuse(message, status, fields.reason && 'reason');
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: REFUSED }, serverAction, (failure): WithdrawalAnswer => ({
    failure,
    reason: '',
  }));

/** 'Pedir devolução' of an order. */
export default function Withdrawal({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (loaderData.order === null) return <NotFoundScreen />;
  const { order, closed, isAutomatic } = loaderData;
  const isManual = order.paymentMethod === MANUAL_GATEWAY;
  const isGift = order.gift !== null && order.gift.status !== 'kept';
  const leaves = isGift ? 'o presente deixa de valer' : 'as skins saem da sua coleção';
  return (
    <OrderForm
      title="Pedir devolução"
      order={`${order.id.slice(0, 8)} · ${formatReais(order.totalCents)}`}
      closed={closed}
      failure={actionData?.failure}
      leave="Manter pedido"
      button={
        <SendButton variant="danger" loadingLabel="Pedindo...">
          Pedir devolução
        </SendButton>
      }
    >
      <p>
        Você pode devolver este pedido até {formatDateTime(order.withdrawalUntil ?? order.createdAt)}, sem
        explicar por quê.{' '}
        {isManual
          ? 'A equipe combina a devolução com você.'
          : 'O valor volta por Pix para a conta que pagou.'}
        {order.refundedCents > 0 &&
          ` Já devolvemos ${formatReais(order.refundedCents)} dele: agora volta o resto.`}
      </p>
      <p className="text-muted">
        {order.items.length === 0
          ? ANSWERED
          : isAutomatic && !isManual
            ? `Se você ainda não recebeu nem baixou nada deste pedido, a devolução pode começar na hora, e ${leaves}. Nos outros casos a equipe analisa e responde em Meus Pedidos.`
            : `${ANSWERED} Quando o valor voltar, ${leaves}.`}
      </p>
      <TextArea
        label="Quer contar o motivo? (opcional)"
        name="reason"
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        defaultValue={actionData?.reason}
      />
    </OrderForm>
  );
}
