import { useId, useRef, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import { EmailField } from '#app/ui/form/email-field.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { useFocusInvalid } from '#app/ui/form/use-focus-invalid.ts';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { MAX_RESCUE_REASON } from '#shop/accounts/rescue/rescue-limits.ts';
import { useAdminAction } from '../use-admin-action.ts';

/** Asks for the change of a customer's address. `email`: of the account, where the clerk comes from its order. */
export function RescueDialog({ email: given, onClose }: { email: string; onClose: () => void }) {
  const [draft, setDraft] = useState({ email: given, new_email: '', reason: '' });
  const [fields, setFields] = useState<Record<string, string>>({});
  const { isBusy, run } = useAdminAction();
  const form = useRef<HTMLFormElement>(null);
  useFocusInvalid(form, fields);

  const noteId = useId();

  function change(name: keyof typeof draft, value: string): void {
    setDraft({ ...draft, [name]: value });
    setFields({});
  }
  const wire = (name: 'email' | 'new_email') => ({
    name,
    value: draft[name],
    error: fields[name],
    required: true,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });

  async function ask(): Promise<void> {
    if (isBusy) return;
    const answer = await run({
      path: '/api/admin/rescue',
      body: draft,
      done: { title: 'Troca pedida', description: 'Os dois endereços foram avisados por e-mail.' },
      failed: 'Erro ao pedir a troca',
      about: 'rescue',
    });
    if (answer.ok) return onClose();
    setFields(answer.fields);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Trocar e-mail de uma conta"
      description="Só depois que a pessoa provou que a conta é dela."
    >
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <EmailField {...wire('email')} label="E-mail atual da conta" />
        <EmailField {...wire('new_email')} label="E-mail novo" />
        <div className="flex flex-col gap-1.5">
          <TextArea
            label="Como a pessoa provou quem é"
            name="reason"
            value={draft.reason}
            required
            rows={3}
            maxLength={MAX_RESCUE_REASON}
            invalid={fields.reason !== undefined}
            aria-describedby={noteId}
            onChange={(event) => change('reason', event.target.value)}
          />
          <p id={noteId} className={`text-xs ${fields.reason ? 'text-danger' : 'text-muted'}`}>
            {fields.reason ?? 'Quem é da equipe lê, e a própria pessoa nos dados que baixar.'}
          </p>
        </div>
        <p className="text-sm text-muted">
          O endereço novo recebe um link para confirmar, e o antigo um link para parar a troca. Ela vale
          depois de 24 horas; até lá nada muda.
        </p>
        <DialogEnd onCancel={onClose} cancelLabel="Voltar">
          <Button type="submit" loading={isBusy} loadingLabel="Pedindo...">
            Pedir troca
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
