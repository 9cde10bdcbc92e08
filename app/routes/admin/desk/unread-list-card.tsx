import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { Unread } from '#shop/ledger/reconciliation/list-unread.ts';
import { writeDay } from '#shop/text/write-day.ts';
import { WaitingCard } from './waiting-card.tsx';

/** A provider whose list the shop cannot read. It goes away once each day is read. */
export function UnreadListCard({
  unread: { from, to, days, since, failure },
  provider,
}: {
  unread: Unread;
  provider: string;
}) {
  const which = days === 1 ? writeDay(from) : `${days} dias, de ${writeDay(from)} a ${writeDay(to)}`;
  return (
    <WaitingCard
      words={{
        title: 'Lista do provedor não lida',
        happened: `A loja não consegue ler a lista de pagamentos do provedor ${provider}, de ${which}. Sem ela, a Conferência não vê o que falta. Detalhe: ${failure}`,
        todo: 'Quem cuida do servidor corrige o motivo: quase sempre falta uma permissão na conta do provedor. A loja tenta de novo a cada hora; quando a lista for lida, esta entrada some.',
      }}
      orderId={null}
      since={since}
    >
      <LinkButton to={`/admin/conferencia?from=${from}&to=${to}`} variant="outline">
        Abrir Conferência
      </LinkButton>
    </WaitingCard>
  );
}
