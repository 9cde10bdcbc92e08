import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useFetcher } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { PasswordField } from '#app/ui/form/password-field.tsx';
import type { DeleteAnswer } from './delete-account.ts';

/** The button, and the dialog that it opens. */
export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" className="w-full sm:w-auto" onClick={() => setOpen(true)}>
        Excluir conta
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Excluir sua conta?"
        description="Não dá para desfazer: sua coleção, seu perfil e suas mensagens são apagados."
      >
        <DeleteForm email={email} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const NOTE_ID = 'delete-failure';

function DeleteForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const fetcher = useFetcher<DeleteAnswer>();
  const failure = fetcher.data?.failure;
  const { form, markOf } = useFailure(failure, NOTE_ID);
  useEffect(() => {
    if (failure) console.error(failure.title, failure.description);
  }, [failure]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/dashboard/perfil/excluir"
      noValidate
      className="flex flex-col gap-4"
    >
      {/* The code that keeps this form when the line is lost must be here before it is. */}
      <PrefetchPageLinks page="/dashboard/perfil/excluir" />
      <FailureNote failure={failure} noteId={NOTE_ID} />
      <p className="text-sm text-muted">
        Seus pedidos ficam guardados sem nome, email, telefone ou CPF, porque a lei pede o registro das
        vendas. Pedidos não pagos são cancelados.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Digite sua senha para confirmar"
        name="current"
        autoComplete="current-password"
        maxLength={128}
        {...markOf('current')}
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" variant="danger" loading={fetcher.state !== 'idle'} loadingLabel="Excluindo...">
          Excluir conta
        </Button>
      </div>
    </fetcher.Form>
  );
}
