import { useFetcher, useSearchParams } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import type { SecondFactorAnswer } from './second-factor.ts';

/** In the place of 'Ativar verificação' while nobody has shown that the account's address is theirs. */
export function ConfirmFirst({ email }: { email: string }) {
  const fetcher = useFetcher<SecondFactorAnswer>();
  const answer = fetcher.data;
  // How it went without scripts stands in the address.
  const [query] = useSearchParams();
  const posted = answer ? null : query.get('confirmacao');
  return (
    <fetcher.Form method="post" action="/dashboard/perfil/verificacao" className="w-full">
      <p className="text-sm">
        Antes de ativar, confirme que o e-mail <span className="[overflow-wrap:anywhere]">{email}</span> é
        seu: abra o link que enviamos quando você criou a conta.
      </p>
      <input type="hidden" name="step" value="resend" />
      <Button
        type="submit"
        variant="outline"
        className="mt-3 w-full sm:w-auto"
        loading={fetcher.state !== 'idle'}
        loadingLabel="Enviando..."
      >
        Reenviar confirmação
      </Button>
      <p role="status" className={answer || posted ? 'mt-2 text-sm text-muted' : ''}>
        {(answer?.done === 'resend' || posted === 'enviada') &&
          'E-mail enviado. Abra o link dele e volte aqui. Se não chegar em alguns minutos, olhe o spam.'}
        {answer?.failure?.description}
        {posted === 'falhou' && 'O e-mail não saiu. Espere alguns minutos e tente de novo.'}
      </p>
    </fetcher.Form>
  );
}
