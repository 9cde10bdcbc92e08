import { useEffect, type RefObject } from 'react';

/**
 * Leads the keyboard to the first field that was refused, once it is marked. `fields`: what was wrong, a new object
 * each time; empty when nothing is. `isBusy`: the answer is not whole yet, and a press would take the caret away again.
 */
export function useFocusInvalid(
  form: RefObject<HTMLFormElement | null>,
  fields: object,
  isBusy: boolean,
): void {
  useEffect(() => {
    if (isBusy) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, fields, isBusy]);
}
