import { skinKey } from '#shop/catalog/sku.ts';
import { useNavigate } from 'react-router';
import { useCart } from '#app/ui/cart/cart.tsx';
import { useReloadMarks } from '#app/ui/skin/marks.tsx';
import { CancelOrder } from '#app/ui/order/cancel-order.tsx';
import { PaymentStatus } from './code/payment-status.tsx';
import type { PaymentView } from './code/payment-state.ts';
import { usePayment } from './code/use-payment.ts';

/** 'Pagar agora' on any device: the same code as on the others, or the result of the payment. */
export function OrderPayment({
  payment,
  description,
  skus,
}: {
  payment: PaymentView;
  description: string;
  /** As the cart names them. */
  skus: string[];
}) {
  const navigate = useNavigate();
  const cart = useCart();
  const reloadMarks = useReloadMarks();
  const flow = usePayment(payment, (hasLeft) => {
    cart.drop(skus.map(skinKey));
    reloadMarks();
    if (!hasLeft) void navigate('/dashboard/pedidos', { replace: true });
  });
  if (!flow.payment || !flow.screen) return null;
  const isUnpaid = ['waiting', 'expired', 'no_code', 'replaced'].includes(flow.screen);
  return (
    <>
      <p className="mt-1 text-sm break-words text-muted">
        Pedido #{payment.order.id.slice(0, 8)} · {description}
      </p>
      <div className="mt-5 rounded-card border border-line bg-surface p-4 sm:p-6">
        <PaymentStatus flow={{ ...flow, payment: flow.payment, screen: flow.screen }} takesFocus={false} />
      </div>
      {isUnpaid && (
        <div className="mt-3 text-center">
          <CancelOrder
            orderId={payment.order.id}
            onCancelled={() => void navigate('/dashboard/pedidos', { replace: true })}
          />
        </div>
      )}
    </>
  );
}
