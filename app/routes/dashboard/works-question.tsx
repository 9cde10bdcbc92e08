import { useEffect, useEffectEvent } from 'react';
import { Link, useFetcher } from 'react-router';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button, buttonClass } from '#app/ui/form/button.tsx';

/** 'Funcionou?', after a download. 'Sim' closes it; 'Não' leads to the usual causes. */
export function WorksQuestion({
  entryId,
  skinName,
  onYes,
}: {
  entryId: string;
  skinName: string;
  onYes: () => void;
}) {
  const fetcher = useFetcher<{ worked: boolean }>();
  const hasWorked = fetcher.data?.worked === true;
  const close = useEffectEvent(() => {
    showToast({ title: 'Que bom que funcionou!', tone: 'success' });
    onYes();
  });
  useEffect(() => {
    if (hasWorked) close();
  }, [hasWorked]);
  if (hasWorked) return null;
  const path = `/dashboard/funcionou/${entryId}`;
  const which = <span className="sr-only"> {skinName}</span>;
  return (
    <div role="group" aria-label={`Funcionou? ${skinName}`} className="mt-2.5">
      <p className="text-center text-xs text-muted">Funcionou?</p>
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        <fetcher.Form method="post" action={path} className="contents">
          <Button type="submit" variant="outline" className="px-2!" loading={fetcher.state !== 'idle'}>
            Sim{which}
          </Button>
        </fetcher.Form>
        <Link to={path} className={buttonClass('outline', 'px-2!')}>
          Não{which}
        </Link>
      </div>
    </div>
  );
}
