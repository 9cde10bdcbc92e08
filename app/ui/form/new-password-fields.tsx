import type { useFailure } from '../feedback/failure-note.tsx';
import { PasswordField } from './password-field.tsx';

/** A new password and its repetition; `checkNewPassword` reads them. */
export function NewPasswordFields({ markOf }: Pick<ReturnType<typeof useFailure>, 'markOf'>) {
  return (
    <>
      <PasswordField
        label="Nova senha"
        name="password"
        autoComplete="new-password"
        maxLength={128}
        hint="Mínimo de 6 caracteres"
        {...markOf('password')}
      />
      <PasswordField
        label="Repita a nova senha"
        name="confirmation"
        autoComplete="new-password"
        maxLength={128}
        {...markOf('confirmation')}
      />
    </>
  );
}
