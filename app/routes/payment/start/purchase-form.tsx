import { AheadNote } from '#app/ui/skin/ahead-note.tsx';
import { UpdateNote } from '#app/ui/skin/update-note.tsx';
import type { PaymentFlow } from '../code/use-payment.ts';
import { CustomerForm } from '../customer/customer-form.tsx';
import type { CustomerFields } from '../customer/use-customer.ts';
import type { GiftChoice } from '../gift/use-gift.ts';
import { LateArrivalNote } from './late-arrival-note.tsx';
import type { Purchase } from './purchase.ts';

interface PurchaseFormProps {
  purchase: Purchase;
  /** Kept by the caller: what was typed outlives this form. */
  customer: CustomerFields;
  flow: PaymentFlow;
  onCreated?: () => void;
  onRepriced?: () => void;
  /** Kept by the caller too. null: it cannot be a gift. */
  gift?: GiftChoice | null;
  /** The total is about to change. */
  isQuoting?: boolean;
}

/** The payer of one purchase: sending it asks for the PIX code, and what went wrong is shown above the button. */
export function PurchaseForm({
  purchase,
  customer,
  flow,
  onCreated,
  onRepriced,
  gift: choice = null,
  isQuoting = false,
}: PurchaseFormProps) {
  const mayBeGift = purchase.kind === 'skin' || (purchase.kind === 'cart' && purchase.items.length === 1);
  const gift = mayBeGift ? choice : null;

  async function submit(): Promise<void> {
    const given = gift && gift.read();
    if (given === 'wrong') return;
    const wanted = gift ? { ...purchase, gift: given } : purchase;
    const result = await flow.create(wanted, customer.values);
    if (result?.ok) {
      onCreated?.();
      customer.settle();
    } else if (result) {
      customer.showErrors(result.fields);
      gift?.showErrors(result.fields);
      if (result.isRepriced) onRepriced?.();
    }
  }

  const updating = 'updatingCount' in purchase ? (purchase.updatingCount ?? 0) : 0;
  const releases = ('releases' in purchase && purchase.releases) || [];
  const of = purchase.kind === 'cart' ? purchase.items.length : 1;
  return (
    <>
      {releases.length > 0 && <AheadNote untils={releases} of={of} className="mb-5" />}
      {updating > 0 ? (
        <UpdateNote updating={updating} of={of} className="mb-5" />
      ) : (
        // A gift arrives with its mail, whenever staff send the link; of a sum without skins nothing comes.
        purchase.kind !== 'free' &&
        !gift?.isOn &&
        releases.length < of && <LateArrivalNote className="mb-5" />
      )}
      <CustomerForm
        customer={customer}
        busy={flow.isCreating ? 'Gerando código PIX...' : isQuoting ? 'Conferindo cupom...' : null}
        isSlow={flow.isSlow}
        gift={gift}
        isFree={purchase.kind === 'free'}
        failure={flow.failure}
        onSubmit={() => void submit()}
      />
    </>
  );
}
