import { Wrench } from 'lucide-react';

/** In place of the time of an order: it comes with the update of a file. */
export function OrderUpdateNote({ className = '' }: { className?: string }) {
  return (
    <p className={`flex items-start gap-2 text-left text-sm text-text ${className}`}>
      <Wrench aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" strokeWidth={1.75} />
      Arquivo em atualização por causa de um patch do jogo. A entrega chega assim que a nova versão estiver
      pronta, e você recebe um e-mail.
    </p>
  );
}
