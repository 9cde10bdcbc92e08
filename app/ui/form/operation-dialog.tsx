import type { ComponentProps } from 'react';
import { Dialog } from '../frame/dialog.tsx';
import { DialogEnd } from './dialog-end.tsx';
import { OperationForm, SubmitButton } from './operation-form.tsx';

interface OperationDialogProps extends ComponentProps<typeof OperationForm> {
  title: string;
  description: string;
  onClose: () => void;
  /** Closed without a choice, where that differs from 'Cancelar'. */
  onLeave?: () => void;
  cancelLabel?: string;
  isSticky?: boolean;
  submit: ComponentProps<typeof SubmitButton>;
}

/** A dialog that is one form: what it asks, the way out, and the deed. It closes once that is done. */
export function OperationDialog({
  title,
  description,
  onClose,
  onLeave = onClose,
  cancelLabel = 'Cancelar',
  isSticky = false,
  submit,
  children,
  ...form
}: OperationDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onLeave()} title={title} description={description}>
      <OperationForm onDone={onClose} className="flex flex-col gap-4" {...form}>
        {children}
        <DialogEnd onCancel={onClose} cancelLabel={cancelLabel} isSticky={isSticky}>
          <SubmitButton {...submit} />
        </DialogEnd>
      </OperationForm>
    </Dialog>
  );
}
