/** Of an answer whose address is a secret. */
export const NO_REFERRER = { 'Referrer-Policy': 'no-referrer' };
