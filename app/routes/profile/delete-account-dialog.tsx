import { CurrentPassword, DialogButton, DialogForm } from './dialog-form.tsx';

export function DeleteAccount({ email }: { email: string }) {
  return (
    <DialogButton
      label="Excluir conta"
      variant="danger"
      title="Excluir sua conta?"
      description="Não dá para desfazer: sua coleção, seu perfil e suas mensagens são apagados."
    >
      {(close) => (
        <DialogForm
          action="/dashboard/perfil/excluir"
          button="Excluir conta"
          busy="Excluindo..."
          variant="danger"
          onCancel={close}
        >
          <p className="text-sm text-muted">
            Seus pedidos ficam guardados sem nome, email, telefone ou CPF, porque a lei pede o registro das
            vendas. Pedidos não pagos são cancelados.
          </p>
          <CurrentPassword email={email} label="Digite sua senha para confirmar" />
        </DialogForm>
      )}
    </DialogButton>
  );
}
