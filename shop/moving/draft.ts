/** What is read of a file, before it is matched and written. Moments are ISO 8601, because it may be JSON. */

/** The cells of a table, or a record of this shop's own export. */
export interface StoredRow {
  row: number;
  cells: unknown;
}

export interface Problem {
  /** As the person's own program counts them; the names of the columns are row 1. */
  row: number;
  column: string | null;
  value: string | null;
  reason: string;
}

interface Read {
  row: number;
  /** How many rows it is made of, and the last of them. */
  rows: number;
  lastRow: number;
  problems: Problem[];
}

/** Who has it. */
export interface DraftOwned {
  email: string;
  sku: string;
  skinName: string;
  groupName: string;
  since: string;
}

export interface DraftItem {
  /** As the other shop calls it. */
  name: string;
  /** What the other shop calls its number: perhaps a key of ours. */
  sku: string | null;
  priceCents: number | null;
  /** Of this shop's own export, which says what it was whatever the catalogue has now. null: it came back. */
  own?: { sku: string; skinName: string; groupName: string; owned: DraftOwned | null };
}

/** What this shop's own orders say by other rows. */
export interface OrderRecord {
  coupon: string | null;
  discountCents: number;
  /** `paid`, or what the other shop said. */
  state: string;
  paidAt: string | null;
  deliveredAt: string | null;
  refundedCents: number;
}

export interface DraftOrder extends Read {
  is: 'order';
  /** Of this shop's own export. */
  id: string | null;
  source: string;
  number: string;
  email: string;
  name: string;
  phone: string;
  at: string;
  totalCents: number;
  /** Paid in other money: what was bought comes along, without its sums. */
  isForeign: boolean;
  description: string | null;
  isPaid: boolean;
  record: OrderRecord;
  items: DraftItem[];
}

export interface DraftPerson extends Read {
  is: 'person';
  email: string;
  name: string;
  phone: string;
  at: string | null;
}

export interface DraftProduct extends Read {
  is: 'product';
  name: string;
  sku: string | null;
  priceCents: number;
  isShown: boolean;
  description: string | null;
  imageUrl: string | null;
  /** Of this shop's own export. */
  own?: { sku: string | null; groupName: string | null; downloadUrl: string | null; stock: number };
}

export interface DraftCoupon extends Read {
  is: 'coupon';
  coupon: {
    code: string;
    percent: number | null;
    amountCents: number | null;
    validFrom: string | null;
    validTo: string | null;
    maxUses: number | null;
    maxPerPerson: number | null;
    minTotalCents: number | null;
    championId: string | null;
    creator: string | null;
    isActive: boolean;
    createdAt: string;
  };
}

export type Draft = DraftOrder | DraftPerson | DraftProduct | DraftCoupon;
