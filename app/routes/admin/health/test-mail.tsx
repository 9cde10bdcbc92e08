import { useFetcher } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';

export interface MailAnswer {
  text: string;
  isGood: boolean;
}

/** A real mail to whoever presses. Its answer leaves the list of parts as it is. `told`: without scripts. */
export function TestMail({ to, told }: { to: string; told: MailAnswer | undefined }) {
  const fetcher = useFetcher<{ mail?: MailAnswer }>();
  const answer = fetcher.data?.mail ?? told;
  return (
    <section
      aria-labelledby="test-mail-title"
      className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h3 id="test-mail-title" className="text-base font-semibold">
        E-mail de teste
      </h3>
      <p className="mt-1 text-sm [overflow-wrap:anywhere] text-muted">
        A verificação acima não manda e-mails. Este botão manda um de verdade para você: {to}
      </p>
      <fetcher.Form method="post" className="mt-3 flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center">
        <input type="hidden" name="do" value="mail" />
        <Button
          type="submit"
          variant="outline"
          loading={fetcher.state !== 'idle'}
          loadingLabel="Enviando..."
          className="shrink-0"
        >
          Enviar e-mail de teste
        </Button>
        <p
          role="status"
          className={`min-w-0 text-sm [overflow-wrap:anywhere] ${answer?.isGood ? 'text-ok' : 'text-danger'}`}
        >
          {answer?.text}
        </p>
      </fetcher.Form>
    </section>
  );
}
