import { EMAIL_INPUT } from '#app/ui/form/email-field.tsx';
import { OperationDialog } from '#app/ui/form/operation-dialog.tsx';
import { AreaField, Field } from '#app/ui/form/operation-form.tsx';
import { MAX_RESCUE_REASON } from '#shop/accounts/rescue/rescue-limits.ts';

/** Asks for the change of a customer's address. `email`: of the account, where the clerk comes from its order. */
export function RescueDialog({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <OperationDialog
      onClose={onClose}
      title="Trocar e-mail de uma conta"
      description="Só depois que a pessoa provou que a conta é dela."
      does="rescues.ask"
      done={{ title: 'Troca pedida', description: 'Os dois endereços foram avisados por e-mail.' }}
      failed="Erro ao pedir a troca"
      about="rescue"
      cancelLabel="Voltar"
      submit={{ loadingLabel: 'Pedindo...', children: 'Pedir troca' }}
    >
      <Field {...EMAIL_INPUT} required label="E-mail atual da conta" name="email" defaultValue={email} />
      <Field {...EMAIL_INPUT} required label="E-mail novo" name="newEmail" />
      <AreaField
        label="Como a pessoa provou quem é"
        name="reason"
        required
        rows={3}
        maxLength={MAX_RESCUE_REASON}
        hint="Só a equipe lê."
      />
      <p className="text-sm text-muted">
        O endereço novo recebe um link para confirmar, e o antigo um link para parar a troca. Ela vale depois
        de 24 horas; até lá nada muda.
      </p>
    </OperationDialog>
  );
}
