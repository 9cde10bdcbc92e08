/** Counted no further: beyond it a clerk only wants to know that it is a lot. */
export const MOST_COUNTED = 1000;
