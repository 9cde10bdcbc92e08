import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { cutPage } from '#shop/pagination/page.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';
import { findStaffOrders, type StaffOrderSearch } from './find-staff-orders.ts';
import { cursorOfList } from './list-all-orders.ts';

/** An order as a line of a table. */
export interface ExportedOrder {
  order: OrderRow;
  /** Names of its skins; of a free charge its description. */
  items: string[];
  refundedCents: number;
  /** The charges that money came in by, usually one. */
  charges: { id: string; gateway: string }[];
}

const PAGE = 500;

/** All orders of a selection, in the sequence of its list, page by page: only one page of them is in memory. */
export async function* exportOrders(
  ctx: ShopContext,
  search: StaffOrderSearch,
): AsyncGenerator<ExportedOrder[]> {
  for (let cursor = search.cursor ?? null; ;) {
    const rows = await findStaffOrders(ctx, { ...search, cursor }, PAGE + 1);
    const { entries, nextCursor } = cutPage(rows, PAGE, cursorOfList(search));
    yield await describe(ctx, entries);
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

async function describe(ctx: ShopContext, orders: OrderRow[]): Promise<ExportedOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.id);
  const [items, money] = await Promise.all([
    ctx.db
      .selectFrom('owed_items')
      .select(['order_id', 'skin_name', 'champion_name'])
      .where('order_id', 'in', ids)
      .orderBy('position')
      .execute(),
    readOrderMoney(ctx.db, ids),
  ]);
  const ofOrder = Map.groupBy(items, (item) => item.order_id);
  return orders.map((order) => {
    const { refundedCents = 0, charges = [] } = money.get(order.id) ?? {};
    const skins = ofOrder.get(order.id) ?? [];
    return {
      order,
      items:
        skins.length === 0
          ? [order.description]
          : skins.map((item) => `${item.skin_name} - ${item.champion_name}`),
      refundedCents,
      charges: charges.map(({ chargeId, gateway }) => ({ id: chargeId, gateway })),
    };
  });
}
