import { useActionData } from 'react-router';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { SendLinksForm } from './send-links-form.tsx';
import { SentLinks } from './sent-links.tsx';
import type { LinksDialogState } from './use-links-dialog.ts';

/** Of a pending order, whose links are typed, and of a completed one, whose links are shown. */
export function LinksDialog(props: Omit<LinksDialogState, 'order' | 'show'> & { order: StaffOrder }) {
  const { order, close } = props;
  const isPending = order.status === 'pending';
  const posted = useActionData<FormAnswer>();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={isPending ? 'Enviar Links de Download' : 'Links de Download'}
      description={
        isPending
          ? 'Insira os links de download para cada skin adquirida.'
          : 'Visualize ou edite os links de download enviados ao cliente.'
      }
    >
      <p className="mb-4 text-xs text-muted">
        Pedido #{order.id.slice(0, 8)} · {order.customerName}
      </p>
      {isPending && order.asksBack && (
        <p role="note" className="mb-4 rounded-control border border-danger/50 px-4 py-3 text-sm">
          O cliente pediu a devolução deste pedido e espera a resposta da equipe. Envie os links só se já
          combinou com ele.
        </p>
      )}
      {!isPending && posted?.do === 'orders.send_links' && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {posted.message}
        </p>
      )}
      {isPending ? <SendLinksForm {...props} /> : <SentLinks {...props} />}
    </Dialog>
  );
}
