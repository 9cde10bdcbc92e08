import { Flame } from 'lucide-react';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { listDemand } from '#shop/preorders/list-demand.ts';
import type { Route } from './+types/demand';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import { DemandRow } from './demand-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mais pedidas sem arquivo');

export const loader = staffLoader('files.manage', 'as mais pedidas', async ({ shop }) => {
  const today = dayOf(shop.now());
  return { skins: await listDemand(shop), today, lastDay: addDays(today, 365) };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Skins without a file by how many people want them: one press sells one ahead, or leads to where its file is sent. */
export default function AdminDemand({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage
      title="Mais pedidas sem arquivo"
      about="Skins que a loja ainda não entrega sozinha, por quantas pessoas querem cada uma. Cada pessoa conta uma vez; quem só abriu a página, uma vez por dia, nos últimos 30 dias."
      loaded={loaderData}
    >
      {({ skins, today, lastDay }) => (
        <PanelList
          isLines
          rows={skins.map((skin) => (
            <li key={skin.sku}>
              <DemandRow skin={skin} days={{ today, lastDay }} />
            </li>
          ))}
        >
          <EmptyState
            icon={Flame}
            title="Ninguém espera por um arquivo"
            about="Quando alguém procurar, desejar ou comprar uma skin sem arquivo, ela aparece aqui."
          />
        </PanelList>
      )}
    </PanelPage>
  );
}
