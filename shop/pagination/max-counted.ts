/** Counted no further: beyond it a clerk only wants to know that it is a lot. */
export const MAX_COUNTED = 1000;
