import { NewPasswordFields } from '#app/ui/form/new-password-fields.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { CurrentPassword, DialogButton, DialogForm } from './dialog-form.tsx';

export function ChangePassword({ email }: { email: string }) {
  return (
    <DialogButton
      label="Alterar senha"
      variant="outline"
      title="Alterar senha"
      description="As outras sessões da sua conta serão encerradas."
    >
      {(close) => (
        <DialogForm
          action="/dashboard/perfil/senha"
          button="Alterar senha"
          busy="Alterando..."
          onCancel={close}
          onDone={() => {
            showToast({ title: 'Senha alterada!', tone: 'success' });
            close();
          }}
        >
          <CurrentPassword email={email} />
          <NewPasswordFields />
        </DialogForm>
      )}
    </DialogButton>
  );
}
