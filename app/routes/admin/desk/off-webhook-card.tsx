import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useMay } from '../use-may.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** A hook that the shop has switched off, because nobody answers. It goes away when a person switches it on or off. */
export function OffWebhookCard({
  hook: { id, host, switchedOffAt },
}: {
  hook: { id: string; host: string; switchedOffAt: Date };
}) {
  const mayChange = useMay('webhooks');
  return (
    <WaitingCard
      words={{
        title: 'Webhook desligado',
        happened: `O programa em ${host} recusou os avisos ou passou cinco dias sem receber nenhum, e a loja parou de chamar.`,
        todo: mayChange
          ? 'Veja nos envios o que ele respondeu, ligue de novo e reenvie o que se perdeu.'
          : 'Fale com quem cuida dos programas da loja.',
      }}
      orderId={null}
      since={switchedOffAt}
    >
      {mayChange && (
        <LinkButton to={`/admin/programas/webhooks/${id}`} variant="outline">
          Abrir webhook
        </LinkButton>
      )}
    </WaitingCard>
  );
}
