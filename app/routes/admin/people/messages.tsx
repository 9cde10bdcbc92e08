import { Inbox } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
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

export const action = answerForm;
export const clientAction = preserveTyped;

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
          <EmptyState icon={Inbox} title="Nenhuma mensagem recebida">
            <p className="max-w-[48ch] text-sm text-muted">
              O que chega pelos formulários de contato e de suporte aparece aqui.
            </p>
          </EmptyState>
        </PanelList>
      )}
    </PanelPage>
  );
}
