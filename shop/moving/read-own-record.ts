import { z } from 'zod';
import type { Draft, DraftItem, StoredRow } from './draft.ts';
import { ownCoupon, ownOrder, ownPerson, ownProduct } from './own-format.ts';

/** A record of this shop's own export, as it was taken in: `[list, record]`. */
export function readOwnRecord({ row, cells }: StoredRow): Draft {
  const [list, record] = cells as [string, unknown];
  const read = { row, rows: 1, lastRow: row, problems: [] };
  switch (list) {
    case 'orders':
      return readOrder(row, record);
    case 'coupons': {
      const { data, error } = ownCoupon.safeParse(record);
      if (!data) return broken(row, list, error);
      const coupon = {
        code: data.code,
        percent: data.percent,
        amountCents: data.amount,
        validFrom: data.valid_from,
        validTo: data.valid_to,
        maxUses: data.max_uses,
        maxPerPerson: data.max_per_person,
        minTotalCents: data.min_total,
        championId: data.champion_id,
        creator: data.creator,
        isActive: data.active,
        createdAt: data.created_at,
      };
      return { is: 'coupon', ...read, coupon };
    }
    case 'products': {
      const { data, error } = ownProduct.safeParse(record);
      if (!data) return broken(row, list, error);
      const { sku, name, price, active, description, group, stock } = data;
      const own = { sku, groupName: group, downloadUrl: data.download_url, stock };
      const shown = { isShown: active, description, imageUrl: data.image_url, own };
      return { is: 'product', ...read, name, sku, priceCents: price, ...shown };
    }
    default: {
      const { data, error } = ownPerson.safeParse(record);
      if (!data) return broken(row, list, error);
      return {
        is: 'person',
        ...read,
        email: data.email,
        name: data.name,
        phone: data.phone,
        at: data.created_at,
      };
    }
  }
}

function readOrder(row: number, record: unknown): Draft {
  const { data, error } = ownOrder.safeParse(record);
  if (!data) return broken(row, 'orders', error);
  const owned = new Map(data.owned.map((one) => [one.item, one]));
  const items = data.items.map(({ sku, skin, group, price }, place): DraftItem => {
    const had = owned.get(place);
    return {
      name: skin,
      sku,
      priceCents: price,
      own: {
        sku,
        skinName: skin,
        groupName: group,
        owned: had
          ? { email: had.email, sku: had.sku, skinName: had.skin, groupName: had.group, since: had.since }
          : null,
      },
    };
  });
  return {
    is: 'order',
    row,
    rows: 1,
    lastRow: row,
    problems: [],
    id: data.id.toLowerCase(),
    source: data.source,
    number: data.number,
    email: data.email,
    name: data.name,
    phone: data.phone,
    at: data.created_at,
    totalCents: data.total,
    isForeign: false,
    description: data.description,
    isPaid: true,
    record: {
      coupon: data.coupon,
      discountCents: data.discount,
      state: data.state,
      paidAt: data.paid_at,
      deliveredAt: data.delivered_at,
      refundedCents: data.refunded,
    },
    items,
  };
}

function broken(row: number, list: string, error: z.ZodError | undefined): Draft {
  const [issue] = error?.issues ?? [];
  const column = [list, ...(issue?.path ?? [])].join('.');
  const problems = [
    { row, column, value: null, reason: 'Não é o que a exportação desta loja escreve aqui.' },
  ];
  return { is: 'person', row, rows: 1, lastRow: row, problems, email: '', name: '', phone: '', at: null };
}
