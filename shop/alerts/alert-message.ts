export interface AlertMessage {
  /** Of two messages with one id, a mailbox keeps one. */
  id: string;
  /** Lines without a name, address or document of any buyer. */
  lines: string[];
}

export type ChannelAnswer =
  | { ok: true }
  /** `error`: a sentence for staff, without any secret. `reached`: others of the same channel got the message. */
  | { ok: false; error: string; retryAfterSeconds?: number; reached?: true };
