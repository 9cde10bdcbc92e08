import { useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import type { StaffMember } from '#shop/accounts/staff/list-staff.ts';
import { STAFF_ROLES, type StaffRole } from '#shop/accounts/staff/rights.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { ROLE_WORDS } from './role-words.ts';

/** Gives a role to a person who is on the team, or to an account by its address. */
export function RoleDialog({ member, onClose }: { member: StaffMember | null; onClose: () => void }) {
  const [email, setEmail] = useState(member?.email ?? '');
  const [role, setRole] = useState<StaffRole>(member?.role ?? 'entrega');
  const [error, setError] = useState<string>();
  const { isBusy, run } = useAdminAction();

  async function save(): Promise<void> {
    if (email.trim() === '') return setError('Informe o e-mail da conta.');
    const answer = await run({
      path: '/api/admin/staff',
      body: { email, role },
      done: { title: member ? 'Papel alterado' : 'Pessoa adicionada' },
      failed: member ? 'Erro ao mudar papel' : 'Erro ao adicionar pessoa',
      about: 'team',
    });
    if (answer.ok) onClose();
    else setError(answer.message);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={member ? 'Mudar papel' : 'Adicionar pessoa'}
      description={
        member
          ? `${member.name} passa a ver e fazer só o que o papel escolhido permite.`
          : 'A pessoa precisa ter uma conta na loja, com o e-mail confirmado.'
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!member && (
          <EmailField
            value={email}
            autoComplete="off"
            invalid={error !== undefined}
            onChange={(event) => {
              setEmail(event.target.value);
              setError(undefined);
            }}
          />
        )}
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">Papel</legend>
          {STAFF_ROLES.map((each) => (
            <label
              key={each}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 hover:border-muted has-checked:border-accent"
            >
              <input
                type="radio"
                name="role"
                value={each}
                checked={role === each}
                onChange={() => setRole(each)}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="text-sm font-medium">
                {ROLE_WORDS[each].label}
                <span className="block text-xs font-normal text-muted">{ROLE_WORDS[each].allows}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {error && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
        <DialogEnd onCancel={onClose}>
          <Button type="submit" loading={isBusy} loadingLabel="Salvando...">
            {member ? 'Mudar papel' : 'Adicionar'}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
