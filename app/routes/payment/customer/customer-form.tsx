import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { PaymentFlow } from '../code/use-payment.ts';
import { GiftFields } from '../gift/gift-fields.tsx';
import type { GiftChoice } from '../gift/use-gift.ts';
import { CreationFailure, CreationWait } from '../start/creation-failure.tsx';
import { EmailWithQuestion } from './email-with-question.tsx';
import { MaskedField } from './masked-field.tsx';
import { maskPhone, maskTaxId } from './mask-customer.ts';
import type { CustomerFields } from './use-customer.ts';

interface CustomerFormProps {
  customer: CustomerFields;
  /** null: it cannot be one. */
  gift: GiftChoice | null;
  /** Of a charge without skins. */
  isFree: boolean;
  /** What is under way: it cannot be sent meanwhile. */
  busy: string | null;
  /** What is under way takes longer than it should. */
  isSlow: boolean;
  failure: PaymentFlow['failure'];
  onSubmit: () => void;
}

/** Step 1: the payer. The bank requires these fields; the shop stores the tax id encrypted. */
export function CustomerForm({ customer, gift, isFree, busy, isSlow, failure, onSubmit }: CustomerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors } = customer;
  const mayFocus = useRef(false);
  const isHydrated = useHydrated();
  const { seller } = useBrand();

  useEffect(() => {
    // Only after sending: while one fills in, a message must not pull the caret away.
    if (!mayFocus.current) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!refused) return;
    mayFocus.current = false;
    refused.focus();
  }, [errors, gift?.errors]);

  const wire = (field: keyof typeof values, label: string) => ({
    label,
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    onBlur: () => customer.check(field),
  });

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onChange={() => (mayFocus.current = false)}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy !== null) return;
        mayFocus.current = true;
        if (customer.checkAll()) return onSubmit();
        // For the question there; where a field is wrong, the caret goes on to it.
        form.current?.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
      }}
    >
      {/* Only scripts can send it: a browser alone would write the tax id into the address. */}
      <fieldset disabled={!isHydrated} className="contents">
        <TextField
          {...wire('name', 'Nome completo')}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={120}
          onChange={({ target }) => customer.change('name', target.value)}
        />
        <EmailWithQuestion
          {...wire('email', 'Email')}
          hint={`A confirmação ${isFree ? 'do pagamento vai' : gift?.isOn ? 'da compra vai' : 'e o link das skins vão'} para este endereço.`}
          emailHint={customer.emailHint}
          onValue={(value) => customer.change('email', value)}
        />
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <MaskedField
            {...wire('cellphone', 'Celular')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="(11) 98765-4321"
            mask={maskPhone}
            onValue={(value) => customer.change('cellphone', value)}
          />
          <MaskedField
            {...wire('taxId', 'CPF ou CNPJ')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="000.000.000-00"
            mask={maskTaxId}
            onValue={(value) => customer.change('taxId', value)}
          />
        </div>
        {gift && <GiftFields gift={gift} />}
        {/* Right above the button that tries again. */}
        <CreationWait isSlow={isSlow} />
        <CreationFailure failure={failure} />
        <Button type="submit" size="large" className="mt-1" loading={busy !== null} loadingLabel={busy ?? ''}>
          {failure ? 'Tentar gerar de novo' : 'Gerar código PIX'}
        </Button>
        <p className="text-xs text-muted">
          O CPF ou CNPJ é exigido pelo banco para emitir a cobrança e fica guardado de forma criptografada.{' '}
          <a
            href="/privacidade"
            target="_blank"
            className="text-info underline underline-offset-2 hover:text-text"
          >
            Veja o que fazemos com os seus dados
            <span className="sr-only"> (abre em nova aba)</span>
          </a>
          .
        </p>
        {seller && <p className="text-xs break-words text-muted">Quem vende: {seller}</p>}
      </fieldset>
    </form>
  );
}
