import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listProviders } from '#shop/payments/providers/list-providers.ts';
import { sellingProviders } from '#shop/payments/providers/provider-order.ts';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/providers';
import { ProviderRow } from './provider-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Provedores de PIX');

export const loader = staffLoader('providers', 'os provedores', async ({ shop }) => ({
  entries: await listProviders(shop),
  first: sellingProviders(shop)[0],
}));

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Who gives the codes of new sales, and how each does. */
export default function AdminProviders({ loaderData }: Route.ComponentProps) {
  return (
    <PanelPage
      title="Provedores de PIX"
      about="A loja pede cada código ao primeiro da lista. Se ele recusa ou não responde, as vendas passam sozinhas para o próximo e voltam quando ele voltar. Cobranças já feitas, avisos de pagamento e devoluções continuam com quem fez a cobrança. Os números são dos últimos 30 dias."
      loaded={loaderData}
    >
      {({ entries, first }) => {
        const order = entries.filter(({ sells }) => sells);
        return (
          <PanelList
            isLines
            rows={entries.map((provider) => (
              <ProviderRow
                key={provider.name}
                provider={provider}
                place={order.indexOf(provider)}
                sellsNow={provider.name === first}
                isOnlyOne={order.filter(({ state }) => state !== 'paused').length === 1}
              />
            ))}
          />
        );
      }}
    </PanelPage>
  );
}
