import { Button } from '#app/ui/form/button.tsx';
import type { GivenUpEntry } from '#shop/given-up/list-given-up.ts';
import { WaitingCard } from './waiting-card.tsx';
import { givenUpWords } from './given-up-words.ts';
import { useMay } from '../use-may.tsx';
import { useUndo } from '../use-undo.ts';
import { useAdminAction } from '../use-admin-action.ts';

/** A webhook or mail that the shop stopped trying. */
export function GivenUpCard({ entry }: { entry: GivenUpEntry }) {
  const { isBusy, run } = useAdminAction();
  const { isGone, later } = useUndo();
  const mayDecide = useMay('given_up');
  const path = `/api/admin/given-up/${entry.id}`;
  // A notice of a payment that is not this shop's finds nothing at the second try either.
  const isForeign = entry.kind === 'webhook' && entry.orderId === null;
  const retry = entry.canRetry && (
    <Button
      key="retry"
      variant={isForeign ? 'ghost' : 'accent'}
      loading={isBusy}
      onClick={() =>
        void run({
          path,
          body: { do: 'retry' },
          done: { title: 'A loja está tentando de novo' },
          failed: 'Erro ao tentar de novo',
        })
      }
    >
      Tentar de novo
    </Button>
  );
  const dismiss = (
    <Button
      key="dismiss"
      variant={isForeign ? 'accent' : 'ghost'}
      onClick={() =>
        later({
          id: entry.id,
          path,
          method: 'POST',
          body: { do: 'dismiss' },
          title: 'Dispensado',
          failed: 'Erro ao dispensar',
        })
      }
    >
      Dispensar
    </Button>
  );
  if (isGone(entry.id)) return null;
  return (
    <WaitingCard words={givenUpWords(entry)} orderId={entry.orderId} since={entry.since}>
      {mayDecide && (isForeign ? [dismiss, retry] : [retry, dismiss])}
    </WaitingCard>
  );
}
