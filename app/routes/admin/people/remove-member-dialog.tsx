import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { StaffMember } from '#shop/accounts/staff/list-staff.ts';

/** Another owner may be faster: then the member is gone from the list, and the dialog with it. */
export function RemoveMemberDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remover da equipe"
      description={`Tem certeza que deseja tirar ${member.name} da equipe?`}
    >
      <p className="text-sm break-words text-muted">
        {member.email} perde o acesso ao painel na hora. A conta, as compras e a coleção continuam.
      </p>
      <OperationForm
        does="team.remove"
        fixed={{ userId: member.id }}
        done={{ title: 'Pessoa removida da equipe' }}
        failed="Erro ao remover pessoa"
        about="team"
        onDone={onClose}
        className="mt-6"
      >
        <DialogEnd onCancel={onClose}>
          <SubmitButton variant="danger" loadingLabel="Removendo...">
            Remover
          </SubmitButton>
        </DialogEnd>
      </OperationForm>
    </Dialog>
  );
}
