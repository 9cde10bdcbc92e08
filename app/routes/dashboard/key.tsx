import { KeyRound } from 'lucide-react';
import { data } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getVisitor } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { CopiedField } from '#app/ui/form/copied-field.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { findEntry } from '#shop/collection/note-worked.ts';
import { showKey } from '#shop/delivery/keys/show-key.ts';
import { isAskedAhead } from '../is-asked-ahead.ts';
import type { Route } from './+types/key';
import { loadOwn } from './load-own.ts';

const FAILURE = { title: 'Erro ao carregar a chave', description: 'Não foi possível carregar a sua chave.' };

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Sua chave');

/** `GET /dashboard/chave/{collectionId}`: that its owner opened it is written down, as a download is. */
export function loader({ params, request, ...args }: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const entryId = params.collectionId.toLowerCase();
    const asked = { userId: user.id, entryId };
    const entry = isUuid(entryId) && !isAskedAhead(request) ? await findEntry(shop, asked) : null;
    const key = entry
      ? await showKey(shop, {
          ...asked,
          address: getVisitor(args.context).ip,
          userAgent: request.headers.get('user-agent'),
        })
      : null;
    if (!entry || key === null) return data({ found: null }, { status: 404 });
    return { found: { key, skinName: entry.skinName } };
  });
}

export default function KeyPage({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (!loaderData.found) {
    return (
      <EmptyState as="h1" icon={KeyRound} title="Esta chave não está na sua coleção">
        <LinkButton to="/dashboard/colecao" variant="outline">
          Ver minha coleção
        </LinkButton>
      </EmptyState>
    );
  }
  const { key, skinName } = loaderData.found;
  return (
    <div className="max-w-[640px]">
      <BackLink to="/dashboard/colecao">Minha Coleção</BackLink>
      <h1 className="mt-1 text-xl break-words sm:text-2xl">Chave de {skinName}</h1>
      <p className="mt-2 text-muted">
        Ela é só sua e vale uma vez. Não a mostre a ninguém: quem a lê pode usá-la no seu lugar.
      </p>
      <div className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6">
        <CopiedField label="Sua chave" text={key} button="Copiar chave" noun={{ word: 'Chave', end: 'a' }} />
      </div>
    </div>
  );
}
