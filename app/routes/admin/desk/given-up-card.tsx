import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import type { GivenUpEntry } from '#shop/given-up/list-given-up.ts';
import { WaitingCard } from './waiting-card.tsx';
import { givenUpWords } from './given-up-words.ts';
import { useMay } from '../use-may.tsx';
import { sendLater, useUndo } from '../use-undo.ts';

const ABOUT = { does: 'given_up.decide', about: 'refund' } as const;

/** A webhook or mail that the shop stopped trying. */
export function GivenUpCard({ entry }: { entry: GivenUpEntry }) {
  const { isGone, later } = useUndo();
  const mayDecide = useMay('given_up');
  const { id } = entry;
  // A notice of a payment that is not this shop's finds nothing at the second try either.
  const isForeign = entry.kind === 'webhook' && entry.orderId === null;
  const retry = entry.canRetry && (
    <OperationForm
      key="retry"
      {...ABOUT}
      fixed={{ id, decision: 'retry' }}
      done={{ title: 'A loja está tentando de novo' }}
      failed="Erro ao tentar de novo"
    >
      <SubmitButton variant={isForeign ? 'ghost' : 'accent'} className="w-full">
        Tentar de novo
      </SubmitButton>
    </OperationForm>
  );
  const failed = 'Erro ao dispensar';
  const dismiss = (
    <div
      key="dismiss"
      onSubmitCapture={(event) => {
        event.preventDefault();
        event.stopPropagation();
        later({ id, send: sendLater(event.target), title: 'Dispensado', failed });
      }}
    >
      <OperationForm {...ABOUT} fixed={{ id, decision: 'dismiss' }} failed={failed}>
        <SubmitButton variant={isForeign ? 'accent' : 'ghost'} className="w-full">
          Dispensar
        </SubmitButton>
      </OperationForm>
    </div>
  );
  if (isGone(id)) return null;
  return (
    <WaitingCard words={givenUpWords(entry)} orderId={entry.orderId} since={entry.since}>
      {mayDecide && (isForeign ? [dismiss, retry] : [retry, dismiss])}
    </WaitingCard>
  );
}
