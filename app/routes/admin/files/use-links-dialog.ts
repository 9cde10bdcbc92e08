import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useOpened } from '#app/ui/form/use-opened.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { useMay } from '../use-may.tsx';

export type LinkDrafts = Record<string, string>;

export interface LinksDialogState {
  order: StaffOrder | null;
  show: (order: StaffOrder) => void;
  close: () => void;
  /** The typed links of the open order, kept also after the dialog was closed by accident. */
  draft: LinkDrafts;
  preserveDraft: (draft: LinkDrafts) => void;
  /**
   * The order is complete, or was refused for what may pass, when what was typed stays: closes the dialog, loads the list
   * again, and moves the focus to the next waiting order.
   */
  finish: (isSent: boolean) => Promise<void>;
}

/** The order as it was when the dialog opened, so that a live refresh does not disturb a person who types. */
export function useLinksDialog(orders: StaffOrder[]): LinksDialogState {
  const [asked] = useOpened('links');
  const mayDeliver = useMay('orders.deliver');
  const [opened, setOpened] = useState(
    () => orders.find((order) => order.id === asked && hasLinks(order, mayDeliver)) ?? null,
  );
  const [drafts, setDrafts] = useState<Readonly<Record<string, LinkDrafts>>>({});
  const { revalidate } = useRevalidator();
  // A completed order is read only, so the dialog shows the newest one.
  const current = opened && orders.find((order) => order.id === opened.id);
  const order = opened?.status === 'completed' ? (current ?? opened) : opened;

  return {
    order,
    show: setOpened,
    close() {
      setOpened(null);
      // The dialog returns the focus to the element that had it before, which was a field inside the dialog.
      if (order) requestAnimationFrame(() => focusOrder(order.id));
    },
    draft: (order && drafts[order.id]) ?? {},
    preserveDraft: (draft) => order && setDrafts((all) => ({ ...all, [order.id]: draft })),
    async finish(isSent) {
      if (!order) return;
      if (isSent) setDrafts(({ [order.id]: _sent, ...others }) => others);
      const next = nextWaiting(orders, order.id);
      setOpened(null);
      await revalidate();
      focusOrder(next ?? order.id);
    },
  };
}

/** To be sent, or sent already. */
export const hasLinks = ({ status, items }: StaffOrder, mayDeliver: boolean): boolean =>
  status === 'completed'
    ? items.some(({ downloadLink }) => downloadLink !== null)
    : status === 'pending' && mayDeliver;

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
