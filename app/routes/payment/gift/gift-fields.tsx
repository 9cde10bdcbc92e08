import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { countGiftMessage, MAX_GIFT_MESSAGE } from '#shop/gifts/check-gift.ts';
import { EmailWithQuestion } from '../customer/email-with-question.tsx';
import type { GiftChoice } from './use-gift.ts';

/** For whom the skin is. Folded away for the many who buy for themselves. */
export function GiftFields({ gift }: { gift: GiftChoice }) {
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
          <EmailWithQuestion
            name="giftEmail"
            label="E-mail de quem recebe"
            autoComplete="off"
            required
            value={gift.email}
            error={gift.errors.giftEmail}
            emailHint={gift.emailHint}
            onValue={(email) => gift.change({ email })}
          />
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
