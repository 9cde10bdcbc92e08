import { Download, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { buttonClass } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { readFeedUrl } from '#shop/delivery/feed/change-feed.ts';
import type { Route } from './+types/my-data';
import { FeedCard } from './install/feed-card.tsx';
import { loadOwn } from './load-own.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Meus dados');

const FAILURE = { title: 'Erro ao carregar', description: 'Não foi possível carregar os seus dados.' };

export function loader(args: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => ({ url: await readFeedUrl(shop, user.id) }));
}

export const action = answerForm;
export const clientAction = preserveTyped;

const card = 'flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-4 sm:p-6';
const link = 'text-info underline underline-offset-2 hover:text-text';

/** What a person may do with what the shop knows about them. */
export default function MyData({ loaderData }: Route.ComponentProps) {
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
        {'failure' in loaderData ? (
          <LoadFailure {...loaderData.failure} />
        ) : (
          <FeedCard url={loaderData.url} className={card} />
        )}
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
