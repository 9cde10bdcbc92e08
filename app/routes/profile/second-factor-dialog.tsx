import { useState } from 'react';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { QrFrame } from '#app/ui/qr-code/qr-frame.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { CurrentPassword, DialogForm } from './dialog-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { SecondFactorAnswer } from './second-factor.ts';

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

  const asked = QUESTIONS[question];
  const steps = {
    action: '/dashboard/perfil/verificacao',
    busy: 'Conferindo...',
    onCancel: onClose,
    onDone: proceed,
  };
  return (
    <Dialog
      open
      keepsOpen={isConfirmed}
      onOpenChange={onClose}
      title={isConfirmed ? 'Códigos de recuperação' : asked.title}
    >
      {isConfirmed ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : uri ? (
        <DialogForm key="confirm" {...steps} button="Ativar">
          <input type="hidden" name="step" value="confirm" />
          <ScanMe uri={uri} />
          <TextField
            label="Código de 6 dígitos"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            hint="O código que o aplicativo mostra agora"
          />
        </DialogForm>
      ) : (
        <DialogForm key={question} {...steps} button={asked.button} variant={asked.variant}>
          <input type="hidden" name="step" value={question} />
          <p className="text-sm text-muted">{INTROS[question]}</p>
          <CurrentPassword email={email} />
        </DialogForm>
      )}
    </Dialog>
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
