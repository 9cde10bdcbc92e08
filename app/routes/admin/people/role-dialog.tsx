import { ChoiceCard } from '#app/ui/form/choice-card.tsx';
import { EMAIL_INPUT } from '#app/ui/form/email-field.tsx';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import { Field } from '#app/ui/form/operation-form.tsx';
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
      {!member && <Field {...EMAIL_INPUT} label="Email" name="email" />}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">Papel</legend>
        {STAFF_ROLES.map((role) => (
          <ChoiceCard
            key={role}
            label={ROLE_WORDS[role].label}
            hint={ROLE_WORDS[role].allows}
            name="role"
            value={roleWord(role)}
            defaultChecked={role === (member?.role ?? 'delivery')}
          />
        ))}
      </fieldset>
    </OperationDialog>
  );
}
