import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { CheckField, Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';

/** Keeps the selection that is shown under a name. */
export function SaveViewDialog({ query, onClose }: { query: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Salvar visão"
      description="Os filtros de agora ficam guardados com um nome, acima da lista."
    >
      <OperationForm
        does="views.save"
        fixed={{ query }}
        done={{ title: 'Visão salva' }}
        failed="Erro ao salvar a visão"
        about="view"
        onDone={onClose}
        className="flex flex-col gap-4"
      >
        <Field label="Nome" name="name" maxLength={40} />
        <CheckField
          label="Compartilhar com a equipe"
          name="shared"
          hint="Todos os que veem pedidos passam a ver esta visão."
        />
        <DialogEnd onCancel={onClose}>
          <SubmitButton loadingLabel="Salvando...">Salvar</SubmitButton>
        </DialogEnd>
      </OperationForm>
    </Dialog>
  );
}
