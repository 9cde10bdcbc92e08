import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useFetcher } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { NewPasswordFields } from '#app/ui/form/new-password-fields.tsx';
import { PasswordField } from '#app/ui/form/password-field.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import type { PasswordAnswer } from './change-password.ts';

/** The button, and the dialog that it opens. */
export function ChangePassword({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" className="w-full sm:w-auto" onClick={() => setOpen(true)}>
        Alterar senha
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Alterar senha"
        description="As outras sessões da sua conta serão encerradas."
      >
        <PasswordForm email={email} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const NOTE_ID = 'password-failure';

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const fetcher = useFetcher<PasswordAnswer>();
  const answer = fetcher.data;
  const { form, markOf } = useFailure(answer?.failure, NOTE_ID);
  useEffect(() => {
    if (answer?.failure) console.error(answer.failure.title, answer.failure.description);
    if (!answer?.changed) return;
    showToast({ title: 'Senha alterada!', tone: 'success' });
    onDone();
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer; the dialog's own closing is no news
  }, [answer]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/dashboard/perfil/senha"
      noValidate
      className="flex flex-col gap-4"
    >
      {/* The code that keeps this form when the line is lost must be here before it is. */}
      <PrefetchPageLinks page="/dashboard/perfil/senha" />
      <FailureNote failure={answer?.failure} noteId={NOTE_ID} />
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Senha atual"
        name="current"
        autoComplete="current-password"
        maxLength={128}
        {...markOf('current')}
      />
      <NewPasswordFields markOf={markOf} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" loading={fetcher.state !== 'idle'} loadingLabel="Alterando...">
          Alterar senha
        </Button>
      </div>
    </fetcher.Form>
  );
}
