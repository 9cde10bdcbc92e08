import { MailCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { MESSAGE_LIMITS } from '#shop/messages/check-message.ts';
import type { MessageAnswer } from './message-answer.ts';
import { Notice, PictureField } from './picture-field.tsx';

const SENT = 'Mensagem Enviada!';

/** The form of the contact and support screens: their own fields, then the message. */
export function MessageForm({
  answer,
  followUp,
  whereTo,
  takesPicture = false,
  children,
}: {
  answer: MessageAnswer | undefined;
  /** The second line of the toast. */
  followUp: string;
  /** Beside what stays once it was sent. */
  whereTo?: ReactNode;
  takesPicture?: boolean;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isAlive = useHydrated();
  useEffect(() => {
    if (!answer?.sent) return;
    form.current?.reset();
    showToast({ title: SENT, description: followUp, tone: 'success' });
  }, [answer, followUp]);

  return (
    <FailureForm
      form={form}
      failure={answer?.failure}
      encType={takesPicture ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
    >
      {answer?.sent && !isAlive && (
        <SentNote role="status">
          {SENT} {followUp} {whereTo}
        </SentNote>
      )}
      <p className="text-xs text-muted">
        {takesPicture ? 'Só a imagem é opcional.' : 'Todos os campos são obrigatórios.'}
      </p>
      {children}
      <TextArea
        label="Mensagem"
        name="message"
        required
        maxLength={MESSAGE_LIMITS.body}
        defaultValue={answer?.typed.message}
      />
      {takesPicture && <PictureField />}
      <Notice text={answer?.notice} />
      <SendButton size="large" className="mt-1 sm:self-start" loadingLabel="Enviando...">
        Enviar Mensagem
      </SendButton>
      {/* The toast has said it; this stays, beside the button, for whoever missed that. */}
      {answer?.sent && isAlive && <SentNote>Recebemos sua mensagem. {whereTo}</SentNote>}
    </FailureForm>
  );
}

function SentNote({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <p
      role={role}
      className="flex items-start gap-2.5 rounded-control border border-ok/40 bg-ok/10 px-3.5 py-3 text-sm"
    >
      <MailCheck aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-ok" />
      <span>{children}</span>
    </p>
  );
}
