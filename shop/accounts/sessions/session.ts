/** A signed-in person, as the shop's functions need to know them. */
export interface Session {
  id: string;
  user: { id: string; email: string; name: string; emailVerified: boolean };
  /** File key of their picture; null where there is none, or none that can be read. */
  avatarKey: string | null;
  hasSecondFactor: boolean;
  /** May act as staff now; read with the session at every request (ruling 16). */
  isStaff: boolean;
  /** Is staff by role, and may do nothing as such before a second factor is set up (`REQUIRE_STAFF_2FA`). */
  owesSecondFactor: boolean;
}
