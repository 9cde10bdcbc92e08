import { Wrench } from 'lucide-react';
import { InfoNote } from '../feedback/info-note.tsx';

/**
 * Before the payment and after it: files that are being updated for a patch of the game. `of`: how many
 * skins the order has, which comes as a whole.
 */
export function UpdateNote({
  updating,
  of = 1,
  className = '',
}: {
  updating: number;
  of?: number;
  className?: string;
}) {
  return (
    <InfoNote icon={Wrench} className={className}>
      <strong className="font-semibold">{titleOf(updating, of)}</strong>{' '}
      {of === 1
        ? 'O jogo recebeu um patch. Sua skin é entregue assim que a nova versão estiver pronta, e você recebe um e-mail.'
        : `O jogo recebeu um patch. O pedido inteiro é entregue assim que ${
            updating === 1 ? 'a nova versão estiver pronta' : 'as novas versões estiverem prontas'
          }, e você recebe um e-mail.`}
      {updating < of && ' Para receber as outras antes, compre em pedidos separados.'}
    </InfoNote>
  );
}

function titleOf(updating: number, of: number): string {
  if (of === 1) return 'Arquivo em atualização.';
  return updating === 1
    ? `1 de ${of} skins está com o arquivo em atualização.`
    : `${updating} de ${of} skins estão com o arquivo em atualização.`;
}
