import { data, Link, redirect, replace, useSearchParams } from 'react-router';
import { getVisitor } from '#app/request-context.ts';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { TextField } from '#app/ui/form/text-field.tsx';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/second-factor';
import { AccountFrame } from './account-frame.tsx';
import { askAuth } from './auth-failure.ts';
import { returnSearch } from './return-search.ts';
import { runServerAction, signedIn } from './run-server-action.ts';
import { safeReturnPath } from './safe-return-path.ts';
import { tidyCode, tidyRecoveryCode } from './tidy-code.ts';

const TITLE = 'Erro ao fazer login';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Código de verificação');

const isRecovery = (params: URLSearchParams) => params.get('modo') === 'recuperacao';

/**
 * The screen after the right password, for accounts with a second factor. A cookie of the library tells whose account
 * it is.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  if (await getVisitor(context).session()) throw redirect(safeReturnPath(searchParams.get('voltar')));
  if (!request.headers.get('cookie')?.includes('two_factor='))
    throw redirect(`/auth${returnSearch(searchParams)}`);
  return null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { searchParams } = url;
  const typed = textOf(await readForm(request), 'code');
  if (!typed.trim()) {
    return data({ title: TITLE, description: 'Digite o código', field: 'code' }, { status: 400 });
  }
  const asks = { title: TITLE, logs: 'Erro no login' };
  const answer = isRecovery(searchParams)
    ? await askAuth(context, asks, 'two-factor/verify-backup-code', { code: tidyRecoveryCode(typed) })
    : await askAuth(context, asks, 'two-factor/verify-totp', { code: tidyCode(typed) });
  if (!answer.ok) return data(answer.failure, answer.init);
  throw replace(safeReturnPath(searchParams.get('voltar')), { headers: answer.headers });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm(
    { request, title: TITLE },
    () => runServerAction(serverAction, signedIn),
    (failure) => ({ ...failure, field: 'code' }),
  );

export default function SecondFactor({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const recovery = isRecovery(params);
  const back = params.get('voltar');
  const other = new URLSearchParams([
    ...(recovery ? [] : [['modo', 'recuperacao']]),
    ...(back ? [['voltar', back]] : []),
  ]).toString();
  return (
    <AccountFrame
      title={recovery ? 'Código de recuperação' : 'Código de verificação'}
      intro={
        recovery
          ? 'Digite um dos códigos que você guardou ao ativar a verificação. Cada um vale uma vez.'
          : 'Abra seu aplicativo autenticador e digite o código de 6 dígitos.'
      }
      backTo={{ to: `/auth${returnSearch(params)}`, label: 'Voltar ao login' }}
    >
      <FailureForm failure={actionData}>
        {recovery ? (
          <TextField
            key="recovery"
            label="Código de recuperação"
            name="code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the password was right, and the code is all that is missing
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
          />
        ) : (
          <TextField
            key="code"
            label="Código de 6 dígitos"
            name="code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the password was right, and the code is all that is missing
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
        )}
        <SendButton size="large" loadingLabel="Conferindo...">
          Entrar
        </SendButton>
        <Link
          to={{ pathname: '/auth/verificacao', search: other }}
          replace
          className="-my-2 inline-flex min-h-11 items-center self-start text-sm text-info hover:underline"
        >
          {recovery ? 'Usar o aplicativo autenticador' : 'Usar um código de recuperação'}
        </Link>
      </FailureForm>
    </AccountFrame>
  );
}
