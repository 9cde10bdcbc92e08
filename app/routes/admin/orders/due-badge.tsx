import { Badge } from '#app/ui/list/badge.tsx';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { dueWords } from './due-words.ts';

export function DueBadge({ order, now }: { order: StaffOrder; now: Date }) {
  const words = dueWords(order, now);
  return words && <Badge tone={words.tone}>{words.text}</Badge>;
}
