import { useEffect, type ReactNode, type RefObject } from 'react';
import { Form, useNavigation } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { Button } from '#app/ui/form/button.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { TICKET_LIMITS } from '#shop/tickets/ticket.ts';
import type { MessageAnswer } from './message-answer.ts';
import { Notice, PictureField } from './picture-field.tsx';

/** The next message of a thread. It is cleared once it was taken, and by nothing else. */
export function ReplyForm({
  answer,
  label,
  prefill,
  field,
  takesPicture = false,
  children,
}: {
  answer: MessageAnswer | undefined;
  label: string;
  /** What stands in it at first. */
  prefill?: string | undefined;
  field?: RefObject<HTMLTextAreaElement | null>;
  takesPicture?: boolean;
  /** Beside the button. */
  children?: ReactNode;
}) {
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(answer?.failure);
  useEffect(() => {
    if (!answer?.sent) return;
    form.current?.reset();
    const typed = form.current?.elements.namedItem('message');
    // A prefilled field would go back to that.
    if (typed instanceof HTMLTextAreaElement) typed.value = '';
    showToast({ title: 'Resposta enviada', tone: 'success' });
  }, [answer, form]);
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="flex flex-col gap-3"
      encType={takesPicture ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
    >
      <FailureNote failure={answer?.failure} />
      <TextArea
        ref={field}
        label={label}
        name="message"
        required
        maxLength={TICKET_LIMITS.text}
        defaultValue={answer?.typed.message ?? (answer?.sent ? '' : prefill)}
        {...markOf('message')}
      />
      {takesPicture && <PictureField markOf={markOf} />}
      <Notice text={answer?.notice} />
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <Button type="submit" loading={isSending} loadingLabel="Enviando...">
          Enviar resposta
        </Button>
        {children}
      </div>
    </Form>
  );
}
