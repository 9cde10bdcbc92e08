import { useEffect, type ReactNode } from 'react';
import { FailureForm, SendButton } from '#app/ui/form/failure-form.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { showToast } from '#app/ui/feedback/toast.ts';

/** The result of a press of the form's button. */
export interface NameAnswer {
  failure: ScreenFailure | undefined;
  /** The typed text, for a refused form. */
  name: string;
}

export function NameForm({
  name,
  answer,
  children,
}: {
  name: string;
  answer: NameAnswer | undefined;
  /** Content beside the name that is not saved with it. */
  children: ReactNode;
}) {
  useEffect(() => {
    if (answer?.failure) console.error(answer.failure.title, answer.failure.description);
    else if (answer) showToast({ title: 'Perfil atualizado!', tone: 'success' });
  }, [answer]);
  return (
    <FailureForm failure={answer?.failure}>
      <TextField
        // A saved name comes back tidied; a refused one stays as typed.
        key={answer?.failure ? 'kept' : name}
        label="Nome de exibição"
        name="name"
        autoComplete="nickname"
        maxLength={80}
        defaultValue={answer?.failure ? answer.name : name}
      />
      {children}
      <SendButton className="sm:self-start" loadingLabel="Salvando...">
        Salvar alterações
      </SendButton>
    </FailureForm>
  );
}
