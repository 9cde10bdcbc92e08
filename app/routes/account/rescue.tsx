import { data, Form, useNavigation } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { answerRescue, readRescue, type RescueView } from '#shop/accounts/rescue/answer-rescue.ts';
import { PRIVATE } from '../private-headers.ts';
import { limitForm } from '../limit-form.ts';
import type { Route } from './+types/rescue';
import { AccountFrame } from './account-frame.tsx';

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** `/troca-de-email/{token}`. To open it changes nothing: mail scanners open each link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const rescue = await readRescue(getShop(context), params.token);
  return data({ rescue }, { status: rescue ? 200 : 404, headers: PRIVATE });
}

export async function action({ params, context }: Route.ActionArgs) {
  const reached = await limitForm(context, 'answer-rescue');
  if (!reached.ok) return reached.refusal;
  const shop = reached.ctx;
  if (!(await readRescue(shop, params.token))) return data({ message: null }, { status: 404 });
  await answerRescue(shop, params.token);
  return { message: null };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Troca de e-mail');

export default function Rescue({ loaderData, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST';
  if (!loaderData.rescue) {
    return (
      <AccountFrame title="Link não encontrado">
        <p className="text-muted">Confira se o endereço está completo, como no e-mail que você recebeu.</p>
      </AccountFrame>
    );
  }
  const { title, text, button, next } = tell(loaderData.rescue);
  return (
    <AccountFrame title={title}>
      <div role="status">
        <p className="break-words">{text}</p>
      </div>
      {actionData?.message && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {actionData.message}
        </p>
      )}
      {button && (
        <Form method="post" className="mt-5">
          <Button
            type="submit"
            size="large"
            className="w-full"
            loading={isSending}
            loadingLabel="Enviando..."
          >
            {button}
          </Button>
        </Form>
      )}
      {next && (
        <p className="mt-5">
          <LinkButton to={next.to} variant="outline" className="w-full">
            {next.label}
          </LinkButton>
        </p>
      )}
    </AccountFrame>
  );
}

interface Told {
  title: string;
  text: string;
  button?: string;
  next?: { to: string; label: string };
}

const HELP = { to: '/contato', label: 'Falar com o atendimento' };

function tell({ kind, state, isConfirmed, oldEmail, newEmail, dueAt }: RescueView): Told {
  const when = `${formatDateTime(dueAt)} (horário de Brasília)`;
  if (state === 'done') {
    return kind === 'confirm'
      ? {
          title: 'Troca feita',
          text: `A conta agora usa ${newEmail}. Entre com este e-mail e a senha de sempre.`,
          next: { to: '/auth', label: 'Entrar' },
        }
      : {
          title: 'A troca já aconteceu',
          text: `A conta agora usa ${newEmail}. Se não foi você, fale com o atendimento.`,
          next: HELP,
        };
  }
  if (state === 'stopped' && kind === 'stop') {
    return {
      title: 'Troca parada',
      text: 'Nada mudou na sua conta. Para ficar mais seguro, crie uma senha nova.',
      next: { to: '/auth/recuperar', label: 'Criar uma senha nova' },
    };
  }
  if (state !== 'waiting') {
    const text = 'Esta troca terminou sem mudar nada na conta.';
    return { title: 'Esta troca já terminou', text, next: HELP };
  }
  if (kind === 'stop') {
    return {
      title: 'Parar a troca de e-mail?',
      text: `Pediram para trocar o e-mail da conta, de ${oldEmail} para ${newEmail}. A troca vale a partir de ${when}. Se foi você, não precisa fazer nada.`,
      button: 'Não fui eu: parar a troca',
    };
  }
  return isConfirmed
    ? {
        title: 'E-mail confirmado',
        text: `A troca acontece depois de ${when}, se o endereço antigo não a parar. Avisamos por e-mail.`,
      }
    : {
        title: 'Este e-mail é seu?',
        text: `Confirme que ${newEmail} passa a ser o e-mail da conta, no lugar de ${oldEmail}. A troca acontece depois de ${when}.`,
        button: 'Confirmar e-mail',
      };
}
