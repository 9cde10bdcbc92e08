import { FileText } from 'lucide-react';
import { buttonClass } from '#app/ui/form/button.tsx';

/** The printable file of an order. It is a page of its own, without the panel: it opens beside it. */
export function EvidenceLink({ orderId }: { orderId: string }) {
  return (
    <a
      href={`/api/admin/orders/${orderId}/evidence`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass('outline')}
    >
      <FileText aria-hidden="true" className="size-4" strokeWidth={1.75} />
      Provas para imprimir
    </a>
  );
}
