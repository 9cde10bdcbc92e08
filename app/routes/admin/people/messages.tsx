import { Inbox } from 'lucide-react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listMessages } from '#shop/messages/list-messages.ts';
import type { Route } from './+types/messages';
import { MessageRow } from './message-row.tsx';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mensagens');

export const loader = staffLoader('tickets', 'as mensagens', ({ shop, listPages }) =>
  listPages((cursor) => listMessages(shop, { cursor })),
);

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

export default function AdminMessages({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage title="Mensagens" loaded={loaderData}>
      {({ entries, nextPage }) => (
        <PanelList
          nextPage={nextPage}
          rows={entries.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} />
            </li>
          ))}
        >
          <EmptyState
            icon={Inbox}
            title="Nenhuma mensagem recebida"
            about="O que chega pelos formulários de contato e de suporte aparece aqui."
          />
        </PanelList>
      )}
    </PanelPage>
  );
}
