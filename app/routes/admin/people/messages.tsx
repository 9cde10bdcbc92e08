import { Inbox } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listMessages } from '#shop/messages/list-messages.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/messages';
import { MessageRow } from './message-row.tsx';
import { requireStaff } from '../require-staff.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mensagens');

const FAILURE = {
  title: 'Erro ao carregar mensagens',
  description: 'Não foi possível carregar as mensagens.',
};

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'tickets');
  const shop = getShop(context);
  const pages = readPageCount(url.searchParams);
  return loadScreen(context, FAILURE, async () => {
    const { entries, nextPage } = await takePages(pages, (cursor) => listMessages(shop, { cursor }));
    return { messages: entries, nextPage };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

export default function AdminMessages({ loaderData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="messages-title" className="max-w-[960px] pt-5">
      <h2 id="messages-title" className="mb-4 text-lg">
        Mensagens
      </h2>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.messages.length === 0 ? (
        <EmptyState icon={Inbox} title="Nenhuma mensagem recebida">
          <p className="max-w-[48ch] text-sm text-muted">
            O que chega pelos formulários de contato e de suporte aparece aqui.
          </p>
        </EmptyState>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {loaderData.messages.map((message) => (
              <li key={message.id}>
                <MessageRow message={message} />
              </li>
            ))}
          </ul>
          <NextPageLink page={loaderData.nextPage} />
        </>
      )}
    </section>
  );
}
