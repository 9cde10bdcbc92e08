import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { EmailQuestion } from '#app/ui/form/email-question.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { isLeftToSend } from '#app/ui/form/use-email-hint.ts';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { MaskedField } from './masked-field.tsx';
import { maskPhone, maskTaxId } from './mask-customer.ts';
import type { CustomerFields } from './use-customer.ts';

interface CustomerFormProps {
  customer: CustomerFields;
  /** What is under way: it cannot be sent meanwhile. */
  busy: string | null;
  hasFailed: boolean;
  /** Somebody else gets the skins and their links. */
  isGift: boolean;
  /** What is wrong in the fields of `children`, a new object each time. */
  otherErrors?: object;
  onSubmit: () => void;
  /** The error, right above the button that tries again. */
  children?: ReactNode;
}

/** Step 1: the payer. The bank requires these fields; the shop stores the tax id encrypted. */
export function CustomerForm({
  customer,
  busy,
  hasFailed,
  isGift,
  otherErrors,
  onSubmit,
  children,
}: CustomerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, emailHint } = customer;
  const questionId = useId();
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
  }, [errors, otherErrors]);

  const focusEmail = () => form.current?.querySelector<HTMLInputElement>('input[name="email"]')?.focus();

  const wire = (field: keyof typeof values) => ({
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
        focusEmail();
      }}
    >
      {/* Only scripts can send it: a browser alone would write the tax id into the address. */}
      <fieldset disabled={!isHydrated} className="contents">
        <TextField
          {...wire('name')}
          label="Nome completo"
          autoComplete="name"
          autoCapitalize="words"
          maxLength={120}
          onChange={({ target }) => customer.change('name', target.value)}
        />
        <div className="flex flex-col gap-2">
          <EmailField
            {...wire('email')}
            hint={
              isGift
                ? 'A confirmação da compra vai para este endereço.'
                : 'A confirmação e o link das skins vão para este endereço.'
            }
            aria-describedby={questionId}
            onChange={({ target }) => customer.change('email', target.value)}
            onBlur={({ relatedTarget }) => {
              customer.check('email');
              if (!isLeftToSend(relatedTarget)) emailHint.ask(values.email);
            }}
          />
          <EmailQuestion
            id={questionId}
            meant={emailHint.meant}
            onTake={(meant) => {
              customer.change('email', meant);
              focusEmail();
            }}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <MaskedField
            {...wire('cellphone')}
            label="Celular"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="(11) 98765-4321"
            mask={maskPhone}
            onValue={(value) => customer.change('cellphone', value)}
          />
          <MaskedField
            {...wire('taxId')}
            label="CPF ou CNPJ"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="000.000.000-00"
            mask={maskTaxId}
            onValue={(value) => customer.change('taxId', value)}
          />
        </div>
        {children}
        <Button type="submit" size="large" className="mt-1" loading={busy !== null} loadingLabel={busy ?? ''}>
          {hasFailed ? 'Tentar gerar de novo' : 'Gerar código PIX'}
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
