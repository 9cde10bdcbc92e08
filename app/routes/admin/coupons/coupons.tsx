import { Plus, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { getShop } from '#app/request-context.ts';
import { Button } from '#app/ui/form/button.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { listCoupons, type ListedCoupon } from '#shop/pricing/list-coupons.ts';
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
  }));
}

/** Codes that lower a purchase, and what the creators who share them have sold. */
export default function AdminCoupons({ loaderData }: Route.ComponentProps) {
  const [opened, setOpened] = useState<{ coupon: ListedCoupon | null } | null>(null);
  return (
    <section aria-labelledby="coupons-title" className="max-w-[960px] pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="coupons-title" className="text-lg">
          Cupons
        </h2>
        {!('failure' in loaderData) && (
          <Button onClick={() => setOpened({ coupon: null })}>
            <Plus aria-hidden="true" className="size-[18px]" />
            Novo cupom
          </Button>
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
              onEdit={() => setOpened({ coupon })}
            />
          ))}
        </ul>
      )}
      {opened && !('failure' in loaderData) && (
        <CouponDialog
          coupon={opened.coupon}
          champions={loaderData.champions}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
