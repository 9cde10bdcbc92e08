import type { ReactNode } from 'react';
import type { Totals } from '#shop/numbers/read-numbers.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { countOf, formatMinutes, formatRate, formatSeconds } from './number-words.ts';

/** Four figures beside those of the span before, then what seldom happens. */
export function NumberFigures({ numbers, before }: { numbers: Totals; before: Totals }) {
  const { createdToPaid, delivery, manual } = numbers;
  return (
    <>
      <dl className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure
          name="Recebido"
          value={formatReais(numbers.revenueCents)}
          before={formatReais(before.revenueCents)}
        >
          {countOf(numbers.paid, 'pedido pago', 'pedidos pagos')}
        </Figure>
        <Figure name="Pedidos" value={groupThousands(numbers.orders)} before={groupThousands(before.orders)}>
          {manual.orders > 0 &&
            `${countOf(manual.orders, 'manual', 'manuais')}, ${formatReais(manual.revenueCents)}`}
        </Figure>
        <Figure
          name="Pagos dos que foram feitos"
          value={formatRate(createdToPaid.rate)}
          before={formatRate(before.createdToPaid.rate)}
        >
          {createdToPaid.secondsP50 !== null && `metade em até ${formatSeconds(createdToPaid.secondsP50)}`}
        </Figure>
        <Figure
          name="Entrega, metade em até"
          value={formatMinutes(delivery.minutesP50)}
          before={formatMinutes(before.delivery.minutesP50)}
        >
          {delivery.onTime !== null &&
            `${formatRate(delivery.onTime)} no prazo · 95% em até ${formatMinutes(delivery.minutesP95)}`}
        </Figure>
      </dl>
      <p className="mt-3 text-sm text-muted tabular-nums">
        {describeRefunds(numbers)}{' '}
        <span className="whitespace-nowrap">Antes: {formatReais(before.refundedCents)}.</span>
      </p>
    </>
  );
}

function Figure({
  name,
  value,
  before,
  children,
}: {
  name: string;
  value: string;
  before: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-4 tabular-nums">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 text-xl font-semibold">{value}</dd>
      <dd className="mt-1 text-xs text-muted">Antes: {before}</dd>
      {children && <dd className="mt-1 text-xs text-muted">{children}</dd>}
    </div>
  );
}

function describeRefunds({ refundedCents, refunds, chargebacks }: Totals): string {
  if (refundedCents === 0) return 'Nada foi devolvido.';
  const parts = [
    ...(refunds > 0 ? [countOf(refunds, 'devolução', 'devoluções')] : []),
    ...(chargebacks > 0 ? [countOf(chargebacks, 'contestação', 'contestações')] : []),
  ];
  return `Devolvido: ${formatReais(refundedCents)} em ${parts.join(' e ')}.`;
}
