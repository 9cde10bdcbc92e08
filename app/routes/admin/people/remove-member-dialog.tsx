import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { StaffMember } from '#shop/accounts/staff/list-staff.ts';
import { useAdminAction } from '../use-admin-action.ts';

export function RemoveMemberDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { isBusy, run } = useAdminAction();
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
      <div className="mt-6">
        <DialogEnd onCancel={onClose}>
          <Button
            variant="danger"
            loading={isBusy}
            loadingLabel="Removendo..."
            onClick={async () => {
              const answer = await run({
                path: `/api/admin/staff/${member.id}`,
                method: 'DELETE',
                done: { title: 'Pessoa removida da equipe' },
                failed: 'Erro ao remover pessoa',
                about: 'team',
              });
              // Another owner was faster: what was asked for is done.
              if (answer.ok || answer.status === 404) onClose();
            }}
          >
            Remover
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  );
}
