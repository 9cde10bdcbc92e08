import { useId, useRef, type ComponentProps } from 'react';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { EmailQuestion } from '#app/ui/form/email-question.tsx';
import { isLeftToSend, type EmailHint } from '#app/ui/form/use-email-hint.ts';

interface EmailWithQuestionProps extends ComponentProps<typeof EmailField> {
  value: string;
  emailHint: EmailHint;
  onValue: (email: string) => void;
}

/** An address, and below it the question whether another one was meant. */
export function EmailWithQuestion({ emailHint, onValue, onBlur, ...field }: EmailWithQuestionProps) {
  const questionId = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-2">
      <EmailField
        {...field}
        ref={input}
        aria-describedby={questionId}
        onChange={({ target }) => onValue(target.value)}
        onBlur={(event) => {
          onBlur?.(event);
          if (!isLeftToSend(event.relatedTarget)) emailHint.ask(field.value);
        }}
      />
      <EmailQuestion
        id={questionId}
        meant={emailHint.meant}
        onTake={(meant) => {
          onValue(meant);
          input.current?.focus();
        }}
      />
    </div>
  );
}
