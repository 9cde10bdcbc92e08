import { MailCheck } from 'lucide-react';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { listRescues } from '#shop/accounts/rescue/list-rescues.ts';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/rescues';
import { RescueDialog } from './rescue-dialog.tsx';
import { RescueRow } from './rescue-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Troca de e-mail');

export const loader = staffLoader('rescue', 'as trocas de e-mail', ({ shop, listPages }) =>
  listPages((cursor) => listRescues(shop, { cursor })),
);

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Customers whose address is wrong or lost, and how far each change is. */
export default function AdminRescues({ loaderData }: Route.ComponentProps) {
  const [opened, setOpened] = useOpened('email');
  return (
    <PanelPage
      title="Troca de e-mail"
      end={
        !('failure' in loaderData) && (
          <OpenButton name="email" onOpen={() => setOpened('')}>
            <MailCheck aria-hidden="true" className="size-[18px]" />
            Pedir troca
          </OpenButton>
        )
      }
      about="Para quem errou o e-mail no cadastro ou perdeu o acesso a ele. O endereço novo confirma, o antigo pode parar, e depois de 24 horas a conta muda e as sessões dela terminam."
      loaded={loaderData}
    >
      {({ entries, nextPage }) => (
        <>
          <PanelList
            isLines
            rows={entries.map((rescue) => (
              <RescueRow key={rescue.id} rescue={rescue} />
            ))}
            nextPage={nextPage}
          >
            <EmptyState icon={MailCheck} title="Nenhuma troca de e-mail" />
          </PanelList>
          {opened !== null && <RescueDialog email={opened} onClose={() => setOpened(null)} />}
        </>
      )}
    </PanelPage>
  );
}
