import type { Toast } from '#app/ui/feedback/toast.ts';

/** The answer of `POST /api/admin/desk/deliver`. */
export interface DeskAnswer {
  completed: string[];
  waiting_for_others: string[];
  failed: { id: string; reason: string }[];
}

const REASONS: Readonly<Record<string, string>> = {
  not_found: 'não existe mais',
  already_filled: 'outra pessoa já entregou',
  already_completed: 'já foi concluído',
  not_payable_state: 'não está aguardando envio',
  being_refunded: 'está sendo reembolsado',
  payment_under_review: 'o pagamento está em dúvida',
  internal_error: 'houve um erro; tente de novo',
};

/** What a delivery did, order by order. */
export function describeDelivery({
  completed,
  waiting_for_others: waiting,
  failed,
}: DeskAnswer): Required<Pick<Toast, 'title' | 'description' | 'tone'>> {
  const told = [
    completed.length > 0 && count(completed.length, 'pedido concluído', 'pedidos concluídos'),
    waiting.length > 0 && count(waiting.length, 'espera outra skin', 'esperam outras skins'),
    ...failed.map(({ id, reason }) => `#${id.slice(0, 8)}: ${REASONS[reason] ?? 'não foi entregue'}`),
  ].filter((text) => text !== false);
  return {
    title: failed.length > 0 ? 'Alguns pedidos ficaram' : 'Skin entregue!',
    description: told.length > 0 ? `${told.join('. ')}.` : 'Nenhum pedido esperava mais por ela.',
    tone: failed.length > 0 ? 'danger' : 'success',
  };
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
