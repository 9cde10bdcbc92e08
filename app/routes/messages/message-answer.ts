import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';

/** What the contact and support screens know once a message was posted. */
export interface MessageAnswer {
  sent: boolean;
  failure: ScreenFailure | undefined;
  /** What was typed, for a page that is drawn anew because no script holds it. */
  kept: Partial<Record<string, string>>;
}

export const FAILURE_TITLE = 'Mensagem não enviada';
