import { Monitor, Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { Badge } from '#app/ui/list/badge.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import type { ListedSession } from '#shop/accounts/sessions/list-sessions.ts';
import type { SessionsAnswer } from './sessions.ts';

const ACTION = '/dashboard/perfil/sessoes';

/** Where the account is signed in, each place with its way out. */
export function SessionList({ sessions }: { sessions: ListedSession[] }) {
  const others = useFetcher<SessionsAnswer>();
  useSessionsAnswer(others.data, 'Outras sessões encerradas');
  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <others.Form method="post" action={ACTION} className="mt-3">
          <Button
            type="submit"
            variant="outline"
            className="w-full sm:w-auto"
            loading={others.state !== 'idle'}
            loadingLabel="Encerrando..."
          >
            Encerrar todas as outras
          </Button>
        </others.Form>
      )}
    </>
  );
}

function SessionRow({ session }: { session: ListedSession }) {
  const fetcher = useFetcher<SessionsAnswer>();
  useSessionsAnswer(fetcher.data, 'Sessão encerrada');
  const Icon = /iPhone|iPad|Android/.test(session.device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 sm:flex-nowrap sm:px-4">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {session.device}
          {session.isCurrent && <Badge tone="ok">esta sessão</Badge>}
        </p>
        <p className="mt-0.5 text-xs text-muted">
          {session.address && <span className="break-all">IP {session.address} · </span>}
          {session.isCurrent ? 'em uso agora' : `vista por último em ${formatDateTime(session.lastSeenAt)}`}
        </p>
      </div>
      {!session.isCurrent && (
        <fetcher.Form method="post" action={ACTION} className="ml-8 sm:ml-0">
          <input type="hidden" name="session" value={session.id} />
          <Button
            type="submit"
            variant="outline"
            className="px-4!"
            aria-label={`Encerrar ${session.device}`}
            loading={fetcher.state !== 'idle'}
          >
            Encerrar
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}

function useSessionsAnswer(answer: SessionsAnswer | undefined, title: string): void {
  useEffect(() => {
    if (answer?.failure) {
      showToast({ title: answer.failure.title, description: answer.failure.description, tone: 'danger' });
    } else if (answer) showToast({ title, tone: 'success' });
  }, [answer, title]);
}
