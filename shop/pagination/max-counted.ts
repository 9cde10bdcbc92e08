/** A count stops here. Above it, staff only need to know that there are many. */
export const MAX_COUNTED = 1000;
