import { Undo2 } from 'lucide-react';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useNow } from '#app/ui/live/use-now.ts';
import type { HeldDelivery } from '#shop/delivery/desk/list-held.ts';

export interface ShownHeld extends HeldDelivery {
  skinName: string;
  orderIds: string[];
  /** First name of another clerk; null: whoever looks. */
  by: string | null;
}

/** What was sent and may still be taken back, with the seconds that are left for it. */
export function HeldList({
  held,
  readAt,
  onUndo,
  onUndone,
}: {
  held: ShownHeld[];
  readAt: Date;
  onUndo: (id: string) => void;
  onUndone: (held: ShownHeld) => void;
}) {
  const now = useNow(readAt, 1000);
  return (
    <ul
      aria-label="Saindo agora"
      className="sticky top-2 z-10 mb-3 divide-y divide-line rounded-card border border-ok/40 bg-raised px-3 empty:hidden"
    >
      {held.map((one) => {
        const seconds = Math.ceil((one.dueAt.getTime() - now.getTime()) / 1000);
        return (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
            <p className="min-w-0 grow basis-52 text-sm break-words">
              {one.by && `${one.by}: `}
              <span className="font-medium">{one.skinName}</span>{' '}
              <span className="text-muted">
                {one.orderIds.length === 1 ? 'para 1 pedido' : `para ${one.orderIds.length} pedidos`},{' '}
                <span className="tabular-nums">{seconds > 0 ? `sai em ${seconds} s` : 'saindo'}</span>
              </span>
            </p>
            <div onSubmitCapture={() => onUndo(one.id)}>
              <OperationForm
                does="desk.take_back"
                fixed={{ id: one.id }}
                done={{ title: 'Entrega desfeita', description: 'Ninguém recebeu nada.' }}
                failed="Não foi desfeita"
                about="links"
                onDone={() => onUndone(one)}
              >
                <SubmitButton
                  variant="outline"
                  data-desk-undo={one.by ?? ''}
                  aria-label={`Desfazer a entrega de ${one.skinName}`}
                >
                  <Undo2 aria-hidden="true" className="size-[18px]" />
                  Desfazer
                </SubmitButton>
              </OperationForm>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
