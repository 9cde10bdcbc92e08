/** A signed-in person, as the shop's functions need to know them. */
export interface Session {
  id: string;
  user: { id: string; email: string; name: string; emailVerified: boolean };
  /** From `user_roles`, read with the session at every request (ruling 16). */
  isStaff: boolean;
}
