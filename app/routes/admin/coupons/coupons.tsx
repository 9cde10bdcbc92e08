import { Plus, TicketPercent } from 'lucide-react';
import { constraintsOf } from '#app/doors/constraints.ts';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { newCouponFields } from '#shop/pricing/coupon-input.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/coupons';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponRow } from './coupon-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Cupons');

export const loader = staffLoader('coupons', 'os cupons', async ({ shop }) => ({
  now: shop.now(),
  entries: await listCoupons(shop),
  champions: shop.catalog.current().champions.map(({ id, name }) => ({ id, name })),
  constraints: constraintsOf(newCouponFields),
}));

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Codes that lower a purchase, and what the creators who share them have sold. */
export default function AdminCoupons({ loaderData }: Route.ComponentProps) {
  const [opened, setOpened] = useOpened('cupom');
  return (
    <PanelPage
      title="Cupons"
      end={
        !('failure' in loaderData) && (
          <OpenButton name="cupom" value="novo" onOpen={() => setOpened('novo')}>
            <Plus aria-hidden="true" className="size-[18px]" />
            Novo cupom
          </OpenButton>
        )
      }
      about="Um cupom por pedido. Um pedido que termina sem pagamento devolve o uso. Mudar um cupom não muda os pedidos que já têm o desconto dele."
      loaded={loaderData}
    >
      {({ entries, champions, constraints, now }) => (
        <>
          <PanelList
            isLines
            rows={entries.map((coupon) => (
              <CouponRow
                key={coupon.code}
                coupon={coupon}
                championName={champions.find(({ id }) => id === coupon.championId)?.name ?? coupon.championId}
                now={now}
                onEdit={() => setOpened(coupon.code)}
              />
            ))}
          >
            <EmptyState icon={TicketPercent} title="Nenhum cupom cadastrado" />
          </PanelList>
          {opened !== null && (
            <CouponDialog
              coupon={entries.find(({ code }) => code === opened) ?? null}
              champions={champions}
              constraints={constraints}
              onClose={() => setOpened(null)}
            />
          )}
        </>
      )}
    </PanelPage>
  );
}
