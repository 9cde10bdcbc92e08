import { data, redirect } from 'react-router';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { NewPasswordFields } from '#app/ui/form/new-password-fields.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { PRIVATE } from '../private-headers.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm } from '../read-form.ts';
import type { Route } from './+types/new-password';
import { AccountFrame } from './account-frame.tsx';
import { askAuth } from './auth-failure.ts';
import { checkNewPassword } from './check-new-password.ts';
import { runServerAction } from './run-server-action.ts';

const TITLE = 'Erro ao alterar senha';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Nova senha');

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The mail's link leads here with `token`, or with `error` when it was used or has expired. */
export function loader({ url }: Route.LoaderArgs) {
  const { searchParams } = url;
  const isUsable = Boolean(searchParams.get('token')) && !searchParams.has('error');
  return data({ isUsable }, { headers: PRIVATE });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const checked = checkNewPassword(await readForm(request));
  if (!checked.ok) return data(checked.failure, { status: 400 });
  const body = { newPassword: checked.password, token: url.searchParams.get('token') ?? '' };
  const asks = { title: TITLE, logs: 'password_reset.failed' };
  const answer = await askAuth(context, asks, 'reset-password', body);
  if (!answer.ok) return data(answer.failure, answer.init);
  throw redirect('/auth');
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const change = () =>
    runServerAction(serverAction, () => ({
      title: 'Senha alterada!',
      description: 'Entre com a nova senha.',
    }));
  return preserveForm({ request, title: TITLE }, change, (failure) => failure);
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const backTo = { to: '/auth', label: 'Voltar ao login' };

  if (!loaderData.isUsable) {
    return (
      <AccountFrame title="Link inválido" backTo={backTo}>
        <p>Este link já foi usado ou venceu. Peça outro para criar uma nova senha.</p>
        <LinkButton to="/auth/recuperar" className="mt-5 w-full">
          Pedir outro link
        </LinkButton>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Crie uma nova senha" backTo={backTo}>
      <FailureForm failure={actionData}>
        <NewPasswordFields />
        <SendButton size="large" loadingLabel="Salvando...">
          Salvar nova senha
        </SendButton>
      </FailureForm>
    </AccountFrame>
  );
}
