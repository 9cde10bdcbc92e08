import { Clock, Mail, MessageCircle } from 'lucide-react';
import { getShop, getVisitor } from '#app/request-context.ts';
import { FAILURE_TITLE } from '#app/routes/messages/message-answer.ts';
import { MessageForm } from '#app/routes/messages/message-form.tsx';
import { postMessage, refuseMessage } from '#app/routes/messages/post-message.ts';
import { sendOrKeep } from '#app/routes/messages/send-or-keep.ts';
import { FactCard, MailLink } from '#app/ui/list/fact-card.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { TextField } from '#app/ui/form/text-field.tsx';
import { MESSAGE_LIMITS } from '#shop/messages/check-message.ts';
import { readForm, textOf } from '../read-form.ts';
import type { Route } from './+types/support';
import { requireSession } from './require-session.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Suporte');

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireSession(context, request);
  return { supportEmail: getShop(context).settings.supportEmail };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const subject = textOf(form, 'subject');
  const body = textOf(form, 'message');
  const session = await getVisitor(context).session();
  if (!session) {
    // No redirect here: it would take the typed text away.
    const description =
      'Sua sessão terminou. Seu texto foi mantido: entre de novo em outra aba e envie outra vez.';
    return refuseMessage(401, { title: FAILURE_TITLE, description }, { subject, message: body });
  }
  const { id, name, email } = session.user;
  return postMessage(context, {
    kind: 'support',
    userId: id,
    // An account may have no display name; its address names the sender.
    name: name.trim() === '' ? email : name,
    email,
    subject,
    body,
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendOrKeep(args);

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-[960px]">
      <h1 className="text-xl sm:text-2xl">Suporte</h1>
      <p className="mt-1 text-muted">Conte o que houve. Respondemos no email da sua conta.</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-3">
        <FactCard icon={Mail} title="Email">
          <MailLink address={loaderData.supportEmail} />
        </FactCard>
        <FactCard icon={MessageCircle} title="Chat">
          Disponível 24/7, pelo formulário abaixo
        </FactCard>
        <FactCard icon={Clock} title="Tempo de resposta">
          Até 24 horas
        </FactCard>
      </div>
      <div className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6">
        <h2 className="mb-4 text-lg">Envie sua mensagem</h2>
        <MessageForm answer={actionData} followUp="Nossa equipe entrará em contato em breve.">
          {(markOf) => (
            <TextField
              label="Assunto"
              name="subject"
              required
              maxLength={MESSAGE_LIMITS.subject}
              defaultValue={actionData?.kept.subject}
              {...markOf('subject')}
            />
          )}
        </MessageForm>
      </div>
    </div>
  );
}
