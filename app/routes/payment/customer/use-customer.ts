import { useState } from 'react';
import { useEmailHint, type EmailHint } from '#app/ui/form/use-email-hint.ts';
import { useSession } from '#app/ui/frame/session.tsx';
import { checkCustomer, type CustomerForm } from '#shop/orders/check-customer.ts';
import type { FieldErrors } from '../start/create-payment.ts';

/** Between two purchases in one visit, in memory only and never the tax id. Belongs to one account. */
let remembered = { account: '', name: '', cellphone: '' };

export interface CustomerFields {
  values: CustomerForm;
  errors: FieldErrors;
  emailHint: EmailHint;
  change: (field: keyof CustomerForm, value: string) => void;
  /** When a filled field loses the focus: shows its error. */
  check: (field: keyof CustomerForm) => void;
  /** On sending: false and the errors or the question about the address shown, or true; then name and phone are remembered. */
  checkAll: () => boolean;
  showErrors: (errors: FieldErrors) => void;
  /** The code is there: the tax id is no longer needed. */
  settle: () => void;
}

/** Typed text survives a closed dialog and a failed attempt. */
export function useCustomer(): CustomerFields {
  const session = useSession();
  const [values, setValues] = useState<CustomerForm>(() => {
    const own = session && remembered.account === session.email ? remembered : null;
    return {
      name: own?.name ?? session?.name ?? '',
      email: session?.email ?? '',
      cellphone: own?.cellphone ?? '',
      taxId: '',
    };
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  // The account's own address was asked about when the account was made: the question is there, and holds nobody up.
  const emailHint = useEmailHint(values.email, session?.email);

  const errorsOf = (form: CustomerForm): FieldErrors => {
    const result = checkCustomer(form);
    return result.ok ? {} : result.fields;
  };
  const setError = (field: keyof CustomerForm, error: string | undefined) =>
    setErrors((current) => {
      const next = { ...current };
      if (error) next[field] = error;
      else delete next[field];
      return next;
    });

  return {
    values,
    errors,
    emailHint,
    change(field, value) {
      const next = { ...values, [field]: value };
      setValues(next);
      // A message goes as soon as it is no longer true, and does not appear while one types.
      if (errors[field] && !errorsOf(next)[field]) setError(field, undefined);
    },
    check(field) {
      if (values[field].trim() !== '') setError(field, errorsOf(values)[field]);
    },
    checkAll() {
      const found = errorsOf(values);
      setErrors(found);
      if (Object.keys(found).length > 0 || emailHint.holds(values.email)) return false;
      remembered = { account: session?.email ?? '', name: values.name, cellphone: values.cellphone };
      return true;
    },
    showErrors: setErrors,
    settle: () => setValues({ ...values, taxId: '' }),
  };
}
