import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { SwitchField } from '#app/ui/form/switch-field.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { useAdminAction } from '../use-admin-action.ts';

/** Keeps the selection that is shown under a name. */
export function SaveViewDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const { isBusy, run } = useAdminAction();

  async function save(): Promise<void> {
    if (name.trim() === '') return setError('Dê um nome à visão.');
    const answer = await run({
      path: '/api/admin/views',
      body: { name, query, shared },
      done: { title: 'Visão salva' },
      failed: 'Erro ao salvar a visão',
      about: 'view',
    });
    if (answer.ok) onClose();
    else setError(answer.fields.name ?? answer.message);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Salvar visão"
      description="Os filtros de agora ficam guardados com um nome, acima da lista."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Nome"
          value={name}
          maxLength={40}
          autoComplete="off"
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
        <SwitchField
          label="Compartilhar com a equipe"
          hint="Todos os que veem pedidos passam a ver esta visão."
          checked={shared}
          onChange={(event) => setShared(event.target.checked)}
        />
        <DialogEnd onCancel={onClose}>
          <Button type="submit" loading={isBusy} loadingLabel="Salvando...">
            Salvar
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
