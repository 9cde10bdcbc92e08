import { useEffect, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { showToast } from '#app/ui/feedback/toast.ts';

/** The result of a press of the form's button. */
export interface NameAnswer {
  saved: boolean;
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
  const isSending = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(answer?.failure);
  useEffect(() => {
    if (answer?.failure) console.error(answer.failure.title, answer.failure.description);
    if (answer?.saved) showToast({ title: 'Perfil atualizado!', tone: 'success' });
  }, [answer]);
  return (
    <Form ref={form} method="post" noValidate className="flex flex-col gap-4">
      <FailureNote failure={answer?.failure} />
      <TextField
        // A saved name comes back tidied; a refused one stays as typed.
        key={answer?.failure ? 'kept' : name}
        label="Nome de exibição"
        name="name"
        autoComplete="nickname"
        maxLength={80}
        defaultValue={answer?.failure ? answer.name : name}
        {...markOf('name')}
      />
      {children}
      <Button type="submit" className="sm:self-start" loading={isSending} loadingLabel="Salvando...">
        Salvar alterações
      </Button>
    </Form>
  );
}
