import { useSession } from '#app/ui/frame/session.tsx';
import { AskAgain } from './ask-again.tsx';
import { CopyPixCode } from './copy-pix-code.tsx';
import type { PaymentView } from './payment-state.ts';
import { AheadNote } from '#app/ui/skin/ahead-note.tsx';
import { OrderUpdateNote } from '#app/ui/order/order-update-note.tsx';
import { QrFrame } from '#app/ui/qr-code/qr-frame.tsx';
import { SessionEnded } from './session-ended.tsx';
import { SimulationBox } from './simulation-box.tsx';
import { useIsSimulator } from './use-is-simulator.ts';
import type { PaymentFlow } from './use-payment.ts';
import { GiftLine } from '../gift/gift-line.tsx';
import { LateArrivalNote } from '../start/late-arrival-note.tsx';
import { SharePayment } from '../shared/share-payment.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import { Validity } from './validity.tsx';

/**
 * On a phone the code to copy comes first, because nobody can scan their own screen; from 768 px the QR code comes
 * first.
 */
export function WaitingPayment({
  flow,
  takesFocus,
}: {
  flow: PaymentFlow & { payment: PaymentView };
  takesFocus: boolean;
}) {
  const { payment, now, check, simulate } = flow;
  const isSimulator = useIsSimulator();
  const isSignedIn = useSession() !== null;
  const code = payment.pixCode ?? '';
  return (
    <>
      <GiftLine gift={payment.gift} isPaid={false} />
      {payment.formerCents !== undefined && (
        <p className="mt-3 rounded-control border border-info/40 px-3 py-2 text-sm text-info">
          O cupom deste pedido não vale mais: o total passou de {formatReais(payment.formerCents)} para{' '}
          {formatReais(payment.amountCents)}.
        </p>
      )}
      {payment.releases.length > 0 && <AheadNote untils={payment.releases} className="mt-3" />}
      {payment.awaitsUpdate && <OrderUpdateNote className="mt-3" />}
      {!payment.awaitsUpdate && payment.releases.length === 0 && !payment.gift && !payment.isFree && (
        <LateArrivalNote className="mt-3" />
      )}
      <div className="mt-3 grid gap-5 md:grid-cols-[auto_minmax(0,1fr)] md:items-start md:gap-6">
        <div className="flex flex-col gap-4">
          <CopyPixCode code={code} isFocused={takesFocus} />
          <Validity expiresAt={payment.expiresAt} now={now} />
          <p className="text-sm text-muted">
            Abra o app do seu banco, escolha Pix e cole o código ou leia o QR Code. Esta tela avisa sozinha
            quando o pagamento chegar.
          </p>
          {isSignedIn ? (
            <>
              <AskAgain check={check} />
              <SharePayment orderId={payment.order.id} isShared={payment.isShared} />
            </>
          ) : (
            <SessionEnded>
              Sua sessão terminou. O código continua válido; entre de novo para acompanhar.
            </SessionEnded>
          )}
        </div>
        <QrFrame text={code} label="QR Code do PIX" className="mx-auto md:order-first" />
        {isSimulator && (
          <div className="md:col-span-2">
            <SimulationBox paymentId={payment.id} pay={simulate} />
          </div>
        )}
      </div>
    </>
  );
}
