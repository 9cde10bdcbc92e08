import { OperationForm, SubmitButton, useOperationForm } from '#app/ui/form/operation-form.tsx';

/** A real mail to whoever presses. Its answer leaves the list of parts as it is. */
export function TestMail({ to }: { to: string }) {
  return (
    <section
      aria-labelledby="test-mail-title"
      className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h3 id="test-mail-title" className="text-base font-semibold">
        E-mail de teste
      </h3>
      <p className="mt-1 text-sm [overflow-wrap:anywhere] text-muted">
        A verificação acima não manda e-mails. Este botão manda um de verdade para você: {to}
      </p>
      <OperationForm
        does="health.mail"
        failed="Erro ao enviar o e-mail"
        about="health"
        className="mt-3 flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center"
      >
        <SubmitButton variant="outline" loadingLabel="Enviando..." className="shrink-0">
          Enviar e-mail de teste
        </SubmitButton>
        <Told />
      </OperationForm>
    </section>
  );
}

function Told() {
  const told = useOperationForm().answer?.value as { isGood: boolean; text: string } | undefined;
  return (
    <p
      role="status"
      className={`min-w-0 text-sm [overflow-wrap:anywhere] ${told?.isGood ? 'text-ok' : 'text-danger'}`}
    >
      {told?.text}
    </p>
  );
}
