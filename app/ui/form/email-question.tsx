import { useHydrated } from '../frame/use-hydrated.ts';
import { Button } from './button.tsx';

/** Below a field for an address. It never stands in the way: what was typed may be sent as it is. */
export function EmailQuestion({
  id,
  meant,
  onTake,
}: {
  /** The field's `aria-describedby`. */
  id: string;
  meant: string | null;
  onTake: (email: string) => void;
}) {
  const isHydrated = useHydrated();
  return (
    // There before it has something to say, so that a screen reader reads it out when it does.
    <div role="status" id={id} className="empty:hidden">
      {meant !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-accent/40 bg-accent/10 px-3.5 py-2.5 text-sm">
          <p className="min-w-0 grow basis-48">
            Você quis dizer <strong className="font-semibold break-words">{meant}</strong>?{' '}
            <span className="text-muted">Se está certo, é só enviar assim.</span>
          </p>
          {isHydrated && (
            <Button variant="outline" className="px-4!" onClick={() => onTake(meant)}>
              Corrigir
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
