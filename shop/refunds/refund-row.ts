/** The names of the table, for screens, which do not reach past the shop. */
export type { RefundReason, RefundRow, RefundStatus } from '#db/schema.ts';
