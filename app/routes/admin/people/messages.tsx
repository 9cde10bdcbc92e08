import { Inbox } from 'lucide-react';
import { data } from 'react-router';
import { getShop } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { listMessages } from '#shop/messages/list-messages.ts';
import { markMessage } from '#shop/messages/mark-message.ts';
import { preserveForm, NOTHING_CHANGED } from '../../preserve-form.ts';
import { readForm } from '../../read-form.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/messages';
import { readMessageMark } from './message-mark.ts';
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

export async function action({ context, request }: Route.ActionArgs) {
  const { user } = await requireStaff(context, 'tickets');
  const asked = readMessageMark(await readForm(request));
  if (!asked) throw data(null, { status: 400 });
  // One that is gone meanwhile disappears with the list, which is loaded afresh after this.
  await markMessage(getShop(context), { actorUserId: user.id, ...asked });
  return { ok: true };
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  preserveForm({ request, title: 'Erro ao atualizar mensagem' }, serverAction, ({ title }) => {
    showToast({ title, description: NOTHING_CHANGED, tone: 'danger', stays: true, about: 'message' });
    return { ok: false };
  });

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
