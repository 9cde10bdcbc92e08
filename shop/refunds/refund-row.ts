/** The table's names, for screens, which may not import `db`. */
export type { RefundReason, RefundRow, RefundStatus } from '#db/schema.ts';
