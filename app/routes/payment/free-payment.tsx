import { useNavigate } from 'react-router';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { PaymentStatus } from './code/payment-status.tsx';
import { PurchaseForm } from './start/purchase-form.tsx';
import type { FreeCharge } from './read-free-charge.ts';
import { useCustomer } from './customer/use-customer.ts';
import { usePayment } from './code/use-payment.ts';

/** 'Cobrança avulsa': an amount agreed with staff, paid through a link they sent. */
export function FreePayment({ charge }: { charge: FreeCharge }) {
  const navigate = useNavigate();
  const customer = useCustomer();
  const flow = usePayment(null, (hasLeft) => {
    if (!hasLeft) void navigate('/dashboard/pedidos', { replace: true });
  });
  const { payment, screen } = flow;
  const { amountCents: totalCents, description } = charge;

  return (
    <>
      <p className="mt-1 text-sm break-words text-muted">{description}</p>
      <div className="mt-5 rounded-card border border-line bg-surface p-4 sm:p-6">
        {payment && screen ? (
          <PaymentStatus flow={{ ...flow, payment, screen }} takesFocus />
        ) : (
          <>
            <p className="mb-5 flex items-baseline justify-between gap-4 border-b border-line pb-4 text-sm text-muted">
              Valor
              <Price
                cents={totalCents}
                className={`font-heading text-xl font-bold ${charge.refusal ? '' : 'text-accent'}`}
              />
            </p>
            {charge.refusal ? (
              <div className="flex flex-col items-start gap-4">
                <p role="alert">{charge.refusal}</p>
                <LinkButton to="/loja" variant="outline">
                  Ir para a loja
                </LinkButton>
              </div>
            ) : (
              <PurchaseForm
                purchase={{ kind: 'free', totalCents, description }}
                customer={customer}
                flow={flow}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}
