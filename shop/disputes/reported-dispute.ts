export type DisputeState = 'open' | 'won' | 'lost';

/** A dispute of one charge, as its provider shows it now. */
export interface ReportedDispute {
  /**
   * null: the provider has no ids for disputes. Its answer says only that the charge is under dispute, or that a
   * dispute, if there was one, is decided.
   */
  gatewayDisputeId: string | null;
  state: DisputeState;
  /** null: not named; the shop's own clock is near enough. */
  openedAt: Date | null;
  /** Until when the provider takes an answer; null if it names no deadline. */
  answerBy: Date | null;
  /** The provider's word, for staff. */
  reason: string;
}
