import { useState } from 'react';
import { suggestEmail } from './suggest-email.ts';

export interface EmailHint {
  /** The address that was probably meant, once the typed one was left or sent. */
  meant: string | null;
  /** The field was left. */
  ask: (email: string) => void;
  /** On sending: whether the question is new, and the person should see it first. The same again passes. */
  holds: (email: string) => boolean;
}

/** 'Você quis dizer nome@gmail.com?' for what stands in a field now. `asked` was shown for it already. */
export function useEmailHint(email: string, asked = ''): EmailHint {
  const [askedFor, setAskedFor] = useState(asked.trim());
  return {
    meant: askedFor === email.trim() ? suggestEmail(email) : null,
    ask: (typed) => setAskedFor(typed.trim()),
    holds(typed) {
      if (askedFor === typed.trim() || suggestEmail(typed) === null) return false;
      setAskedFor(typed.trim());
      return true;
    },
  };
}

/**
 * Whether a field was left for the button that sends its form. A question that appears now would push the button from
 * under the finger; it comes with the answer instead.
 */
export function isLeftToSend(relatedTarget: EventTarget | null): boolean {
  return relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
}
