import { Badge, type BadgeTone } from '#app/ui/list/badge.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { StaffOrderDetails } from '#shop/orders/read-staff-order.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { NoteAction } from '../desk/note-action.tsx';
import { PAID_OUTSIDE, REFUND_REASONS, REFUND_STATES } from './refund-words.ts';
import { keyWords } from '../stock/key-words.ts';
import { useMay } from '../use-may.tsx';

const TONES: Record<StaffOrderDetails['refunds'][number]['status'], BadgeTone> = {
  due: 'accent',
  requested: 'info',
  processing: 'info',
  refunded: 'ok',
  failed: 'danger',
  dismissed: 'neutral',
};

/** What was paid, what went back, and what staff can do about it. `onRefund`: opens the refund of a charge. */
export function OrderMoneySection({
  order,
  money,
  refunds,
  onRefund,
}: Pick<StaffOrderDetails, 'order' | 'money' | 'refunds'> & { onRefund: (chargeId: string) => void }) {
  const mayRefund = useMay('refunds');
  const mayCancel = useMay('orders.cancel_paid');
  // While all of its money is on its way back, its end is that refund's.
  const canCancel =
    order.status === 'awaiting_payment' || (order.status === 'pending' && !money.isPromisedBack);
  return (
    <>
      {money.charges.length === 0 && (
        <p className="text-sm text-muted">
          {order.status === 'imported' ? 'Pago na outra loja.' : 'Nada foi pago ainda.'}
        </p>
      )}
      <ul className="flex flex-col gap-4">
        {money.charges.map((charge) => (
          <li key={charge.chargeId} className="flex flex-col gap-3">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm tabular-nums">
              <dt className="text-muted">Por</dt>
              <dd>{charge.gateway === MANUAL_GATEWAY ? 'Pago fora da loja' : charge.provider}</dd>
              <dt className="text-muted">Cobrança</dt>
              <dd className="break-all text-muted">{charge.gatewayChargeId ?? charge.chargeId}</dd>
              {charge.endToEndId !== null && (
                <>
                  <dt className="text-muted">Pix</dt>
                  <dd className="break-all text-muted">{charge.endToEndId}</dd>
                </>
              )}
              <dt className="text-muted">Recebido</dt>
              <dd>
                {formatReais(charge.receivedCents)}
                {charge.paidAt && <span className="text-muted"> · {formatDateTime(charge.paidAt)}</span>}
              </dd>
              {charge.refundedCents > 0 && (
                <>
                  <dt className="text-muted">Devolvido</dt>
                  <dd>{formatReais(charge.refundedCents)}</dd>
                </>
              )}
              {charge.leftCents !== charge.receivedCents && (
                <>
                  <dt className="text-muted">Resta</dt>
                  <dd>{formatReais(charge.leftCents)}</dd>
                </>
              )}
              {charge.staffNote !== null && (
                <>
                  <dt className="text-muted">Nota</dt>
                  <dd className="break-words">{charge.staffNote}</dd>
                </>
              )}
            </dl>
            {mayRefund && charge.leftCents > 0 && (
              <OpenButton
                name="reembolsar"
                value={charge.chargeId}
                variant="outline"
                onOpen={() => onRefund(charge.chargeId)}
              >
                Reembolsar
              </OpenButton>
            )}
          </li>
        ))}
      </ul>
      {refunds.length > 0 && (
        <>
          <h4 className="mt-4 text-sm font-semibold">Reembolsos</h4>
          <ul className="mt-1 divide-y divide-line">
            {refunds.map((refund) => (
              <RefundLine key={refund.id} refund={refund} />
            ))}
          </ul>
        </>
      )}
      {mayCancel && canCancel && <CancelOrder order={order} leftCents={money.leftCents} />}
    </>
  );
}

function RefundLine({ refund }: { refund: StaffOrderDetails['refunds'][number] }) {
  return (
    <li className="py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{formatReais(refund.amountCents)}</span>
        <Badge tone={TONES[refund.status]}>
          {refund.isManual ? 'Devolvido manualmente' : REFUND_STATES[refund.status]}
        </Badge>
        {refund.wasRetried && <span className="text-xs text-muted">tentado de novo</span>}
        <time
          dateTime={(refund.settledAt ?? refund.createdAt).toISOString()}
          className="text-xs text-muted tabular-nums sm:ml-auto"
        >
          {formatDateTime(refund.settledAt ?? refund.createdAt)}
        </time>
      </div>
      <p className="mt-1 break-words text-muted">
        {capital(REFUND_REASONS[refund.reason])}
        {refund.note && `: ${refund.note}`}
        {refund.keys.length > 0 && ` · ${keyWords(refund.keys)}, que continua fora do estoque`}
      </p>
      {refund.failure && <p className="mt-1 break-words text-danger">{refund.failure}</p>}
    </li>
  );
}

function CancelOrder({ order, leftCents }: { order: StaffOrderDetails['order']; leftCents: number }) {
  const isOutside = order.paymentMethod === MANUAL_GATEWAY;
  return (
    <div className="mt-4 sm:w-fit">
      <NoteAction
        does="orders.cancel"
        fixed={{ orderId: order.id }}
        button="Cancelar pedido"
        look="danger"
        title="Cancelar pedido"
        description={
          isOutside
            ? `O pedido não será entregue, e o cliente recebe um e-mail. ${PAID_OUTSIDE}`
            : leftCents > 0
              ? `O pedido não será entregue e ${formatReais(leftCents)} voltam para o cliente, que recebe um e-mail.`
              : 'O pedido não foi pago. O cliente recebe um e-mail. Se um pagamento ainda chegar, o pedido volta a valer.'
        }
        name="reason"
        label="Motivo"
        confirm={leftCents > 0 && !isOutside ? 'Cancelar e reembolsar' : 'Cancelar pedido'}
        variant="danger"
        done={{ title: 'Pedido cancelado' }}
        failed="Erro ao cancelar pedido"
      />
    </div>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
