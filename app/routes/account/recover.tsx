import { MailCheck } from 'lucide-react';
import { data, useSearchParams } from 'react-router';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { useKept } from '#app/ui/form/use-kept.ts';
import { preserveForm } from '../preserve-form.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/recover';
import { AccountFrame } from './account-frame.tsx';
import { askAuth } from './auth-failure.ts';
import { returnSearch } from './return-search.ts';

const TITLE = 'Erro ao pedir nova senha';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Recuperar senha');

export async function action({ request, context }: Route.ActionArgs) {
  const email = textOf(await readForm(request), 'email').trim();
  if (!email) {
    const failure = { title: TITLE, description: 'Preencha todos os campos', field: 'email' };
    return data({ sentTo: null, failure, email }, { status: 400 });
  }
  const asks = { title: TITLE, logs: 'password_reset.refused' };
  const body = { email, redirectTo: '/auth/nova-senha' };
  const answer = await askAuth(context, asks, 'request-password-reset', body);
  if (!answer.ok) return data({ sentTo: null, failure: answer.failure, email }, answer.init);
  return { sentTo: email, failure: null, email };
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: TITLE }, serverAction, (failure) => ({ sentTo: null, failure, email: '' }));

export default function Recover({ actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  const [params] = useSearchParams();
  const backTo = { to: `/auth${returnSearch(params)}`, label: 'Voltar ao login' };

  if (actionData?.sentTo) {
    return (
      <AccountFrame title="Confira seu email" backTo={backTo}>
        <div role="status" className="flex items-start gap-3">
          <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
          {/* The same words whether the account exists or not: this screen tells nobody who buys here. */}
          <p>
            Se existe uma conta com{' '}
            <strong className="font-semibold wrap-anywhere">{actionData.sentTo}</strong>, enviamos um link
            para criar uma nova senha. Ele vale por 1 hora.
          </p>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Esqueci minha senha"
      intro="Informe o email da sua conta e enviaremos um link para criar uma nova senha."
      backTo={backTo}
    >
      <FailureForm failure={actionData?.failure}>
        <EmailField defaultValue={actionData?.email} />
        <SendButton size="large" loadingLabel="Enviando...">
          Enviar link
        </SendButton>
      </FailureForm>
    </AccountFrame>
  );
}
