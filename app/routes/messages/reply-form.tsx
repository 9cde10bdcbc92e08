import { useEffect } from 'react';
import { Form, useNavigation } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { TICKET_LIMITS } from '#shop/tickets/ticket.ts';
import type { MessageAnswer } from './message-answer.ts';
import { Notice, PictureField } from './picture-field.tsx';

/** The next message of a customer's thread. It is cleared once it was taken, and by nothing else. */
export function ReplyForm({ answer }: { answer: MessageAnswer | undefined }) {
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(answer?.failure);
  useEffect(() => {
    if (!answer?.sent) return;
    form.current?.reset();
    showToast({ title: 'Resposta enviada', tone: 'success' });
  }, [answer, form]);
  return (
    <Form ref={form} method="post" noValidate className="flex flex-col gap-3" encType="multipart/form-data">
      <FailureNote failure={answer?.failure} />
      <TextArea
        label="Sua resposta"
        name="message"
        required
        maxLength={TICKET_LIMITS.text}
        defaultValue={answer?.typed.message}
        {...markOf('message')}
      />
      <PictureField markOf={markOf} />
      <Notice text={answer?.notice} />
      <Button type="submit" loading={isSending} loadingLabel="Enviando..." className="sm:self-start">
        Enviar resposta
      </Button>
    </Form>
  );
}
