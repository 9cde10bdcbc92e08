import { Link, useLocation } from 'react-router';

/** Signed out in another tab, or too long away: this screen can no longer hear or ask anything. */
export function SessionEnded({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="rounded-control border border-danger/50 px-4 py-3 text-sm">
      <p>{children}</p>
      <Link
        to={`/auth?${new URLSearchParams({ voltar: pathname + search })}`}
        className="mt-1 inline-flex min-h-11 items-center font-semibold text-info underline underline-offset-4"
      >
        Entrar na minha conta
      </Link>
    </div>
  );
}
