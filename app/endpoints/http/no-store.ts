/** Of what is one person's, or one program's. */
export const NO_STORE = { 'Cache-Control': 'private, no-store' };
