/**
 * The gateway of a charge that staff entered. No provider has this name: nobody is asked about such a
 * charge, and its money goes back outside of the shop.
 */
export const MANUAL_GATEWAY = 'manual';
