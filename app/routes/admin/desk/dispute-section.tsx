import { Link } from 'react-router';
import { Badge, type BadgeTone } from '#app/ui/list/badge.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import type { Dispute } from '#shop/disputes/list-disputes.ts';
import { keyWords } from '../stock/key-words.ts';
import { useMay } from '../use-may.tsx';
import { EvidenceLink } from './evidence-link.tsx';

const STATES: Record<Dispute['state'], { label: string; tone: BadgeTone }> = {
  open: { label: 'Aberta', tone: 'danger' },
  won: { label: 'Ganha', tone: 'ok' },
  lost: { label: 'Perdida', tone: 'neutral' },
};

/** Every dispute, also the decided ones, and which of them still pause an account. */
export function DisputeSection({ disputes }: { disputes: Dispute[] }) {
  const mayRelease = useMay('disputes.release');
  return (
    <section aria-labelledby="disputes-title" className="mt-10">
      <h2 id="disputes-title" className="text-base">
        Contestações
      </h2>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        Enquanto uma contestação está aberta, nada é entregue sozinho para a conta. Depois de uma perdida, só
        um dono libera.
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {disputes.map((dispute) => (
          <li
            key={dispute.id}
            className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center sm:justify-between"
          >
            <DisputeFacts dispute={dispute} />
            <div className="flex flex-col gap-2 sm:shrink-0 sm:flex-row">
              <EvidenceLink orderId={dispute.orderId} />
              {mayRelease && dispute.pauses && dispute.state === 'lost' && (
                <ReleaseForm disputeId={dispute.id} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { label, tone } = STATES[dispute.state];
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <Link
          to={`/admin/pedidos/${dispute.orderId}`}
          className="-my-2.5 py-2.5 text-sm font-semibold text-info underline underline-offset-2 hover:text-text"
        >
          Pedido #{dispute.orderId.slice(0, 8)}
        </Link>
        {dispute.pauses && <Badge tone="accent">Entrega automática pausada</Badge>}
      </p>
      <p className="mt-1.5 text-sm break-words">
        {[dispute.customerName, dispute.reason, keyWords(dispute.keys)].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-0.5 text-xs text-muted tabular-nums">
        Aberta em {formatDateTime(dispute.openedAt)}
        {dispute.state === 'open' &&
          dispute.answerBy &&
          ` · responder até ${formatDateTime(dispute.answerBy)}`}
        {dispute.decidedAt && ` · decidida em ${formatDateTime(dispute.decidedAt)}`}
      </p>
    </div>
  );
}

function ReleaseForm({ disputeId }: { disputeId: string }) {
  return (
    <OperationForm
      does="disputes.release"
      fixed={{ disputeId }}
      done={{
        title: 'Entrega automática liberada',
        description: 'As próximas compras desta conta são entregues sozinhas de novo.',
      }}
      failed="Erro ao liberar a entrega"
      about="refund"
    >
      <SubmitButton variant="outline" className="w-full">
        Liberar entrega automática
      </SubmitButton>
    </OperationForm>
  );
}
