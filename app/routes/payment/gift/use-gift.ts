import { useState } from 'react';
import { useEmailHint, type EmailHint } from '#app/ui/form/use-email-hint.ts';
import { checkGift, type Gift, type GiftCheck } from '#shop/gifts/check-gift.ts';

type GiftErrors = Extract<GiftCheck, { ok: false }>['fields'];

export interface GiftChoice {
  /** Its buyer owns the skin: it can only be given. */
  isOnly: boolean;
  isOn: boolean;
  email: string;
  message: string;
  errors: GiftErrors;
  emailHint: EmailHint;
  turn: (isOn: boolean) => void;
  change: (typed: Partial<{ email: string; message: string }>) => void;
  /** On sending. 'wrong': the errors, or the question about the address, are shown. null: it is for the buyer. */
  read: () => Gift | null | 'wrong';
  showErrors: (errors: GiftErrors) => void;
}

/** 'É um presente': what was typed survives a failed attempt, and the switch going off and on. */
export function useGift(isOnly: boolean): GiftChoice {
  const [isOn, turn] = useState(isOnly);
  const [typed, setTyped] = useState({ email: '', message: '' });
  const [errors, showErrors] = useState<GiftErrors>({});
  const emailHint = useEmailHint(typed.email);
  return {
    isOnly,
    isOn,
    ...typed,
    errors,
    emailHint,
    turn,
    change(part) {
      setTyped({ ...typed, ...part });
      showErrors({});
    },
    read() {
      if (!isOn) return null;
      const checked = checkGift(typed);
      showErrors(checked.ok ? {} : checked.fields);
      return checked.ok && !emailHint.holds(typed.email) ? checked.gift : 'wrong';
    },
    showErrors,
  };
}
