const HOUR_MS = 3600_000;

/** The time that the old address has to stop it. */
export const RESCUE_DELAY_MS = 24 * HOUR_MS;
/** The time that the new address has to confirm it. */
export const RESCUE_LIFE_MS = 7 * 24 * HOUR_MS;
export const MAX_RESCUE_REASON = 1000;
