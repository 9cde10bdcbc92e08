/** What a visitor did before anybody listened. */
interface EarlyAction {
  /** A button, a field or a form. */
  target: Element;
  event: Event;
  /** The field's text, or whether it is checked, as the visitor left it. */
  value: string | boolean;
}

declare global {
  interface Window {
    earlyActions?: {
      /** From now on React hears everything itself; what was kept is done before the visitor's next event. */
      replay: () => Promise<void>;
    };
  }
}

/**
 * Runs inline, by its text, so it may use nothing from outside itself. Links, menus and GET forms work without
 * scripts; of the rest each target's last deed is kept, and hidden from React, which does not know a field's text
 * until it is told.
 */
export function keepActions(): void {
  const deeds = ['click', 'input', 'change', 'submit'];
  const actions = new Map<Element, EarlyAction>();

  function keep(event: Event): void {
    let target = event.target as Element | null;
    if (event.type === 'click') {
      target = (target as Element).closest('[type=button],[type=checkbox],[type=radio]');
    } else if (event.type === 'submit') {
      if ((target as Element).getAttribute('method') === 'get') return;
      event.preventDefault();
    }
    if (!target) return;
    event.stopImmediatePropagation();
    const { type, checked, value } = target as HTMLInputElement;
    actions.delete(target);
    actions.set(target, { target, event, value: /^(check|rad)/.test(type) ? checked : value });
  }

  function redo({ target, event, value }: EarlyAction): void {
    const field = target as HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };
    if (target instanceof HTMLFormElement) target.requestSubmit((event as SubmitEvent).submitter);
    else if (target instanceof HTMLButtonElement) target.click();
    else if (typeof value === 'boolean') {
      field.checked = !value;
      field.click();
    } else {
      // Written only where React has put its own over it: writing takes the caret away, and breaks up the word that a
      // phone's keyboard is composing.
      if (field.value !== value) field.value = value;
      // React hears of a text only when it differs from the one it saw last.
      // oxlint-disable-next-line no-underscore-dangle -- React's own name for it.
      field._valueTracker?.setValue(`${value} `);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }

  for (const deed of deeds) addEventListener(deed, keep, true);
  window.earlyActions = {
    async replay() {
      delete window.earlyActions;
      for (const deed of deeds) removeEventListener(deed, keep, true);
      // A form is sent with all that was typed, also after it was sent.
      const isSent = ({ target }: EarlyAction) => target instanceof HTMLFormElement;
      const kept = [...actions.values()].sort((one, other) => Number(isSent(one)) - Number(isSent(other)));
      for (const action of kept) {
        // By then React is through with what it is at, and with what the action before set off; the visitor's next
        // event comes later still.
        await Promise.resolve();
        if (action.target.isConnected) redo(action);
      }
    },
  };
}
