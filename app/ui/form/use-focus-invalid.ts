import { useEffect, type RefObject } from 'react';

/**
 * Leads the keyboard to the first field that was refused, once it is marked. `fields`: what was wrong, a new object
 * each time; empty when nothing is.
 */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>, fields: object): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, fields]);
}
