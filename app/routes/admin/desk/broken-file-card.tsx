import { LinkButton } from '#app/ui/form/link-button.tsx';
import type { BrokenFile } from '#shop/delivery/files/list-broken-files.ts';
import { useMay } from '../use-may.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** A file that the shop found broken. It goes away with another file, or once this one answers again. */
export function BrokenFileCard({ broken: { skin, failingSince, failure } }: { broken: BrokenFile }) {
  const mayChange = useMay('files.manage');
  return (
    <WaitingCard
      words={{
        title: 'Arquivo quebrado',
        happened: `O arquivo de ${skin.skinName} (${skin.championName}) não pode ser baixado. ${failure}`,
        todo: mayChange
          ? 'Informe outro arquivo. Até lá a skin não é entregue sozinha, e o link dela não vem preenchido.'
          : 'Fale com quem cuida dos arquivos. Até lá a skin não é entregue sozinha.',
      }}
      orderId={null}
      since={failingSince}
    >
      {mayChange && (
        <LinkButton to={`/admin/arquivos?${new URLSearchParams({ q: skin.skinName })}`} variant="outline">
          Abrir Arquivos
        </LinkButton>
      )}
    </WaitingCard>
  );
}
