import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { EmailField } from './email-field.tsx';
import { EmailQuestion } from './email-question.tsx';
import { isLeftToSend, useEmailHint } from './use-email-hint.ts';

interface AskedEmailProps extends ComponentProps<typeof EmailField> {
  /** What the answered form held; a new answer is a new object. */
  typed: { email: string } | undefined;
  /** The answer is the question. */
  isAsked: boolean;
  /** What is in the field when it is left. */
  onLeave?: (email: string) => void;
}

/** An address with a slip in it is asked about once: its owner would never get the mails. */
export function AskedEmailField({ typed, isAsked, onLeave, ...field }: AskedEmailProps) {
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(typed?.email ?? '');
  const hint = useEmailHint(email, typed?.email);
  const noteId = useId();
  const { ask } = hint;

  useEffect(() => {
    if (!typed || !input.current) return;
    // What is in the field, for the answer may be that none came.
    ask(input.current.value);
    setEmail(input.current.value);
    if (isAsked) input.current.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer
  }, [typed]);

  return (
    <div className="flex flex-col gap-2">
      <EmailField
        {...field}
        ref={input}
        defaultValue={typed?.email}
        aria-describedby={[field['aria-describedby'], noteId].filter(Boolean).join(' ')}
        onChange={({ target }) => setEmail(target.value)}
        onBlur={({ target, relatedTarget }) => {
          setEmail(target.value);
          onLeave?.(target.value);
          if (!isLeftToSend(relatedTarget)) ask(target.value);
        }}
      />
      <EmailQuestion
        id={noteId}
        meant={hint.meant}
        onTake={(meant) => {
          if (input.current) input.current.value = meant;
          setEmail(meant);
          input.current?.focus();
        }}
      />
      {/* Tells the server that the question was seen for this address. */}
      {hint.meant !== null && <input type="hidden" name="asked" value={email} />}
    </div>
  );
}
