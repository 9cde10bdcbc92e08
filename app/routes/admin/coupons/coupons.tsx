import { Plus, TicketPercent } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { constraintsOf } from '#app/doors/constraints.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { newCouponFields } from '#shop/pricing/coupon-input.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { loadScreen } from '../../load-screen.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/coupons';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponRow } from './coupon-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Cupons');

const FAILURE = { title: 'Erro ao carregar cupons', description: 'Não foi possível carregar os cupons.' };

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, 'coupons');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => ({
    now: shop.now(),
    coupons: await listCoupons(shop),
    champions: shop.catalog.current().champions.map(({ id, name }) => ({ id, name })),
    constraints: constraintsOf(newCouponFields),
  }));
}

export const action = answerForm;
export const clientAction = preserveTyped;

/** Codes that lower a purchase, and what the creators who share them have sold. */
export default function AdminCoupons({ loaderData }: Route.ComponentProps) {
  const [opened, setOpened] = useOpened('cupom');
  return (
    <section aria-labelledby="coupons-title" className="max-w-[960px] pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="coupons-title" className="text-lg">
          Cupons
        </h2>
        {!('failure' in loaderData) && (
          <OpenButton name="cupom" value="novo" onOpen={() => setOpened('novo')}>
            <Plus aria-hidden="true" className="size-[18px]" />
            Novo cupom
          </OpenButton>
        )}
      </div>
      <p className="mt-1 mb-4 max-w-[68ch] text-sm text-muted">
        Um cupom por pedido. Um pedido que termina sem pagamento devolve o uso. Mudar um cupom não muda os
        pedidos que já têm o desconto dele.
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.coupons.length === 0 ? (
        <EmptyState icon={TicketPercent} title="Nenhum cupom cadastrado" />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {loaderData.coupons.map((coupon) => (
            <CouponRow
              key={coupon.code}
              coupon={coupon}
              championName={
                loaderData.champions.find(({ id }) => id === coupon.championId)?.name ?? coupon.championId
              }
              now={loaderData.now}
              onEdit={() => setOpened(coupon.code)}
            />
          ))}
        </ul>
      )}
      {opened !== null && !('failure' in loaderData) && (
        <CouponDialog
          coupon={loaderData.coupons.find(({ code }) => code === opened) ?? null}
          champions={loaderData.champions}
          constraints={loaderData.constraints}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
