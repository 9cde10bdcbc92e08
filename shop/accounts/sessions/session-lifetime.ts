const DAY_MS = 24 * 3600_000;

/** Counted from the sign-in. Use does not extend it (docs/decisions/sessions-and-passwords.md). */
export const CUSTOMER_SESSION_MS = 30 * DAY_MS;
export const STAFF_SESSION_MS = 7 * DAY_MS;

export function isPastItsEnd(session: { createdAt: Date }, now: Date, isStaff = false): boolean {
  const longest = isStaff ? STAFF_SESSION_MS : CUSTOMER_SESSION_MS;
  return now.getTime() - session.createdAt.getTime() >= longest;
}
