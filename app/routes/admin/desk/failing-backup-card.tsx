import type { BackupState } from '#shop/backups/read-backup-state.ts';
import { WaitingCard } from './waiting-card.tsx';

/** The nightly backup failed or is late. It goes away when one is whole. */
export function FailingBackupCard({
  trouble: { since, failure },
}: {
  trouble: NonNullable<BackupState['trouble']>;
}) {
  return (
    <WaitingCard
      words={{
        title: 'Backup não é feito',
        happened: `Sem backup, um disco perdido leva os pedidos com ele. ${failure}`,
        todo: 'Quem cuida do servidor corrige o motivo e roda npm run backup. Quando um backup ficar inteiro, esta entrada some.',
      }}
      orderId={null}
      since={since}
    >
      {null}
    </WaitingCard>
  );
}
