import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffOrder } from '#shop/orders/list-all-orders.ts';

export type LinkDrafts = Record<string, string>;

export interface LinksDialogState {
  order: StaffOrder | null;
  show: (order: StaffOrder) => void;
  close: () => void;
  /** What was typed for the open order, also before it was closed by accident. */
  draft: LinkDrafts;
  keepDraft: (draft: LinkDrafts) => void;
  /** The order is done: closes, loads afresh, and leads the keyboard to the next one that waits. */
  finish: () => Promise<void>;
  refresh: () => Promise<void>;
}

/** The order stands here as it was opened, so that a live refresh takes nothing away from who is typing. */
export function useLinksDialog(orders: StaffOrder[]): LinksDialogState {
  const [opened, setOpened] = useState<StaffOrder | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, LinkDrafts>>>({});
  const { revalidate } = useRevalidator();
  // A completed order is only looked at, so there the newest is shown.
  const current = opened && orders.find((order) => order.id === opened.id);
  const order = opened?.status === 'completed' ? (current ?? opened) : opened;

  return {
    order,
    show: setOpened,
    close() {
      setOpened(null);
      // The dialog hands the focus back to what had it when it appeared, and that was a field of its own.
      if (order) requestAnimationFrame(() => focusOrder(order.id));
    },
    draft: (order && drafts[order.id]) ?? {},
    keepDraft: (draft) => order && setDrafts((all) => ({ ...all, [order.id]: draft })),
    refresh: revalidate,
    async finish() {
      if (!order) return;
      setDrafts(({ [order.id]: _sent, ...others }) => others);
      const next = nextWaiting(orders, order.id);
      setOpened(null);
      await revalidate();
      focusOrder(next ?? order.id);
    },
  };
}

/** The next one down the list; at its end the first that was passed over. */
function nextWaiting(orders: StaffOrder[], doneId: string): string | null {
  const at = orders.findIndex((order) => order.id === doneId);
  const inTurn = [...orders.slice(at + 1), ...orders.slice(0, Math.max(at, 0))];
  return inTurn.find((order) => order.status === 'pending')?.id ?? null;
}

function focusOrder(orderId: string): void {
  const button = document.querySelector<HTMLElement>(`[data-links-of="${orderId}"]`);
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: 'nearest' });
}
