import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PrefetchPageLinks, useFetcher } from 'react-router';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { Button, type ButtonVariant } from '#app/ui/form/button.tsx';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { PasswordField } from '#app/ui/form/password-field.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';

/** How the forms of the profile's dialogs are answered. */
export interface DialogAnswer {
  failure?: ScreenFailure | undefined;
}

interface DialogFormProps<Answer> {
  action: string;
  button: string;
  busy: string;
  variant?: ButtonVariant;
  onCancel: () => void;
  onDone?: (answer: Answer) => void;
  children: ReactNode;
}

/** The form of a dialog, which has an address of its own. */
export function DialogForm<Answer extends DialogAnswer>({
  action,
  button,
  busy,
  variant = 'accent',
  onCancel,
  onDone,
  children,
}: DialogFormProps<Answer>) {
  const fetcher = useFetcher<Answer>();
  const answer = fetcher.data as Answer | undefined;
  const form = useRef<HTMLFormElement>(null);
  // It may have taken the place of the one before, and the focus was lost with it.
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== form.current?.closest('[role=dialog]')) return;
    form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  }, []);
  useEffect(() => {
    if (answer?.failure) console.error(answer.failure.title, answer.failure.description);
    else if (answer) onDone?.(answer);
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer; the dialog's own closing is no news
  }, [answer]);
  return (
    <FailureForm form={form} failure={answer?.failure} fetcher={fetcher} action={action}>
      {/* The code that keeps this form when the line is lost must be here before it is. */}
      <PrefetchPageLinks page={action} />
      {children}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
        <SendButton variant={variant} loadingLabel={busy}>
          {button}
        </SendButton>
      </div>
    </FailureForm>
  );
}

/** Whose password this is, for a password manager, and its field. */
export function CurrentPassword({ email, label = 'Senha atual' }: { email: string; label?: string }) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField label={label} name="current" autoComplete="current-password" maxLength={128} />
    </>
  );
}

/** A button, and the dialog that it opens. */
export function DialogButton({
  label,
  variant,
  title,
  description,
  children,
}: {
  label: string;
  variant: ButtonVariant;
  title: string;
  description: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} className="w-full sm:w-auto" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {children(() => setOpen(false))}
      </Dialog>
    </>
  );
}
