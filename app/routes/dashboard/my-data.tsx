import { Download, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/my-data';
import { requireSession } from './require-session.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Meus dados');

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireSession(context, url);
  return null;
}

const card = 'flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-4 sm:p-6';
const link = 'text-info underline underline-offset-2 hover:text-text';

/** What a person may do with what the shop knows about them. */
export default function MyData() {
  return (
    <div className="max-w-[720px]">
      <h1 className="text-xl sm:text-2xl">Meus dados</h1>
      <p className="mt-1 text-muted">
        O que a loja guarda sobre você, e por quanto tempo, está na{' '}
        <Link to="/privacidade" className={link}>
          Política de privacidade
        </Link>
        .
      </p>
      <div className="mt-6 flex flex-col gap-4">
        <section aria-labelledby="export" className={card}>
          <h2 id="export" className="text-lg">
            Baixar tudo
          </h2>
          <p className="text-muted">
            Um arquivo ZIP com a sua conta, seus pedidos, pagamentos, coleção, mensagens e sessões, em JSON e
            em planilhas. Ele tem dados pessoais, como o seu CPF: guarde em um lugar seguro.
          </p>
          {/* The browser saves the answer; the page stays. */}
          <a href="/api/me/export" download className={buttonClass('accent')}>
            <Download aria-hidden="true" className="size-[18px]" />
            Baixar meus dados
          </a>
        </section>
        <section aria-labelledby="delete" className={card}>
          <h2 id="delete" className="text-lg">
            Corrigir ou excluir
          </h2>
          <p className="text-muted">
            No perfil você muda o seu nome e pode excluir a conta. Os pedidos pagos ficam nos livros da loja,
            sem o seu nome.
          </p>
          <LinkButton to="/dashboard/perfil" variant="outline">
            <UserRound aria-hidden="true" className="size-[18px]" />
            Ir para o perfil
          </LinkButton>
        </section>
      </div>
    </div>
  );
}
