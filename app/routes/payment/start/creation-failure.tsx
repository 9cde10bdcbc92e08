import type { CreatePaymentResult } from './create-payment.ts';
import { SessionEnded } from '../code/session-ended.tsx';

/** A provider has not answered: nobody has to do anything. It starts empty, so that its words are announced. */
export function CreationWait({ isSlow }: { isSlow: boolean }) {
  return (
    <p
      role="status"
      className={isSlow ? 'w-full rounded-control border border-line px-4 py-3 text-left text-sm' : '-mt-4'}
    >
      {isSlow &&
        'Estamos gerando o seu código. O banco está demorando mais que o normal; esta página continua sozinha e nada foi cobrado.'}
    </p>
  );
}

/** What happened and what to do; stays after the toast has gone. Errors of fields stand at the fields. */
export function CreationFailure({
  failure,
}: {
  failure: Extract<CreatePaymentResult, { ok: false }> | null;
}) {
  const isShown = failure && Object.keys(failure.fields).length === 0;
  return (
    <div role="alert" className={isShown ? 'w-full text-left' : '-mt-4'}>
      {isShown && failure.reason === 'signed_out' && (
        <SessionEnded>Sua sessão terminou. Entre de novo para concluir a compra.</SessionEnded>
      )}
      {isShown && failure.reason !== 'signed_out' && (
        <p className="rounded-control border border-danger/50 px-4 py-3 text-sm">{failure.message}</p>
      )}
    </div>
  );
}
