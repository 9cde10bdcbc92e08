import { MailCheck } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { listRescues } from '#shop/accounts/rescue/list-rescues.ts';
import { loadScreen } from '../../load-screen.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/rescues';
import { RescueDialog } from './rescue-dialog.tsx';
import { RescueRow } from './rescue-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Troca de e-mail');

const FAILURE = {
  title: 'Erro ao carregar trocas de e-mail',
  description: 'Não foi possível carregar as trocas de e-mail.',
};

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'rescue');
  const shop = getShop(context);
  const { searchParams } = url;
  return loadScreen(context, FAILURE, async () => {
    const { entries, nextPage } = await takePages(readPageCount(searchParams), (cursor) =>
      listRescues(shop, { cursor }),
    );
    return { rescues: entries, nextPage };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

/** Customers whose address is wrong or lost, and how far each change is. */
export default function AdminRescues({ loaderData }: Route.ComponentProps) {
  const [opened, setOpened] = useOpened('email');
  return (
    <section aria-labelledby="rescues-title" className="max-w-[960px] pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="rescues-title" className="text-lg">
          Troca de e-mail
        </h2>
        {!('failure' in loaderData) && (
          <OpenButton name="email" onOpen={() => setOpened('')}>
            <MailCheck aria-hidden="true" className="size-[18px]" />
            Pedir troca
          </OpenButton>
        )}
      </div>
      <p className="mt-1 mb-4 max-w-[68ch] text-sm text-muted">
        Para quem errou o e-mail no cadastro ou perdeu o acesso a ele. O endereço novo confirma, o antigo pode
        parar, e depois de 24 horas a conta muda e as sessões dela terminam.
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.rescues.length === 0 ? (
        <EmptyState icon={MailCheck} title="Nenhuma troca de e-mail" />
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {loaderData.rescues.map((rescue) => (
              <RescueRow key={rescue.id} rescue={rescue} />
            ))}
          </ul>
          <NextPageLink page={loaderData.nextPage} />
        </>
      )}
      {opened !== null && <RescueDialog email={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
