import type { ComponentProps, ReactNode } from 'react';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import type { OperationForm } from '#app/ui/form/operation-form.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';

interface AskedActionProps extends Omit<ComponentProps<typeof OperationForm>, 'children'> {
  fixed: Record<string, string>;
  button: ReactNode;
  title: string;
  description: string;
  confirm: string;
  loadingLabel: string;
}

/** What cannot be undone: its button, and the question that comes before it. */
export function AskedAction({ button, confirm, loadingLabel, onDone, ...asked }: AskedActionProps) {
  const key = [asked.does, ...Object.values(asked.fixed)].join(' ');
  const [opened, setOpened] = useOpened('decidir');
  const close = () => setOpened(null);
  return (
    <>
      <OpenButton name="decidir" value={key} variant="danger" onOpen={() => setOpened(key)}>
        {button}
      </OpenButton>
      {opened === key && (
        <OperationDialog
          {...asked}
          onClose={close}
          onDone={(value) => {
            close();
            onDone?.(value);
          }}
          submit={{ variant: 'danger', loadingLabel, children: confirm }}
        >
          {null}
        </OperationDialog>
      )}
    </>
  );
}
