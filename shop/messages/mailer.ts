/** One rendered mail. `id` does not change over retries, and becomes the Message-ID and the file name. */
export interface Mail {
  id: string;
  to: string;
  /** The address for answers, if it is not the shop's. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Deletes copies of mails from before this moment, at most `atMost`. Returns how many. */
  forget(before: Date, atMost: number): Promise<number>;
}
