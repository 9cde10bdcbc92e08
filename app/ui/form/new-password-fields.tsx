import { PasswordField } from './password-field.tsx';

/** A new password and its repetition; `checkNewPassword` reads them. */
export function NewPasswordFields() {
  return (
    <>
      <PasswordField
        label="Nova senha"
        name="password"
        autoComplete="new-password"
        maxLength={128}
        hint="Mínimo de 6 caracteres"
      />
      <PasswordField
        label="Repita a nova senha"
        name="confirmation"
        autoComplete="new-password"
        maxLength={128}
      />
    </>
  );
}
