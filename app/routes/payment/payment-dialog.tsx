import { Dialog } from '#app/ui/dialog.tsx';
import type { CartItem } from '#app/ui/cart.tsx';
import { Price } from '#app/ui/price.tsx';

export interface PaymentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  purchase:
    | {
        kind: 'skin';
        skin: { championId: string; skinNum: number; skinName: string; championName: string };
      }
    | { kind: 'cart'; items: CartItem[] };
  totalCents: number;
  onPaid: () => void;
}

/** The place where payment opens; its steps follow. */
export function PaymentDialog({ open, onOpenChange, totalCents }: PaymentDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Pagamento por PIX">
      <p className="text-muted">
        Total: <Price cents={totalCents} />
      </p>
    </Dialog>
  );
}
