import type { StaffRole } from '#db/schema.ts';

/** A signed-in person, as the shop's functions need to know them. */
export interface Session {
  id: string;
  user: { id: string; email: string; name: string; emailVerified: boolean };
  /** File key of the person's picture; null if there is none, or if it cannot be read. */
  avatarKey: string | null;
  hasSecondFactor: boolean;
  /**
   * The role that the person may use now; null: none. Every request reads it together with the session.
   */
  role: StaffRole | null;
  /** The person has a staff role but must set up a second factor before using it (`REQUIRE_STAFF_2FA`). */
  owesSecondFactor: boolean;
}

export interface SessionAccess {
  userId: string;
  role: StaffRole | null;
}

/** What an open stream believes about its session. */
export interface KnownSession {
  sessionId: string;
  role: StaffRole | null;
}
