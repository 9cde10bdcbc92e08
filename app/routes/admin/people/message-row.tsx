import { Reply } from 'lucide-react';
import { Badge } from '#app/ui/list/badge.tsx';
import { buttonClass } from '#app/ui/form/button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { Moment } from '#app/ui/list/moment.tsx';
import type { StaffMessage } from '#shop/messages/list-messages.ts';
import { cutText } from '#shop/text/cut-text.ts';

/** One message: who, about what, all of it, and what staff did with it. */
export function MessageRow({ message }: { message: StaffMessage }) {
  const { name: brandName } = useBrand();
  const title = message.subject ?? `Contato de ${message.name}`;
  return (
    <article
      aria-label={title}
      className={`rounded-card border p-4 sm:p-5 ${message.isDone ? 'border-line' : 'border-line bg-surface'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        {message.isDone ? (
          <Badge tone="ok">Resolvida</Badge>
        ) : (
          !message.isRead && <Badge tone="accent">Nova</Badge>
        )}
        <Badge>{message.kind === 'support' ? 'Suporte' : 'Contato'}</Badge>
        <Moment at={message.createdAt} className="ml-auto text-xs text-muted" />
      </div>
      <h3 className="mt-3 text-base break-words">{title}</h3>
      <p className="mt-0.5 text-xs [overflow-wrap:anywhere] text-muted">
        {message.name} · {message.email}
      </p>
      <p className="mt-3 max-w-[68ch] break-words whitespace-pre-wrap">{message.body}</p>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <a href={replyHref(message, brandName)} className={buttonClass('outline')}>
          <Reply aria-hidden="true" className="size-[18px]" />
          Responder por e-mail
        </a>
        <MarkButton
          id={message.id}
          {...(message.isDone
            ? { mark: 'open', label: 'Reabrir' }
            : { mark: 'done', label: 'Marcar como resolvida' })}
        />
        <MarkButton
          id={message.id}
          {...(message.isRead
            ? { mark: 'unread', label: 'Marcar como não lida' }
            : { mark: 'read', label: 'Marcar como lida' })}
        />
      </div>
    </article>
  );
}

function MarkButton({ id, mark, label }: { id: string; mark: string; label: string }) {
  return (
    <OperationForm
      does="messages.mark"
      fixed={{ messageId: id, mark }}
      failed="Erro ao atualizar mensagem"
      about="message"
      goneIsDone
      className="contents"
    >
      <SubmitButton variant="ghost">{label}</SubmitButton>
    </OperationForm>
  );
}

/** RFC 6068: every part percent-encoded, so that nothing a sender typed becomes a header of the answer. */
function replyHref(message: StaffMessage, brandName: string): string {
  const subject = `Re: ${message.subject ?? `seu contato com a ${brandName}`}`;
  const quoted = cutText(message.body, 1000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const body = `Olá, ${message.name}!\r\n\r\n\r\n\r\n${quoted}`;
  return `mailto:${encodeURIComponent(message.email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
