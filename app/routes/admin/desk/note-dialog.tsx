import { useState, type ReactNode } from 'react';
import { Button, type ButtonVariant } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { checkNote } from '#shop/refunds/check-note.ts';
import type { AdminAnswer } from '../call-admin-api.ts';

interface NoteDialogProps {
  title: string;
  description: string;
  /** What the note is called. */
  label: string;
  confirm: string;
  variant?: ButtonVariant;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (note: string) => Promise<AdminAnswer>;
  children?: ReactNode;
}

/** A decision about money that staff explain in their own words. */
export function NoteDialog({
  title,
  description,
  label,
  confirm,
  variant = 'accent',
  isBusy,
  onClose,
  onConfirm,
  children,
}: NoteDialogProps) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();

  async function submit(): Promise<void> {
    const checked = checkNote(note);
    if (!checked.ok) return setError(checked.message);
    const answer = await onConfirm(checked.note);
    if (answer.ok || answer.status === 409) onClose();
    else setError(answer.message);
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <TextArea
          label={label}
          rows={3}
          maxLength={500}
          value={note}
          invalid={error !== undefined}
          onChange={(event) => {
            setNote(event.target.value);
            setError(undefined);
          }}
        />
        {error && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
        <DialogEnd onCancel={onClose} cancelLabel="Voltar">
          <Button type="submit" variant={variant} loading={isBusy} loadingLabel="Enviando...">
            {confirm}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
