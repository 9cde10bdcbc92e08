import { Link, useSearchParams } from 'react-router';
import { returnSearch } from './return-search.ts';

export function ForgotPasswordLink() {
  const [params] = useSearchParams();
  return (
    <Link
      to={`/auth/recuperar${returnSearch(params)}`}
      className="-my-2 inline-flex min-h-11 items-center self-start text-sm text-info hover:underline"
    >
      Esqueci minha senha
    </Link>
  );
}
