import { skuOf } from '#app/ui/cart/cart-storage.ts';
import { CircleCheck, ShoppingCart } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useFetcher, useNavigate } from 'react-router';
import { useCart, type CartItem } from '#app/ui/cart/cart.tsx';
import { useReloadMarks } from '#app/ui/skin/marks.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useSession } from '#app/ui/frame/session.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { quotePurchase } from '#shop/pricing/quote-purchase.ts';
import { usePaymentDialog } from '../payment/start/use-payment-dialog.ts';
import type { Route } from './+types/cart';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import type { CartCheck } from './check-cart.ts';
import { CouponField } from './coupon-field.tsx';
import { refuseCheckout } from './refuse-checkout.ts';
import { useCoupon } from './use-coupon.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Carrinho');

export default function CartPage() {
  const { items, count, ready } = useCart();
  const [bought, setBought] = useState<readonly CartItem[]>([]);
  return (
    <div className="gutter mx-auto min-h-[30rem] max-w-[1600px] pt-6 sm:pt-10">
      <h1 className="text-xl sm:text-2xl">Carrinho</h1>
      <p className="mt-1 min-h-6 text-muted" role="status">
        {ready && count > 0 && `${count} ${count === 1 ? 'item' : 'itens'}`}
      </p>
      {bought.length > 0 && <BoughtNote items={bought} />}
      {!ready ? (
        <CartSkeleton />
      ) : count === 0 ? (
        <EmptyState as="h2" icon={ShoppingCart} title="Seu carrinho está vazio">
          <LinkButton to="/loja">Explorar a loja</LinkButton>
        </EmptyState>
      ) : (
        <FilledCart items={items} onBought={(more) => setBought((sofar) => [...sofar, ...more])} />
      )}
      <noscript>
        <p className="text-muted">O carrinho fica guardado neste navegador e precisa de JavaScript.</p>
      </noscript>
    </div>
  );
}

function FilledCart({
  items,
  onBought,
}: {
  items: readonly CartItem[];
  /** They have left the cart: paid elsewhere, or by somebody else. */
  onBought: (items: readonly CartItem[]) => void;
}) {
  const cart = useCart();
  const session = useSession();
  const navigate = useNavigate();
  const check = useCartCheck(items, session?.email ?? '');
  const payment = usePaymentDialog();
  const reloadMarks = useReloadMarks();
  useLiveRefresh('orders');
  const leave = useEffectEvent(() => {
    const bought = items.filter(({ id }) => check?.[id]?.state === 'owned');
    // A payment that was begun here empties the cart itself, once its success was seen.
    if (bought.length === 0 || payment.Dialog) return;
    onBought(bought);
    cart.drop(bought.map(({ id }) => id));
  });
  useEffect(() => {
    if (check) leave();
  }, [check]);

  const priced = items.map((item) => ({
    ...item,
    priceCents: check?.[item.id]?.priceCents ?? item.priceCents,
  }));
  const stateOf = (id: string) => check?.[id]?.state ?? 'for_sale';
  const coupon = useCoupon(items.filter(({ id }) => stateOf(id) === 'for_sale').map(skuOf));
  const quote = coupon.applied ?? quotePurchase(priced);

  const updatingCount = items.filter(
    ({ id }) => check?.[id]?.isUpdating && stateOf(id) === 'for_sale',
  ).length;
  const releases = items.flatMap(({ id }) => (stateOf(id) === 'for_sale' && check?.[id]?.aheadUntil) || []);

  function checkout(): void {
    const isBlocked = items.some(({ id }) => stateOf(id) !== 'for_sale');
    const refusal = refuseCheckout({ count: cart.count, isSignedIn: session !== null, isBlocked });
    if (!refusal) return void payment.show();
    showToast(refusal);
    if (refusal.about === 'login') void navigate('/auth?voltar=/carrinho');
  }

  return (
    <div className="mt-4 grid gap-6 lg:grid-cols-[1fr_360px] lg:items-start lg:gap-10">
      <ul className="divide-y divide-line border-y border-line">
        {priced.map((item) => (
          <CartLine
            key={item.id}
            item={item}
            state={stateOf(item.id)}
            isUpdating={check?.[item.id]?.isUpdating ?? false}
            aheadUntil={check?.[item.id]?.aheadUntil ?? null}
          />
        ))}
      </ul>
      <CartSummary
        quote={quote}
        coupon={<CouponField coupon={coupon} className="mt-5 border-t border-line pt-4" />}
        isQuoting={coupon.isAsking}
        updating={{ count: updatingCount, of: items.length }}
        releases={releases}
        onCheckout={checkout}
        payment={payment}
      />
      {payment.Dialog && (
        <payment.Dialog
          open={payment.open}
          onOpenChange={payment.setOpen}
          purchase={{ kind: 'cart', items: priced }}
          cartCoupon={coupon}
          updatingCount={updatingCount}
          releases={releases}
          totalCents={quote.totalCents}
          onPaid={(hasLeft, ids) => {
            payment.setOpen(false);
            cart.drop(ids);
            reloadMarks();
            if (!hasLeft) void navigate('/dashboard/pedidos');
          }}
        />
      )}
    </div>
  );
}

function BoughtNote({ items }: { items: readonly CartItem[] }) {
  const names = items.map(({ skinName }) => skinName).join(', ');
  return (
    <p
      role="status"
      className="mt-4 flex items-start gap-2.5 rounded-control border border-ok/40 bg-ok/10 px-3.5 py-3 text-sm"
    >
      <CircleCheck aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-ok" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {items.length === 1 ? 'Já é sua e saiu do carrinho: ' : 'Já são suas e saíram do carrinho: '}
        {names}.{' '}
        <Link to="/dashboard/colecao" className="text-info underline underline-offset-2 hover:text-text">
          Ver minha coleção
        </Link>
      </span>
    </p>
  );
}

/** Asks the server which skins of the cart can still be bought, and at what price. */
function useCartCheck(items: readonly CartItem[], email: string) {
  const { load, data } = useFetcher<CartCheck | null>();
  const ids = items.map(({ id }) => id).join(',');
  useEffect(() => {
    void load(`/carrinho/conferir?${new URLSearchParams({ ids })}`);
    // `email`: who asks decides what is owned.
  }, [load, ids, email]);
  return data;
}

function CartSkeleton() {
  return (
    <div className="mt-4 grid gap-6 lg:grid-cols-[1fr_360px] lg:gap-10 noscript:hidden">
      <Skeleton className="h-28" />
      <Skeleton className="h-56 rounded-card" />
    </div>
  );
}
