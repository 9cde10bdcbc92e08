import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { FailingChannel } from '#shop/alerts/list-failing-channels.ts';
import { useMay } from '../use-may.tsx';
import { WaitingCard } from './waiting-card.tsx';
import { chapterPath } from '../settings/chapter-nav.tsx';

const NAMES: Record<FailingChannel['channel'], string> = {
  email: 'por e-mail',
  discord: 'no Discord',
  telegram: 'no Telegram',
};

/** A channel of the team that does not take messages. It goes away when one gets through. */
export function FailingChannelCard({ failing: { channel, since, failure } }: { failing: FailingChannel }) {
  const mayChange = useMay('settings');
  return (
    <WaitingCard
      words={{
        title: 'Aviso à equipe não sai',
        happened: `A loja não consegue avisar a equipe ${NAMES[channel]}. ${failure}`,
        todo: mayChange
          ? 'Corrija em Configurações e teste o canal. A loja continua tentando; quando um aviso sair, esta entrada some.'
          : 'Fale com quem cuida das configurações. A loja continua tentando; quando um aviso sair, esta entrada some.',
      }}
      orderId={null}
      since={since}
    >
      {mayChange && (
        <LinkButton to={chapterPath('alerts')} variant="outline">
          Abrir Configurações
        </LinkButton>
      )}
    </WaitingCard>
  );
}
