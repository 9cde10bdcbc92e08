import { ChevronDown, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Badge } from '#app/ui/list/badge.tsx';
import { OrderedSkin } from '#app/ui/order/ordered-skin.tsx';
import type { DeskGroup } from '#shop/delivery/desk/list-desk.ts';
import { dueWords } from '../orders/due-words.ts';

interface DeskRowProps {
  /** What its address says. */
  rowKey: string;
  group: DeskGroup;
  now: Date;
  isOpen: boolean;
  /** First names of the clerks who have this skin open. */
  others: string[];
  /** Something is typed or chosen for it. */
  isBegun: boolean;
  /** A file is dragged over the page, or over this row. */
  drag: 'page' | 'row' | null;
  onToggle: () => void;
  /** The form, of the open row. */
  children: ReactNode;
}

/** A skin that orders wait for. */
export function DeskRow({
  rowKey,
  group,
  now,
  isOpen,
  others,
  isBegun,
  drag,
  onToggle,
  children,
}: DeskRowProps) {
  const waiting = group.orders.length === 1 ? '1 pedido' : `${group.orders.length} pedidos`;
  return (
    <div
      className={`rounded-control py-2 outline-2 -outline-offset-2 outline-dashed ${
        drag === 'row' ? 'bg-surface outline-accent' : drag ? 'outline-line' : 'outline-transparent'
      }`}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          onToggle();
        }}
      >
        <button
          type="submit"
          name="skin"
          value={rowKey}
          data-desk-row
          aria-expanded={isOpen}
          className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-4 gap-y-2 rounded-control p-2 text-left hover:bg-surface"
        >
          <span className="min-w-0 grow basis-60">
            <OrderedSkin item={group} />
          </span>
          <span className="flex flex-wrap items-center gap-2">
            {drag === 'row' && (
              <Badge tone="accent">
                <Upload aria-hidden="true" className="size-3.5" />
                Solte para enviar
              </Badge>
            )}
            {others.map((name) => (
              <Badge key={name} tone="info">
                {name} está nesta skin
              </Badge>
            ))}
            {isBegun && !isOpen && <Badge tone="accent">Começada</Badge>}
            {group.file?.broken && <Badge tone="danger">Arquivo quebrado</Badge>}
            {group.file?.unseen && <Badge tone="danger">Arquivo para olhar</Badge>}
            <Badge>{waiting}</Badge>
            <Due group={group} now={now} />
            <ChevronDown
              aria-hidden="true"
              className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
            />
          </span>
        </button>
      </Form>
      {isOpen && children}
    </div>
  );
}

/** The first that is due of its orders. What waits for the update of a file has no clock. */
function Due({ group, now }: Pick<DeskRowProps, 'group' | 'now'>) {
  if (group.file?.updating) return <Badge tone="info">Espera a atualização</Badge>;
  const dueAt = group.orders.find((order) => order.dueAt)?.dueAt ?? null;
  const due = dueWords({ status: 'pending', dueAt }, now);
  return due && <Badge tone={due.tone}>{due.text}</Badge>;
}
