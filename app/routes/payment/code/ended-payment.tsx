import { Ban, CircleCheck, Hourglass, QrCode, TimerOff, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { ArrivalNote } from '#app/ui/order/arrival-note.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { dueAt } from '#shop/promise/due-at.ts';
import { AskAgain } from './ask-again.tsx';
import { GiftLine } from '../gift/gift-line.tsx';
import { CreationFailure, CreationWait } from '../start/creation-failure.tsx';
import type { PaymentScreen, PaymentView } from './payment-state.ts';
import type { PaymentFlow } from './use-payment.ts';

export type EndedScreen = Exclude<PaymentScreen, 'waiting'>;

const ICONS: Record<EndedScreen, LucideIcon> = {
  paid: CircleCheck,
  late: CircleCheck,
  expired: TimerOff,
  held: Hourglass,
  cancelled: Ban,
  refunded: Undo2,
  no_code: QrCode,
  replaced: TimerOff,
};

/** Every state but waiting: what happened, what was kept, what to do. */
export function EndedPayment({
  flow,
  screen,
}: {
  flow: PaymentFlow & { payment: PaymentView };
  screen: EndedScreen;
}) {
  const { amountCents } = flow.payment;
  const isGood = screen === 'paid' || screen === 'late';
  return (
    <div className="flex flex-col items-center gap-4 pt-1 pb-2">
      <p className="font-heading text-2xl font-bold text-accent">
        <span className="sr-only">{isGood ? 'Valor pago: ' : 'Valor: '}</span>
        <Price cents={amountCents} />
      </p>
      <Details flow={flow} screen={screen} />
    </div>
  );
}

/** What the screen says, before it is read. */
export function EndedSign({ screen }: { screen: EndedScreen }) {
  const Icon = ICONS[screen];
  const isGood = screen === 'paid' || screen === 'late';
  return (
    <p className={`mt-2 mb-3 grid place-items-center ${isGood ? 'text-ok' : 'text-muted'}`}>
      <Icon aria-hidden="true" className={isGood ? 'size-16' : 'size-12'} strokeWidth={1.5} />
    </p>
  );
}

function Details({
  flow,
  screen,
}: {
  flow: PaymentFlow & { payment: PaymentView };
  screen: EndedScreen;
}): ReactNode {
  const { order, gift, isFree, isPromisedBack, isSentBack } = flow.payment;
  switch (screen) {
    case 'paid':
      return (
        <>
          <p className="text-sm text-muted">
            Recebemos seu pagamento.
            {isPromisedBack && GOES_BACK}
            {order.status === 'completed' &&
              !gift &&
              !isFree &&
              !isPromisedBack &&
              ' Sua compra já está na sua coleção.'}
          </p>
          {!isPromisedBack && <GiftLine gift={gift} isPaid />}
          <Arrival flow={flow} />
          <OrdersLink />
        </>
      );
    case 'late':
      return (
        <>
          <p className="text-sm text-muted">
            {isPromisedBack
              ? `O pagamento chegou depois do prazo do código.${GOES_BACK}`
              : 'O pagamento chegou depois do prazo do código e foi aceito mesmo assim. Seu pedido segue normalmente.'}
          </p>
          {!isPromisedBack && <GiftLine gift={gift} isPaid />}
          <Arrival flow={flow} />
          <OrdersLink />
        </>
      );
    case 'expired':
      return (
        <>
          <p className="text-sm text-muted">
            Não pague mais o código anterior. Seu pedido está guardado: gere um novo código para concluir.
          </p>
          <NewCode flow={flow} label="Gerar novo código" />
          <div className="w-full">
            <AskAgain check={flow.check} />
          </div>
        </>
      );
    case 'no_code':
      return (
        <>
          <p className="text-sm text-muted">
            O sistema de pagamento não respondeu a tempo. Seu pedido está guardado.
          </p>
          <NewCode flow={flow} label="Gerar código PIX" />
        </>
      );
    case 'replaced':
      return (
        <>
          <p className="text-sm text-muted">O pedido mudou. Não pague o código que você copiou.</p>
          <NewCode flow={flow} label="Ver o código atual" />
        </>
      );
    case 'held':
      return (
        <>
          <p className="text-sm">
            {order.status === 'cancelled'
              ? 'Seu pagamento chegou depois do cancelamento do pedido e precisa ser conferido.'
              : 'Recebemos um valor diferente do total do pedido.'}
          </p>
          <p className="text-sm text-muted">
            O dinheiro está seguro e nossa equipe já foi avisada. Não pague de novo: fale com o suporte se
            quiser acompanhar.
          </p>
          <LinkButton to={supportPath(flow)} className="w-full">
            Falar com o suporte
          </LinkButton>
        </>
      );
    case 'cancelled':
      return (
        <>
          <p className="text-sm text-muted">
            Este pedido não pode mais ser pago. Se você já pagou, fale com o suporte: todo pagamento é
            reconhecido.
          </p>
          <LinkButton to="/loja" className="w-full">
            Voltar à loja
          </LinkButton>
          <LinkButton to={supportPath(flow)} variant="ghost">
            Falar com o suporte
          </LinkButton>
        </>
      );
    case 'refunded':
      return (
        <>
          <p className="text-sm text-muted">
            O valor foi devolvido{isSentBack && ' para a conta de onde saiu'}.
          </p>
          <OrdersLink />
        </>
      );
  }
}

const GOES_BACK = ' O valor volta para quem pagou.';

function Arrival({ flow: { payment, now } }: { flow: PaymentFlow & { payment: PaymentView } }) {
  const { promiseMinutes, staffHours } = useOffer();
  if (payment.isFree) return null;
  const order = {
    status: payment.order.status,
    dueAt: payment.dueAt
      ? new Date(payment.dueAt)
      : payment.seenPaidAt !== undefined && payment.releases.length === 0
        ? dueAt(new Date(payment.seenPaidAt), promiseMinutes, staffHours)
        : null,
    releases: payment.releases,
    awaitsUpdate: payment.awaitsUpdate && !payment.dueAt && payment.order.status === 'pending',
    isGift: payment.gift !== null,
    isPromisedBack: payment.isPromisedBack ?? false,
  };
  return <ArrivalNote order={order} now={new Date(now)} />;
}

function OrdersLink() {
  return (
    <LinkButton to="/dashboard/pedidos" variant="outline" className="w-full">
      Ver meus pedidos
    </LinkButton>
  );
}

function NewCode({ flow, label }: { flow: PaymentFlow & { payment: PaymentView }; label: string }) {
  const { order, gift } = flow.payment;
  return (
    <>
      <Button
        size="large"
        className="w-full"
        loading={flow.isCreating}
        loadingLabel="Gerando código PIX..."
        onClick={() => void flow.create({ kind: 'order', orderId: order.id, gift }, null)}
      >
        {label}
      </Button>
      <CreationWait isSlow={flow.isSlow} />
      <CreationFailure failure={flow.failure} />
    </>
  );
}

/** The form there knows its subject already. */
function supportPath({ payment }: { payment: PaymentView }): string {
  return `/dashboard/suporte?pedido=${payment.order.id}#escrever`;
}
