import { useState } from 'react';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';

/** The id of the form that sends the boxes that are ticked. */
export const MARKS_FORM = 'marked-orders';

export interface Marks {
  /** Of the orders that are shown. */
  marked: StaffOrder[];
  isMarked: (id: string) => boolean;
  toggle: (id: string) => void;
  clear: () => void;
}

/** The orders that a clerk ticked to do one thing with all of them. */
export function useMarks(orders: StaffOrder[]): Marks {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    marked: orders.filter(({ id }) => ids.has(id)),
    isMarked: (id) => ids.has(id),
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    clear: () => setIds(new Set()),
  };
}
