import { Bot } from 'lucide-react';
import { listRequestable } from '#app/doors/requests/requested-call.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { readRequests } from '#shop/programs/requests/request.ts';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/requests';
import { describeRequest } from './describe-request.ts';
import { DecidedRow, WaitingRow } from './request-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Pedidos de assistente');

const SHOWN_DECIDED = 20;

/** Those that this person's role may decide. */
export const loader = staffLoader(
  'orders.read',
  'os pedidos de assistente',
  async ({ shop, role, hasSecondFactor }) => {
    const all = await readRequests(shop, { operations: listRequestable(role) });
    const isOpen = ({ state, decidedAt }: (typeof all)[number]) => state === 'waiting' && decidedAt === null;
    const described = (list: typeof all) => Promise.all(list.map((asked) => describeRequest(shop, asked)));
    return {
      waiting: await described(all.filter(isOpen)),
      others: await described(all.filter((asked) => !isOpen(asked)).slice(0, SHOWN_DECIDED)),
      hasSecondFactor,
    };
  },
);

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** What assistants ask for. Nothing of it happens until a person confirms it. */
export default function AdminRequests({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage
      title="Pedidos de assistente"
      about="Um assistente de IA com uma chave da loja não mexe em dinheiro, direitos ou arquivos: ele pede, e nada acontece até alguém confirmar aqui. Leia o que vai acontecer; o motivo foi escrito pelo programa e pode estar errado."
      loaded={loaderData}
    >
      {({ waiting, others, hasSecondFactor }) => (
        <>
          <PanelList
            rows={waiting.map((asked) => (
              <WaitingRow key={asked.id} asked={asked} asksCode={hasSecondFactor} />
            ))}
          >
            <EmptyState icon={Bot} title="Nenhum pedido à espera" />
          </PanelList>
          {others.length > 0 && (
            <section aria-labelledby="decided" className="mt-8">
              <h3 id="decided" className="text-base">
                Já decididos
              </h3>
              <PanelList
                isLines
                rows={others.map((asked) => (
                  <DecidedRow key={asked.id} asked={asked} />
                ))}
              />
            </section>
          )}
        </>
      )}
    </PanelPage>
  );
}
