import { useEffect, useState, type ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { PasswordField } from '#app/ui/form/password-field.tsx';
import { QrFrame } from '#app/ui/qr-code/qr-frame.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { SecondFactorAnswer, SecondFactorStep } from './second-factor.ts';

const NOTE_ID = 'second-factor-failure';

/** The purpose of each password question. */
const QUESTIONS = {
  start: { title: 'Ativar verificação em duas etapas', button: 'Continuar', variant: 'accent' },
  renew: { title: 'Novos códigos de recuperação', button: 'Gerar novos códigos', variant: 'accent' },
  stop: { title: 'Desativar verificação em duas etapas', button: 'Desativar', variant: 'danger' },
} as const;
export type Question = keyof typeof QUESTIONS;

const INTROS: Record<Question, string> = {
  start: 'Confirme sua senha. Depois, um aplicativo autenticador no celular vai gerar os códigos.',
  renew: 'Os códigos de recuperação que você tem hoje deixam de valer.',
  stop: 'Sua conta volta a ser protegida só pela senha.',
};

/** From the password to the codes. It stays open until the recovery codes were seen. */
export function SecondFactorDialog({
  question,
  email,
  onClose,
}: {
  question: Question;
  email: string;
  onClose: () => void;
}) {
  const [uri, setUri] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const [isConfirmed, setConfirmed] = useState(false);

  function proceed(answer: SecondFactorAnswer): void {
    if (answer.recoveryCodes.length > 0) setCodes(answer.recoveryCodes);
    switch (answer.done) {
      case 'start':
        setUri(answer.uri);
        break;
      case 'confirm':
        setConfirmed(true);
        showToast({ title: 'Verificação em duas etapas ativada!', tone: 'success' });
        break;
      case 'renew':
        setConfirmed(true);
        break;
      case 'stop':
        showToast({ title: 'Verificação em duas etapas desativada', tone: 'success' });
        onClose();
        break;
      case 'resend':
      case null:
    }
  }

  const title = isConfirmed ? 'Códigos de recuperação' : QUESTIONS[question].title;
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      {isConfirmed ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : uri ? (
        <StepForm key="confirm" step="confirm" button="Ativar" onCancel={onClose} onDone={proceed}>
          {(markOf) => (
            <>
              <ScanMe uri={uri} />
              <TextField
                label="Código de 6 dígitos"
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                hint="O código que o aplicativo mostra agora"
                {...markOf('code')}
              />
            </>
          )}
        </StepForm>
      ) : (
        <StepForm key={question} step={question} {...QUESTIONS[question]} onCancel={onClose} onDone={proceed}>
          {(markOf) => (
            <>
              <p className="text-sm text-muted">{INTROS[question]}</p>
              <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
              <PasswordField
                label="Senha atual"
                name="current"
                autoComplete="current-password"
                maxLength={128}
                {...markOf('current')}
              />
            </>
          )}
        </StepForm>
      )}
    </Dialog>
  );
}

function StepForm({
  step,
  button,
  variant = 'accent',
  onCancel,
  onDone,
  children,
}: {
  step: SecondFactorStep;
  button: string;
  variant?: 'accent' | 'danger';
  onCancel: () => void;
  onDone: (answer: SecondFactorAnswer) => void;
  children: (markOf: ReturnType<typeof useFailure>['markOf']) => ReactNode;
}) {
  const fetcher = useFetcher<SecondFactorAnswer>();
  const answer = fetcher.data;
  const { form, markOf } = useFailure(answer?.failure, NOTE_ID);
  // Each step takes the place of the one before, and the focus would be lost with it.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus(), [form]);
  useEffect(() => {
    if (answer?.failure) console.error(answer.failure.title, answer.failure.description);
    if (answer?.done) onDone(answer);
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer
  }, [answer]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/dashboard/perfil/verificacao"
      noValidate
      className="flex flex-col gap-4"
    >
      <FailureNote failure={answer?.failure} noteId={NOTE_ID} />
      <input type="hidden" name="step" value={step} />
      {children(markOf)}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
        <Button
          type="submit"
          variant={variant}
          loading={fetcher.state !== 'idle'}
          loadingLabel="Conferindo..."
        >
          {button}
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** The address of the account in an authenticator app, to scan or to type. */
function ScanMe({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <p className="text-sm">
        Abra um aplicativo autenticador (Google Authenticator, Microsoft Authenticator, Aegis ou outro) e leia
        este código.
      </p>
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-center">
        <QrFrame
          text={uri}
          label="QR code para o aplicativo autenticador"
          className="w-[220px]! shrink-0 sm:w-[200px]!"
        />
        <div className="w-full text-sm">
          <p className="text-muted">No mesmo celular? Digite esta chave no aplicativo:</p>
          <p className="mt-2 font-mono text-sm leading-relaxed break-words select-all" data-testid="secret">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </div>
      </div>
    </>
  );
}
