import { EmailField } from '#app/ui/form/email-field.tsx';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import { useOperationForm } from '#app/ui/form/operation-form.tsx';
import type { StaffMember } from '#shop/accounts/staff/list-staff.ts';
import { STAFF_ROLES } from '#shop/accounts/staff/rights.ts';
import { roleWord } from '#shop/accounts/staff/role-word.ts';
import { ROLE_WORDS } from './role-words.ts';

/** Gives a role to a person who is on the team, or to an account by its address. */
export function RoleDialog({ member, onClose }: { member: StaffMember | null; onClose: () => void }) {
  return (
    <OperationDialog
      onClose={onClose}
      title={member ? 'Mudar papel' : 'Adicionar pessoa'}
      description={
        member
          ? `${member.name} passa a ver e fazer só o que o papel escolhido permite.`
          : 'A pessoa precisa ter uma conta na loja, com o e-mail confirmado.'
      }
      does="team.set_role"
      {...(member && { fixed: { email: member.email } })}
      done={{ title: member ? 'Papel alterado' : 'Pessoa adicionada' }}
      failed={member ? 'Erro ao mudar papel' : 'Erro ao adicionar pessoa'}
      about="team"
      submit={{ loadingLabel: 'Salvando...', children: member ? 'Mudar papel' : 'Adicionar' }}
    >
      {!member && <Email />}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">Papel</legend>
        {STAFF_ROLES.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 hover:border-muted has-checked:border-accent"
          >
            <input
              type="radio"
              name="role"
              value={roleWord(role)}
              defaultChecked={role === (member?.role ?? 'delivery')}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="text-sm font-medium">
              {ROLE_WORDS[role].label}
              <span className="block text-xs font-normal text-muted">{ROLE_WORDS[role].allows}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </OperationDialog>
  );
}

function Email() {
  const { fields, typed } = useOperationForm();
  return <EmailField autoComplete="off" defaultValue={typed.email} error={fields.email} />;
}
