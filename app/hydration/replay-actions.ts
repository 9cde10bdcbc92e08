import type { EarlyAction } from './start-scripts.ts';

/** Does what was asked for before the page listened, as if it were asked for now. */
export function replayActions(actions: EarlyAction[]): void {
  for (const { target, event, value } of actions) {
    if (target.isConnected) replay(target, event, value);
  }
}

function replay(target: Element, event: Event, value: string | boolean): void {
  if (target instanceof HTMLButtonElement) target.click();
  else if (target instanceof HTMLFormElement) target.requestSubmit((event as SubmitEvent).submitter);
  else if (typeof value === 'boolean') recheck(target as HTMLInputElement, value);
  else if ((target as HTMLInputElement).type === 'file')
    target.dispatchEvent(new Event('change', { bubbles: true }));
  else if (target instanceof HTMLSelectElement) rechoose(target, value);
  else retype(target as HTMLInputElement | HTMLTextAreaElement, value);
}

function recheck(field: HTMLInputElement, checked: boolean): void {
  field.checked = !checked;
  field.click();
}

function rechoose(field: HTMLSelectElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * React hears of a field only when its text differs from what React saw last, which it learns from the field's own
 * setter. The prototype's setter passes it by.
 */
function retype(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = field;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {};
  field.value = `${value} `;
  set?.call(field, value);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
