import { MailCheck } from 'lucide-react';
import { data, Form, useNavigation } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { preserveForm } from '../preserve-form.ts';
import { readForm } from '../read-form.ts';
import type { Route } from './+types/recover';
import { AccountFrame } from './account-frame.tsx';
import { readAuthFailure } from './auth-failure.ts';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';

const TITLE = 'Erro ao pedir nova senha';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Recuperar senha');

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = getVisitor(context);
  const entry = (await readForm(request)).get('email');
  const email = typeof entry === 'string' ? entry.trim() : '';
  if (!email) {
    const failure = { title: TITLE, description: 'Preencha todos os campos', field: 'email' };
    return data({ sentTo: null, failure, email }, { status: 400 });
  }
  const response = await visitor.authenticate('request-password-reset', {
    email,
    redirectTo: '/auth/nova-senha',
  });
  if (!response.ok) {
    const { code, failure, init } = await readAuthFailure(context, response, TITLE);
    getShop(context).log.warn('password_reset.refused', { requestId: visitor.requestId, code });
    return data({ sentTo: null, failure, email }, init);
  }
  return { sentTo: email, failure: null, email };
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: TITLE }, serverAction, (failure) => ({ sentTo: null, failure, email: '' }));

export default function Recover({ actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(actionData?.failure ?? undefined);
  const backTo = { to: '/auth', label: 'Voltar ao login' };

  if (actionData?.sentTo) {
    return (
      <AccountFrame title="Confira seu email" backTo={backTo}>
        <div role="status" className="flex items-start gap-3">
          <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
          {/* The same words whether the account exists or not: this screen tells nobody who buys here. */}
          <p>
            Se existe uma conta com <strong className="font-semibold break-all">{actionData.sentTo}</strong>,
            enviamos um link para criar uma nova senha. Ele vale por 1 hora.
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
      <Form ref={form} method="post" noValidate className="flex flex-col gap-4">
        <FailureNote failure={actionData?.failure ?? undefined} />
        <EmailField defaultValue={actionData?.email} {...markOf('email')} />
        <Button type="submit" size="large" loading={isSending} loadingLabel="Enviando...">
          Enviar link
        </Button>
      </Form>
    </AccountFrame>
  );
}
