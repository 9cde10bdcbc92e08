import { Wrench } from 'lucide-react';

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
    <p
      role="note"
      className={`flex items-start gap-2.5 rounded-control border border-info/40 bg-info/10 px-3.5 py-3 text-left text-sm ${className}`}
    >
      <Wrench aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-info" strokeWidth={1.75} />
      <span>
        <strong className="font-semibold">{titleOf(updating, of)}</strong>{' '}
        {of === 1
          ? 'O jogo recebeu um patch. Sua skin é entregue assim que a nova versão estiver pronta, e você recebe um e-mail.'
          : `O jogo recebeu um patch. O pedido inteiro é entregue assim que ${
              updating === 1 ? 'a nova versão estiver pronta' : 'as novas versões estiverem prontas'
            }, e você recebe um e-mail.`}
        {updating < of && ' Para receber as outras antes, compre em pedidos separados.'}
      </span>
    </p>
  );
}

function titleOf(updating: number, of: number): string {
  if (of === 1) return 'Arquivo em atualização.';
  return updating === 1
    ? `1 de ${of} skins está com o arquivo em atualização.`
    : `${updating} de ${of} skins estão com o arquivo em atualização.`;
}
