import { useState, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { buttonClass } from './button.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { useRefresh } from '../live/use-refresh.ts';

/** 'Tentar novamente': asks for this screen again in place, and as a plain link where scripts do not run. */
export function RetryLink() {
  const { pathname, search } = useLocation();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function tryAgain(event: MouseEvent): Promise<void> {
    event.preventDefault();
    if (isAsking) return;
    setAsking(true);
    setFailed(false);
    setFailed(!(await refresh()));
    setAsking(false);
  }

  return (
    <>
      <a
        href={`${pathname}${search}`}
        aria-busy={isAsking || undefined}
        className={buttonClass('accent')}
        onClick={(event) => void tryAgain(event)}
      >
        {isAsking && <Spinner />}
        Tentar novamente
      </a>
      <p role="status" className="text-sm text-muted empty:hidden">
        {hasFailed && 'Ainda não deu certo. Espere um pouco e tente de novo.'}
      </p>
    </>
  );
}
