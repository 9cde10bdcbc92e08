import { Link } from 'react-router';

export function ForgotPasswordLink() {
  return (
    <Link
      to="/auth/recuperar"
      className="-my-2 inline-flex min-h-11 items-center self-start text-sm text-info hover:underline"
    >
      Esqueci minha senha
    </Link>
  );
}
