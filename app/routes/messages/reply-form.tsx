import { useEffect, useRef } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { TICKET_LIMITS } from '#shop/tickets/ticket.ts';
import type { MessageAnswer } from './message-answer.ts';
import { Notice, PictureField } from './picture-field.tsx';

/** The next message of a customer's thread. It is cleared once it was taken, and by nothing else. */
export function ReplyForm({ answer }: { answer: MessageAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!answer?.sent) return;
    form.current?.reset();
    showToast({ title: 'Resposta enviada', tone: 'success' });
  }, [answer]);
  return (
    <FailureForm
      form={form}
      failure={answer?.failure}
      className="flex flex-col gap-3"
      encType="multipart/form-data"
    >
      <TextArea
        label="Sua resposta"
        name="message"
        required
        maxLength={TICKET_LIMITS.text}
        defaultValue={answer?.typed.message}
      />
      <PictureField />
      <Notice text={answer?.notice} />
      <SendButton loadingLabel="Enviando..." className="sm:self-start">
        Enviar resposta
      </SendButton>
    </FailureForm>
  );
}
