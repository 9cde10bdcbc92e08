import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import type { StaffMember } from '#shop/accounts/staff/list-staff.ts';

/** Another owner may be faster: then the member is gone from the list, and the dialog with it. */
export function RemoveMemberDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  return (
    <OperationDialog
      title="Remover da equipe"
      description={`Tem certeza que deseja tirar ${member.name} da equipe?`}
      onClose={onClose}
      does="team.remove"
      fixed={{ userId: member.id }}
      done={{ title: 'Pessoa removida da equipe' }}
      failed="Erro ao remover pessoa"
      about="team"
      submit={{ variant: 'danger', loadingLabel: 'Removendo...', children: 'Remover' }}
    >
      <p className="mb-2 text-sm break-words text-muted">
        {member.email} perde o acesso ao painel na hora. A conta, as compras e a coleção continuam.
      </p>
    </OperationDialog>
  );
}
