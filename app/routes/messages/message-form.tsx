import { MailCheck } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { MESSAGE_LIMITS } from '#shop/messages/check-message.ts';
import type { MessageAnswer } from './message-answer.ts';
import { Notice, PictureField } from './picture-field.tsx';

const SENT = 'Mensagem Enviada!';

/** The form of the contact and support screens: their own fields, then the message. */
export function MessageForm({
  answer,
  followUp,
  takesPicture = false,
  children,
}: {
  answer: MessageAnswer | undefined;
  /** The second line of the toast. */
  followUp: string;
  takesPicture?: boolean;
  children: (markOf: ReturnType<typeof useFailure>['markOf']) => ReactNode;
}) {
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(answer?.failure);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  useEffect(() => {
    if (!answer?.sent) return;
    form.current?.reset();
    showToast({ title: SENT, description: followUp, tone: 'success' });
  }, [answer, followUp, form]);

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="flex flex-col gap-4"
      encType={takesPicture ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
    >
      <FailureNote failure={answer?.failure} />
      {answer?.sent && !isAlive && <SentNote role="status">{`${SENT} ${followUp}`}</SentNote>}
      <p className="text-xs text-muted">
        {takesPicture ? 'Só a imagem é opcional.' : 'Todos os campos são obrigatórios.'}
      </p>
      {children(markOf)}
      <TextArea
        label="Mensagem"
        name="message"
        required
        maxLength={MESSAGE_LIMITS.body}
        defaultValue={answer?.typed.message}
        {...markOf('message')}
      />
      {takesPicture && <PictureField markOf={markOf} />}
      <Notice text={answer?.notice} />
      <Button
        type="submit"
        size="large"
        className="mt-1 sm:self-start"
        loading={isSending}
        loadingLabel="Enviando..."
      >
        Enviar Mensagem
      </Button>
      {/* The toast has said it; this stays, beside the button, for whoever missed that. */}
      {answer?.sent && isAlive && <SentNote>Recebemos sua mensagem.</SentNote>}
    </Form>
  );
}

function SentNote({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <p
      role={role}
      className="flex items-start gap-2.5 rounded-control border border-ok/40 bg-ok/10 px-3.5 py-3 text-sm"
    >
      <MailCheck aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-ok" />
      {children}
    </p>
  );
}
