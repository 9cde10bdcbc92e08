import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { SkinFile } from '#shop/delivery/files/skin-file.ts';
import { useMay } from '../use-may.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** A file in which the shop found something. It goes away with another file, or once a person has looked at it. */
export function WithheldFileCard({
  file: { skinName, championName, examined, updatedAt },
}: {
  file: SkinFile;
}) {
  const mayChange = useMay('files.manage');
  return (
    <WaitingCard
      words={{
        title: 'Arquivo para olhar',
        happened: `A loja conferiu o arquivo de ${skinName} (${championName}). ${examined.reasons.join(' ')}`,
        todo: mayChange
          ? 'Olhe o que há nele, numa máquina à parte, e aceite-o ou informe outro. Até lá ninguém o recebe.'
          : 'Fale com quem cuida dos arquivos. Até lá ninguém o recebe.',
      }}
      orderId={null}
      since={examined.at ?? updatedAt}
    >
      {mayChange && (
        <LinkButton to={`/admin/arquivos?${new URLSearchParams({ q: skinName })}`} variant="outline">
          Abrir Arquivos
        </LinkButton>
      )}
    </WaitingCard>
  );
}
