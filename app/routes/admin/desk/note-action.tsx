import type { ComponentProps, ReactNode } from 'react';
import type { ButtonVariant } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { Dialog } from '#app/ui/frame/dialog.tsx';

interface NoteActionProps extends Pick<ComponentProps<typeof OperationForm>, 'does' | 'done' | 'failed'> {
  fixed: Record<string, string>;
  /** The button that opens the dialog. */
  button: string;
  look?: ButtonVariant;
  title: string;
  description: string;
  /** The field of the operation that the note is, and what it is called. */
  name?: string;
  label: string;
  confirm?: string;
  variant?: ButtonVariant;
  children?: ReactNode;
}

/** A decision about money that staff explain in their own words: its button, and the dialog that asks for them. */
export function NoteAction({
  button,
  look = 'outline',
  title,
  description,
  name = 'note',
  label,
  confirm = button,
  variant = 'accent',
  children,
  ...form
}: NoteActionProps) {
  const key = [form.does, ...Object.values(form.fixed)].join(' ');
  const [opened, setOpened] = useOpened('decidir');
  const close = () => setOpened(null);
  return (
    <>
      <OpenButton
        name="decidir"
        value={key}
        keeps={['paginas']}
        variant={look}
        className="w-full"
        onOpen={() => setOpened(key)}
      >
        {button}
      </OpenButton>
      {opened === key && (
        <Dialog open onOpenChange={close} title={title} description={description}>
          <OperationForm {...form} about="refund" onDone={close} className="flex flex-col gap-4">
            {children}
            <Note name={name} label={label} />
            <DialogEnd onCancel={close} cancelLabel="Voltar">
              <SubmitButton variant={variant} loadingLabel="Enviando...">
                {confirm}
              </SubmitButton>
            </DialogEnd>
          </OperationForm>
        </Dialog>
      )}
    </>
  );
}

function Note({ name, label }: { name: string; label: string }) {
  const { fields, typed } = useOperationForm();
  const error = fields[name] ?? Object.values(fields)[0];
  return (
    <>
      <TextArea
        label={label}
        name={name}
        rows={3}
        maxLength={500}
        defaultValue={typed[name]}
        invalid={fields[name] !== undefined}
      />
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </>
  );
}
