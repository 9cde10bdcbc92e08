/** One mail, already rendered. `id` is stable over retries and becomes the Message-ID and file name. */
export interface Mail {
  id: string;
  to: string;
  /** Who an answer goes to, where that is not the shop. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Deletes copies of mails that it wrote before this moment; how many, and no more than `atMost`. */
  forget(before: Date, atMost: number): Promise<number>;
}
