import { useId, useRef } from 'react';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { EmailQuestion } from '#app/ui/form/email-question.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { isLeftToSend } from '#app/ui/form/use-email-hint.ts';
import { countGiftMessage, MAX_GIFT_MESSAGE } from '#shop/gifts/check-gift.ts';
import type { GiftChoice } from './use-gift.ts';

/** For whom the skin is. Folded away for the many who buy for themselves. */
export function GiftFields({ gift }: { gift: GiftChoice }) {
  const questionId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { emailHint } = gift;
  return (
    <>
      {!gift.isOnly && (
        <SwitchField
          label="É um presente"
          hint="Depois do pagamento, um e-mail leva a skin a quem você escolher."
          checked={gift.isOn}
          onChange={({ target }) => gift.turn(target.checked)}
        />
      )}
      {gift.isOn && (
        <>
          <div className="flex flex-col gap-2">
            <EmailField
              ref={input}
              name="giftEmail"
              label="E-mail de quem recebe"
              autoComplete="off"
              required
              value={gift.email}
              error={gift.errors.giftEmail}
              aria-describedby={questionId}
              onChange={({ target }) => gift.change({ email: target.value })}
              onBlur={({ relatedTarget }) => {
                if (!isLeftToSend(relatedTarget)) emailHint.ask(gift.email);
              }}
            />
            <EmailQuestion
              id={questionId}
              meant={emailHint.meant}
              onTake={(email) => {
                gift.change({ email });
                input.current?.focus();
              }}
            />
          </div>
          <TextArea
            label="Mensagem (opcional)"
            rows={3}
            name="giftMessage"
            value={gift.message}
            error={gift.errors.giftMessage}
            hint={`${countGiftMessage(gift.message)} de ${MAX_GIFT_MESSAGE} caracteres, sem links.`}
            autoComplete="off"
            onChange={({ target }) => gift.change({ message: target.value })}
          />
        </>
      )}
    </>
  );
}
