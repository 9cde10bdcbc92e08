import { Clock, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { postMessage } from '#app/routes/messages/post-message.ts';
import { postTicket } from '#app/routes/messages/post-ticket.ts';
import { MessageForm } from '#app/routes/messages/message-form.tsx';
import { sendOrPreserve } from '#app/routes/messages/send-or-preserve.ts';
import { FactCard, MailLink } from '#app/ui/list/fact-card.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useSession } from '#app/ui/frame/session.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { MESSAGE_LIMITS } from '#shop/messages/check-message.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/contact';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Fale Conosco', 'Dúvidas sobre uma skin, um pedido ou a loja: escreva para a equipe.');

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: getShop(context).settings.supportEmail };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const session = await getVisitor(context).session();
  const [name, email, body] = [textOf(form, 'name'), textOf(form, 'email'), textOf(form, 'message')];
  // Who is signed in and gives their own address gets a thread, where nobody has to look for the answer.
  if (session && name.trim() !== '' && email.trim().toLowerCase() === session.user.email) {
    const typed = { name, email, message: body };
    const fields = { subject: subjectOf(body), text: body };
    return postTicket(context, openTicket, fields, { userId: session.user.id, typed });
  }
  return postMessage(context, {
    kind: 'contact',
    userId: session?.user.id ?? null,
    name,
    email,
    subject: null,
    body,
  });
}

/** The form has no subject. */
function subjectOf(body: string): string {
  const line = cutText(tidyLine(body.trim().split('\n')[0] ?? ''), 80);
  return /[\p{L}\p{N}]/u.test(line) ? line : 'Contato';
}

export const clientAction = (args: Route.ClientActionArgs) => sendOrPreserve(args);

export default function Contact({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  const session = useSession();
  return (
    <div className="gutter mx-auto max-w-[1120px] py-8 sm:py-14">
      <h1 className="text-xl sm:text-2xl">Fale Conosco</h1>
      <p className="mt-2 max-w-[60ch] text-base text-muted">
        Dúvidas sobre uma skin, um pedido ou a loja? Escreva, e uma pessoa da equipe responde
        {!session && ' por email'}.
      </p>
      <div className="mt-8 grid gap-6 lg:grid-cols-[320px_minmax(0,1fr)] lg:items-start lg:gap-10">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
          <FactCard icon={Mail} title="Email">
            <MailLink address={loaderData.supportEmail} />
          </FactCard>
          <FactCard icon={Clock} title="Horário de atendimento">
            24 horas por dia, 7 dias por semana
          </FactCard>
          {session && (
            <p className="text-sm text-muted sm:col-span-2 lg:col-span-1">
              É sobre um pedido seu? <SupportLink>Escreva pelo suporte</SupportLink>, que já sabe quem você é.
            </p>
          )}
        </div>
        <div className="rounded-card border border-line bg-surface p-4 sm:p-6">
          <h2 className="mb-4 text-lg">Envie sua mensagem</h2>
          <MessageForm
            answer={actionData}
            followUp="Entraremos em contato em breve."
            whereTo={
              actionData?.isThread && (
                <>
                  A resposta aparece em <SupportLink>Suporte</SupportLink>.
                </>
              )
            }
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="Nome"
                name="name"
                required
                autoComplete="name"
                maxLength={MESSAGE_LIMITS.name}
                defaultValue={actionData?.typed.name}
              />
              <EmailField required maxLength={MESSAGE_LIMITS.email} defaultValue={actionData?.typed.email} />
            </div>
          </MessageForm>
        </div>
      </div>
    </div>
  );
}

function SupportLink({ children }: { children: string }) {
  return (
    <Link to="/dashboard/suporte" className="text-info underline underline-offset-2 hover:text-text">
      {children}
    </Link>
  );
}
